package content

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// claims are the words of sentences that claim something for the company, beside what they refer to. A size names what
// a price is for, so it may stand beside the price.
var claims = map[string]*regexp.Regexp{
	"price": regexp.MustCompile(`(?i)\$|\bdollars?\b|\b(?:half|twice|double) the price\b|\bflat[- ]rates?\b`),
	"size":  regexp.MustCompile(`(?i)\b\d+ ?(?:x|by) ?\d+\b|\b(?:square|cubic) (?:feet|foot|yards?)\b`),
	"load": regexp.MustCompile(`(?i)\b(?:one|two|three)-car\b|\bpacked .*garage|garage .*packed|` +
		`\battic (?:above|over)\b|` +
		`\b(?:full|whole|half|third|quarters?)\b.* (?:truck|load)\b.*\b(?:garage|room|house|sofa|fridge)s?\b|` +
		`\b(?:garage|room|house|sofa|fridge)s?\b.*\b(?:full|whole|half|third|quarters?)\b.* (?:truck|load)\b`),
	"time": regexp.MustCompile(`(?i)\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|few)` +
		`(?: business| working)?` +
		`[ -](?:minute|hour|day|week|month|year|decade)s?\b|\bnoon\b|\bSundays?\b`),
	"promise": regexp.MustCompile(
		`(?i)\b(?:guarantee\w*|always|never|same day|usually (?:go|be there) today|every (?:job|time)|` +
			`no (?:surprise|hidden))\b`),
}

// noClaims are sentences that claim nothing, by the reason.
var noClaims = map[string][]string{
	"a question, which the answer settles by references": {
		"Is that twice the price?", "Will you clear the attic above it too?", "Do you come on Sundays?",
	},
	"what readers have, or tell us": {
		"Square feet, or the number of desks", "Tell us the square feet", "One-car or two-car",
		"second floor, Irving”", "every few days", "a two-year assignment", "plan one day to look",
		"three-car garages in Frisco",
	},
	"what readers do": {
		"Ten minutes with a drill", "It takes ten minutes", "Offer it free online for a few days",
	},
	"an example of the guide, and how loads are handled": {"All three are two-car garages", "in the first few minutes"},
	"sizes of storage units, whose prices are beside it": {
		"Storage Unit Cleanouts, 5x5 to 10x20", "Storage units from 5x5 to 10x20", "A 5x10 or 10x15 falls between",
	},
	"the low end of a price of the same text": {"An empty 8x10 on blocks"},
	"how long the program keeps consents":     {"we keep a record of it for five years"},
}

// notCopy are keys and files without claims in copy: what customers said, what was done at a job, the words of
// searches, of the program and of the office, and the facts themselves.
var notCopy = []string{"testimonials", "review", "jobs", "keywords", "icon", "key", "words", "facts.yaml",
	"prices.yaml",
	"business.yaml", "lastmod.yaml", "map.yaml", "office.yaml"}

// TestClaimsAreFacts finds claims in copy: they belong in prices.yaml, facts.yaml and business.yaml, each made once.
func TestClaimsAreFacts(t *testing.T) {
	end := regexp.MustCompile(`[.!;]["”)]?\s+|\n`)
	var excused []string
	for _, file := range copyFiles(t) {
		data, err := ReadFile(FS, file)
		var value any = string(data)
		if path.Ext(file) == ".yaml" {
			err = Decode(FS, file, &value)
		}
		if err != nil {
			t.Fatal(err)
		}
		visitTexts(value, false, func(text string, priced bool) {
			for _, sentence := range end.Split(text, -1) {
				for kind, pattern := range claims {
					if kind == "size" && (priced || strings.Contains(sentence, "{price.")) ||
						!pattern.MatchString(reference.ReplaceAllString(sentence, "")) {
						continue
					}
					if excused = append(excused, excuse(sentence)); excuse(sentence) == "" {
						t.Errorf("%s: the %s in %q; want a reference, or why it is no claim", file, kind, sentence)
					}
				}
			}
		})
	}
	for _, sentences := range noClaims {
		for _, s := range sentences {
			if !slices.Contains(excused, s) {
				t.Errorf("no text has %q; want it gone from noClaims", s)
			}
		}
	}
}

func copyFiles(t *testing.T) (files []string) {
	t.Helper()
	for _, pattern := range []string{"*.yaml", "*/*.yaml", "*/*.md"} {
		matches, err := fs.Glob(FS, pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, matches...)
	}
	return slices.DeleteFunc(files, func(file string) bool { return slices.Contains(notCopy, file) })
}

// visitTexts visits the texts in a decoded file; priced are those beside a price.
func visitTexts(value any, priced bool, visit func(text string, priced bool)) {
	switch v := value.(type) {
	case string:
		visit(v, priced)
	case []any:
		for _, item := range v {
			visitTexts(item, priced, visit)
		}
	case map[string]any:
		for key, item := range v {
			if !slices.Contains(notCopy, key) {
				visitTexts(item, v["price"] != nil, visit)
			}
		}
	}
}

// excuse is the entry of noClaims that the sentence contains, if any.
func excuse(sentence string) string {
	for _, sentences := range noClaims {
		for _, s := range sentences {
			if strings.Contains(sentence, s) {
				return s
			}
		}
	}
	return ""
}
