package content

import (
	"fmt"
	"strings"
)

// fact is a number with its unit, or a short text, as facts.yaml states it.
type fact struct {
	Low   int    `yaml:"low,omitempty"`
	High  int    `yaml:"high,omitempty"`
	Unit  string `yaml:"unit,omitempty"`
	Bound string `yaml:"bound,omitempty"`
	Text  string `yaml:"text,omitempty"`
}

// String is the fact as people read it: "90%", "up to 80%", "2–4 hours", "noon".
func (f fact) String() string {
	if f.Text != "" {
		return f.Text
	}
	text := thousands(f.Low)
	if f.High != 0 {
		text += "–" + thousands(f.High)
	}
	switch {
	case f.Unit == "percent":
		text += "%"
	case f.Low == 1 && f.High == 0:
		text += " " + strings.TrimSuffix(f.Unit, "s")
	default:
		text += " " + f.Unit
	}
	if f.Bound != "" {
		text = f.Bound + " " + text
	}
	return text
}

// factList is facts.yaml.
type factList struct {
	Facts map[string]*fact    `yaml:"facts"`
	Lists map[string][]string `yaml:"lists"`
}

// list is the list with the key, each item as a line of its own.
func (s *factList) list(key string) []string {
	lines := make([]string, len(s.Lists[key]))
	for i, item := range s.Lists[key] {
		lines[i] = capitalize(item)
	}
	return lines
}

// listsOfPages are the lists that pages show item by item.
var listsOfPages = []string{"not_accepted", "price_includes"}

func (s *factList) check(d *decoder) {
	for _, key := range listsOfPages {
		if len(s.Lists[key]) == 0 {
			d.report(&s.Lists, "wanted it, with at least one item", "the list %q is missing", key)
		}
	}
	units := map[string]bool{"percent": true, "hours": true, "days": true, "years": true, "jobs": true}
	bounds := map[string]bool{"": true, "up to": true, "over": true}
	for key, f := range s.Facts {
		switch {
		case f.Text != "" && *f != fact{Text: f.Text}:
			d.report(f, "wanted one of them", "fact %q has a text and a number", key)
		case f.Text != "":
			if key == sameDayCutoff && clockTime(f.Text) == "" {
				d.report(f, `wanted "noon", or one like 3pm or 3:30pm`, "%q is not a time of day", f.Text)
			}
		case f.Low <= 0:
			d.report(f, "wanted a low above 0, or a text", "fact %q starts at %d", key, f.Low)
		case f.High != 0 && f.High <= f.Low:
			d.report(f, "wanted a high above the low", "fact %q runs from %d to %d", key, f.Low, f.High)
		case !units[f.Unit]:
			d.report(f, "wanted percent, hours, days, years or jobs", "fact %q has the unit %q", key, f.Unit)
		case f.Unit == "percent" && max(f.Low, f.High) > 100:
			d.report(f, "wanted at most 100 percent", "fact %q is %s", key, f)
		case !bounds[f.Bound]:
			d.report(f, `wanted "up to" or "over"`, "fact %q has the bound %q", key, f.Bound)
		}
	}
}

// enumerate joins the words as an American sentence does, with "and" or "or" before the last: "wet paint, chemicals,
// asbestos, or fuel".
func enumerate(words []string, conjunction string) string {
	last := len(words) - 1
	switch len(words) {
	case 0, 1:
		return strings.Join(words, "")
	case 2:
		return fmt.Sprintf("%s %s %s", words[0], conjunction, words[1])
	}
	return fmt.Sprintf("%s, %s %s", strings.Join(words[:last], ", "), conjunction, words[last])
}
