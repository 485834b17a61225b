package content

import (
	"fmt"
	"html"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// copyOf is the words of each page that no other page has: without the frame, and without the forms.
func copyOf(t *testing.T, s *Site) map[string][]string {
	t.Helper()
	words := map[string][]string{}
	for path, page := range s.pages {
		words[path] = textsIn(reflect.ValueOf(page))
	}
	words["/"] = textsIn(reflect.ValueOf(s.home))
	words["/blog"] = textsIn(reflect.ValueOf(s.blog.Index))
	return words
}

var tag = regexp.MustCompile(`<[^>]*>`)

// textsIn is every text inside a value, without HTML's tags.
func textsIn(v reflect.Value) []string {
	switch v.Kind() {
	case reflect.String:
		return []string{tag.ReplaceAllString(v.String(), " ")}
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			return textsIn(v.Elem())
		}
	case reflect.Slice:
		var texts []string
		for i := range v.Len() {
			texts = append(texts, textsIn(v.Index(i))...)
		}
		return texts
	case reflect.Struct:
		var texts []string
		for i := range v.NumField() {
			texts = append(texts, textsIn(v.Field(i))...)
		}
		return texts
	}
	return nil
}

var word = regexp.MustCompile(`[\p{L}\p{N}$%’'&]+`)

// TestListsReadAsSentences checks lists inside sentences: "we can't take paint and fuel" is wrong, and a list is not
// "all of" or "nothing out of" something.
func TestListsReadAsSentences(t *testing.T) {
	s := site(t)
	negative := regexp.MustCompile(`(?i)\b(?:no|not|nor|none|never|nothing|without|neither)\b|n’t\b|cannot|\bof$`)
	end := regexp.MustCompile(`[.!?:;]+(?:\s+|$)`)
	for key, list := range s.facts.Lists {
		written := enumerate(list, "and")
		for path, texts := range copyOf(t, s) {
			for _, text := range texts {
				for _, sentence := range end.Split(html.UnescapeString(text), -1) {
					at := strings.Index(strings.ToLower(sentence), written)
					if at >= 0 && negative.MatchString(strings.TrimSpace(sentence[:at])) {
						t.Errorf("%s: %q says no to %q; want {any.%s}", path, sentence, written, key)
					}
				}
			}
		}
	}
}

// TestSundaysCanBeBooked checks each text that promises a pickup on the same day, or on every day of the week: the
// office is closed on Sunday, so the text says until when a Sunday is booked.
func TestSundaysCanBeBooked(t *testing.T) {
	s := site(t)
	promise := regexp.MustCompile(`(?i)before ` + s.facts.Facts[sameDayCutoff].Text + `|` +
		s.facts.Facts["same_day_days"].Text + `|by ` + s.business.Hours.ends())
	words := copyOf(t, s)
	words["layout.yaml"] = textsIn(reflect.ValueOf(s.layout))
	words["services.yaml"] = textsIn(reflect.ValueOf(s.services))
	for path, texts := range words {
		for _, text := range texts {
			if n := len(promise.FindAllString(html.UnescapeString(text), -1)); n%3 != 0 {
				t.Errorf("%s: %q; want {sentence.same_day}, which also says how to book a Sunday", path, text)
			}
		}
	}
}

// TestQuotationMarksAreCurly finds the straight marks of a typewriter. The form's messages are left out: the
// specification fixes them word for word, straight apostrophe and all.
func TestQuotationMarksAreCurly(t *testing.T) {
	s := site(t)
	words := copyOf(t, s)
	for name, part := range map[string]any{
		"business.yaml": s.business, "blog.yaml": s.blog, "errors.yaml": s.errors, "layout.yaml": s.layout,
		"pages.yaml": s.shared, "services.yaml": s.services, "the labels of quote.yaml": s.quote.Labels,
	} {
		words[name] = textsIn(reflect.ValueOf(part))
	}
	for path, texts := range words {
		for _, text := range texts {
			if text = html.UnescapeString(text); strings.ContainsAny(text, `'"`) {
				t.Errorf("%s has a straight mark in %q, want ’, “ or ”", path, text)
			}
		}
	}
}

// TestPagesOfAKindDiffer compares any two services and any two cities: of the sequences of five words of the shorter
// page less than a quarter may stand on the other.
func TestPagesOfAKindDiffer(t *testing.T) {
	s := site(t)
	words := copyOf(t, s)
	shingles := map[string]map[string]bool{}
	for path, texts := range words {
		shingles[path] = map[string]bool{}
		for _, text := range texts {
			list := word.FindAllString(strings.ToLower(text), -1)
			for i := range max(0, len(list)-4) {
				shingles[path][strings.Join(list[i:i+5], " ")] = true
			}
		}
	}
	for _, kind := range []Kind{KindService, KindCity} {
		var paths []string
		for _, r := range s.Routes() {
			if r.Kind == kind {
				paths = append(paths, r.Path)
			}
		}
		for i, one := range paths {
			for _, other := range paths[i+1:] {
				common := 0
				for shingle := range shingles[one] {
					if shingles[other][shingle] {
						common++
					}
				}
				if part := float64(common) / float64(min(len(shingles[one]), len(shingles[other]))); part >= 0.25 {
					t.Errorf("%s and %s share %.0f%% of their sequences of five words, want less than 25%%", one, other,
						100*part)
				}
			}
		}
	}
}

// TestSentencesDoNotRepeat finds sentences that stand on too many pages: readers of a second page skip them. What the
// whole promise says is short on most pages, see facts.yaml.
func TestSentencesDoNotRepeat(t *testing.T) {
	const short, most = 10, 5 // words, pages
	end := regexp.MustCompile(`[.!?]["”)]?\s+`)
	pages := map[string]map[string]bool{}
	for path, texts := range copyOf(t, site(t)) {
		for _, text := range texts {
			for _, sentence := range end.Split(html.UnescapeString(text), -1) {
				sentence = strings.Join(word.FindAllString(strings.ToLower(sentence), -1), " ")
				if strings.Count(sentence, " ") < short {
					continue
				}
				if pages[sentence] == nil {
					pages[sentence] = map[string]bool{}
				}
				pages[sentence][path] = true
			}
		}
	}
	for sentence, on := range pages {
		if len(on) > most {
			t.Errorf("%q stands on %d pages, want %d at most", sentence, len(on), most)
		}
	}
}

// TestEveryFactIsUsed finds prices and facts that no page shows.
func TestEveryFactIsUsed(t *testing.T) {
	if err := site(t).Unused(); err != nil {
		t.Error(err)
	}
	files := sampleFiles(t)
	for name, text := range map[string]string{
		"prices.yaml": "prices:\n  piano: { low: 99 }", "facts.yaml": "facts:\n  elephants: { text: none }",
	} {
		section, _, _ := strings.Cut(text, "\n")
		files[name].Data = []byte(strings.Replace(string(files[name].Data), section, text, 1))
	}
	s, err := Load(files)
	if err != nil {
		t.Fatal(err)
	}
	line := func(file, key, kind string) string {
		return fmt.Sprintf("%s:%d: %q is used nowhere; wanted {%s.%s} in some text, or no such fact",
			file, lineOf(t, files, file, key), key, kind, key)
	}
	want := line("facts.yaml", "elephants", "fact") + "\n" + line("prices.yaml", "piano", "price")
	if err := s.Unused(); err == nil || err.Error() != want {
		t.Errorf("Unused = %v, want\n%s", err, want)
	}
}

// TestNeighborsDiffer checks the sections beside the fixed ones of a page. Two adjacent sections with the same
// background look like one: a city's dark neighborhoods below the dark facts of its hero, a service's green benefits
// or its framed exclusions above its green area block. A call to action directly above the contact section repeats it.
// And services next to each other in the menu have their sections in another order.
func TestNeighborsDiffer(t *testing.T) {
	for path, page := range site(t).pages {
		switch page := page.(type) {
		case *cityPage:
			if first := page.Order[0]; first == "neighborhoods" || first == "cta" {
				t.Errorf("%s begins with %q, directly under its hero", path, first)
			}
			if last := page.Order[len(page.Order)-1]; last == "cta" {
				t.Errorf("%s ends with %q, directly over its contact section", path, last)
			}
			if at := slices.Index(page.Order, "cta"); at > 0 &&
				slices.Contains([]string{"estate", "renovation"}, page.Order[at-1]) {
				t.Errorf("%s has the sand of %q beside that of the call to action", path, page.Order[at-1])
			}
		case *servicePage:
			if last := page.Order[len(page.Order)-1]; last == "benefits" || last == "notAccepted" {
				t.Errorf("%s ends with %q, directly over its area block", path, last)
			}
		}
	}
	for _, category := range site(t).services.Categories {
		before := ""
		for _, service := range category.Services {
			order := fmt.Sprint(site(t).pages[service.href()].(*servicePage).Order)
			if order == before {
				t.Errorf("%s has the sections of the service above it in the menu, in the same order", service.href())
			}
			before = order
		}
	}
}

// TestLeadsSayWhatPriceAndWhen checks the leads of heroes: at most five tease instead.
func TestLeadsSayWhatPriceAndWhen(t *testing.T) {
	s := site(t)
	price := regexp.MustCompile(`\$|%|\bprice\b`)
	when := regexp.MustCompile(`(?i)\b(?:today|same day|days?|hours?|weekly|before|between|schedule|pace|noon)\b`)
	var teasers []string
	for path, page := range s.pages {
		var lead string
		switch page := page.(type) {
		case *servicePage:
			lead = page.Hero.Lead
		case *categoryPage:
			lead = page.Hero.Lead
		case *cityPage:
			lead = page.Hero.Lead
		case *servicesPage:
			lead = page.Hero.Lead
		case *locationsPage:
			lead = page.Hero.Lead
		default:
			continue
		}
		if !price.MatchString(lead) || !when.MatchString(lead) {
			teasers = append(teasers, fmt.Sprintf("%s: %q", path, lead))
		}
	}
	if len(teasers) > 5 {
		t.Errorf("%d leads lack a price or a time, want at most five:\n%s", len(teasers), strings.Join(teasers, "\n"))
	}
}
