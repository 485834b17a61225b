package content

import (
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// labels are patterns for the headings of sections, by the name of their field, and by kind where that differs.
var labels = map[string]string{
	"Prices": `\bprices?\b|\bcosts?\b`, "Pricing": `\bprices?\b|\bcosts?\b`, "home Services": `\bprices?\b|\bcosts?\b`,
	"NotAccepted": `can’t take`, "Terms": `can’t take`, "FAQ": `\bquestions?\b`, "Steps": `\bhow\b`,
	"Area": `\b(?:where|areas?|neighborhoods)\b`, "Neighborhoods": `\b(?:where|areas?|neighborhoods)\b`,
	"Items": `\bwhat\b`, "city Services": `\bwhat\b`, "Testimonials": `\bcustomers say\b`,
	"Jobs": `\brecent (?:jobs|projects)\b`, "Recycling": `\brecycling\b`, "Disposal": `\bdisposal\b`,
	"Contact": `\b(?:quote|price|estimate)\b`, "Bottom": `\b(?:quote|price|estimate)\b`,
}

// TestHeadingsAreLabels checks that visitors who scan a page find what they look for: the h1 names the service or the
// city, and the headings of the sections name their content. Wit has the line below.
func TestHeadingsAreLabels(t *testing.T) {
	s := site(t)
	refused := enumerate(s.facts.list("not_accepted"), "or")
	checked := map[string]bool{}
	for _, r := range s.Routes() {
		check := func(field, title string) {
			pattern, ok := labels[string(r.Kind)+" "+field]
			if !ok {
				pattern, ok = labels[field]
			}
			checked[pattern] = true
			if ok && !regexp.MustCompile("(?i)"+pattern).MatchString(title) {
				t.Errorf("%s: the heading of %s is %q, want a match of %s", r.Path, field, title, pattern)
			}
		}
		page := reflect.ValueOf(s.PageProps(BuildInfo{}, r))
		for i := range page.NumField() {
			section, field := reflect.Indirect(page.Field(i)), page.Type().Field(i).Name
			if section.Kind() == reflect.Struct && section.FieldByName("Title").IsValid() {
				check(field, section.FieldByName("Title").String())
			}
			if blocks, ok := page.Field(i).Interface().([]TextBlock); ok {
				for _, block := range blocks {
					if strings.Contains(block.Text, refused) {
						check("NotAccepted", block.Title)
					}
				}
			}
		}
		heading, _ := s.pages[r.Path].card(s, r.Slug)
		name := ""
		switch r.Kind {
		case KindCity:
			name, _, _ = strings.Cut(s.area.name(r.Slug), " / ")
		case KindService:
			_, service := s.services.find(r.Slug)
			name = service.Name
		}
		spoken := strings.NewReplacer("&", "and")
		if !strings.Contains(strings.ToLower(spoken.Replace(heading)), strings.ToLower(spoken.Replace(name))) {
			t.Errorf("%s opens with %q, want a heading with %q in it", r.Path, heading, name)
		}
	}
	for field, pattern := range labels {
		if !checked[pattern] {
			t.Errorf("no page has the section %s", field)
		}
	}
}
