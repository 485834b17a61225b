package content

import (
	"regexp"
	"strings"
	"testing"
)

// says are the words of which the heading of a section has at least one: whoever scans a page finds the section by
// them.
var says = map[string]*regexp.Regexp{
	"prices":     regexp.MustCompile(`(?i)\bprices?\b|\bcosts?\b`),
	"exclusions": regexp.MustCompile(`(?i)can’t take`),
	"questions":  regexp.MustCompile(`(?i)\bquestions?\b`),
	"area":       regexp.MustCompile(`(?i)\b(?:where|areas?|neighborhoods)\b`),
	"steps":      regexp.MustCompile(`(?i)\bhow\b`),
	"items":      regexp.MustCompile(`(?i)\bwhat\b`),
	"reviews":    regexp.MustCompile(`(?i)\bcustomers say\b`),
	"jobs":       regexp.MustCompile(`(?i)\brecent (?:jobs|projects)\b`),
	"recycling":  regexp.MustCompile(`(?i)\brecycling\b`),
	"disposal":   regexp.MustCompile(`(?i)\bdisposal\b`),
	"form":       regexp.MustCompile(`(?i)\b(?:quote|price|estimate)\b`),
}

// TestHeadingsAreLabels reads the headings of the pages on which visitors look for one thing: the first names the
// service or the city, and those of the sections say what they hold. Wit has the line below.
func TestHeadingsAreLabels(t *testing.T) {
	s := site(t)
	for _, r := range s.Routes() {
		title, sections := headings(s, r)
		for _, name := range namesIn(s, r) {
			if !strings.Contains(spoken(title), spoken(name)) {
				t.Errorf("%s opens with %q, want a heading with %q in it", r.Path, title, name)
			}
		}
		for _, section := range sections {
			if want := says[section.holds]; !want.MatchString(section.title) {
				t.Errorf("%s heads its %s with %q, want a heading that matches %v", r.Path, section.holds, section.title, want)
			}
		}
	}
}

// spoken is a text as it is said.
func spoken(text string) string {
	return strings.ToLower(strings.ReplaceAll(text, "&", "and"))
}

// namesIn are what the first heading of a route's page names: the service, or the city, or each of the two towns that
// share a page. A category is named as in its address, which is what it holds.
func namesIn(s *Site, r Route) []string {
	switch r.Kind {
	case KindCity:
		return strings.Split(s.area.name(r.Slug), " / ")
	case KindService:
		_, service := s.services.find(r.Slug)
		return []string{service.Name}
	case KindCategory:
		return []string{strings.ReplaceAll(r.Slug, "-", " ")}
	}
	return nil
}

// section is the heading of a part of a page, and what that part holds.
type section struct{ holds, title string }

// headings are the first heading of a route's page, and those of the sections that people look for.
func headings(s *Site, r Route) (string, []section) {
	switch r.Kind {
	case KindHome:
		page := s.Home(BuildInfo{})
		return page.Hero.Title, []section{
			{"prices", page.Services.Title}, {"reviews", page.Testimonials.Title}, {"area", page.Area.Title},
			{"questions", page.FAQ.Title}, {"form", page.Contact.Title},
		}
	case KindGetQuote:
		page := s.GetQuote(BuildInfo{})
		return page.Hero.Title, []section{
			{"prices", page.Prices.Title}, {"steps", page.Steps.Title}, {"reviews", page.Testimonials.Title}, {"form", page.Bottom.Title},
		}
	case KindServices:
		page := s.Services(BuildInfo{})
		return page.Hero.Title, []section{{"exclusions", page.Terms.Title}, {"form", page.Contact.Title}}
	case KindLocations:
		page := s.Locations(BuildInfo{})
		return page.Hero.Title, []section{{"form", page.Contact.Title}}
	case KindEstimate:
		page := s.EstimatePage(BuildInfo{})
		return page.Title, []section{{"exclusions", page.Terms.Title}, {"form", page.Contact.Title}}
	case KindCategory:
		return categoryHeadings(s.Category(BuildInfo{}, r.Slug), enumerate(s.facts.list("not_accepted"), "or"))
	case KindService:
		return serviceHeadings(s.Service(BuildInfo{}, r.Slug))
	case KindCity:
		page := s.City(BuildInfo{}, r.Slug)
		return page.Hero.Title, []section{
			{"items", page.Services.Title}, {"reviews", page.Testimonials.Title}, {"jobs", page.Jobs.Title},
			{"area", page.Neighborhoods.Title}, {"recycling", page.Recycling.Title}, {"disposal", page.Disposal.Title},
			{"form", page.Contact.Title},
		}
	}
	return "", nil
}

// categoryHeadings are those of a category's page, where the section that names what is refused holds the exclusions.
func categoryHeadings(page CategoryPage, refused string) (string, []section) {
	sections := []section{{"area", page.Area.Title}, {"form", page.Contact.Title}}
	for _, passage := range page.Sections {
		if strings.Contains(passage.Text, refused) {
			sections = append(sections, section{"exclusions", passage.Title})
		}
	}
	if page.Pricing != nil {
		sections = append(sections, section{"prices", page.Pricing.Title})
	}
	if page.Steps != nil {
		sections = append(sections, section{"steps", page.Steps.Title})
	}
	if page.FAQ != nil {
		sections = append(sections, section{"questions", page.FAQ.Title})
	}
	return page.Hero.Title, sections
}

func serviceHeadings(page ServicePage) (string, []section) {
	sections := []section{
		{"items", page.Items.Title}, {"steps", page.Steps.Title}, {"prices", page.Pricing.Title}, {"area", page.Area.Title},
		{"form", page.Contact.Title},
	}
	if page.NotAccepted != nil {
		sections = append(sections, section{"exclusions", page.NotAccepted.Title})
	}
	if page.FAQ != nil {
		sections = append(sections, section{"questions", page.FAQ.Title})
	}
	return page.Hero.Title, sections
}
