package content

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// sharedSource is pages.yaml: the texts that pages of several kinds share.
type sharedSource struct {
	BreadcrumbsLabel string       `yaml:"breadcrumbsLabel"`
	HomeLabel        string       `yaml:"homeLabel"`
	ServicesTitle    string       `yaml:"servicesTitle"`
	AllServices      string       `yaml:"allServices"`
	AllLocations     string       `yaml:"allLocations"`
	RatingLabel      string       `yaml:"ratingLabel"`
	RatingArea       string       `yaml:"ratingArea"`
	QuoteFormTitle   string       `yaml:"quoteFormTitle"`
	QuoteBottomTitle string       `yaml:"quoteBottomTitle"`
	PopularLabel     string       `yaml:"popularLabel"`
	SavingsLabel     string       `yaml:"savingsLabel"`
	BeforeLabel      string       `yaml:"beforeLabel"`
	AfterLabel       string       `yaml:"afterLabel"`
	UpdatedLabel     string       `yaml:"updatedLabel"`
	OnThisPage       string       `yaml:"onThisPage"`
	Opening          OpeningWords `yaml:"opening"`
}

// Where contact links lead: to the page's own form, or from pages without one to the page of the form.
const (
	contactAnchor = "#contact"
	quotePath     = "/get-quote"
	quoteContact  = quotePath + contactAnchor
)

// What pages of several kinds have in their files.
type (
	leadSource struct {
		Title string `yaml:"title"`
		Lead  string `yaml:"lead"`
	}
	contactSource struct {
		Title string `yaml:"title"`
		Lead  string `yaml:"lead"`
		// ServiceType is what the page's form begins with; empty where none of the options fits the page.
		ServiceType string `yaml:"serviceType,omitempty"`
	}
	faqSource struct {
		Title string    `yaml:"title"`
		Items []FAQItem `yaml:"items"`
	}
	areaSource struct {
		Title string `yaml:"title"`
		Text  string `yaml:"text"`
		CTA   string `yaml:"cta"`
	}
	testimonialsSource struct {
		Title string              `yaml:"title"`
		Items []testimonialSource `yaml:"items"`
	}
)

// checkReviews checks that the reviews below the forms are those of services that have one.
func (s *Site) checkReviews(d *decoder) {
	slugs := pointers(s.home.Hero.Reviews)
	if page, ok := s.pages[quotePath].(*quotePage); ok && page.Hero.Review != "" {
		slugs = append(slugs, &page.Hero.Review)
	}
	for _, slug := range slugs {
		_, service := s.services.find(*slug)
		if service == nil {
			d.report(slug, "wanted the slug of a service", "%q is no service", *slug)
			continue
		}
		if page, ok := s.pages[service.href()].(*servicePage); ok && page.Review == nil {
			d.report(slug, "wanted a service with a review in its file", "the service %q has no review", *slug)
		}
	}
}

// checkRange checks the length of the list behind the pointer.
func checkRange(d *decoder, list any, least, most int, what string) {
	if n := reflect.ValueOf(list).Elem().Len(); n < least || n > most {
		d.report(list, fmt.Sprintf("wanted %d to %d", least, most), "there are %d %s", n, what)
	}
}

// checkOrder checks that an order names every section of the file that is there, each once, and no other.
func checkOrder(d *decoder, order *[]string, sections map[string]bool) {
	seen := map[string]bool{}
	for i := range *order {
		name := (*order)[i]
		switch {
		case seen[name]:
			d.report(&(*order)[i], "wanted each section once", "the order names %q again", name)
		case !sections[name]:
			d.report(&(*order)[i], "wanted a section of this file", "the order names %q, which is not there", name)
		}
		seen[name] = true
	}
	for _, name := range slices.Sorted(maps.Keys(sections)) {
		if sections[name] && !seen[name] {
			d.report(order, "wanted every section of this file", "the order leaves out %q", name)
		}
	}
}

func (a *areaSource) props(s *Site, info BuildInfo) AreaBlock {
	return AreaBlock{Title: a.Title, Text: a.Text, CTA: a.CTA, Map: s.areaMap(info), All: Link{s.shared.AllLocations, locationsPath}}
}

func (t *testimonialsSource) props() TestimonialsSection {
	section := TestimonialsSection{Title: t.Title, Items: make([]Testimonial, len(t.Items))}
	for i := range t.Items {
		section.Items[i] = t.Items[i].props()
	}
	return section
}

func (t *testimonialsSource) check(d *decoder) {
	checkSome(d, &t.Items, "testimonials")
	for i := range t.Items {
		t.Items[i].check(d)
	}
}

func (f *faqSource) props() *FAQSection {
	if f == nil {
		return nil
	}
	return &FAQSection{Title: f.Title, List: FAQIsland{Items: f.Items}}
}

func (f *faqSource) check(d *decoder) {
	if f != nil {
		checkSome(d, &f.Items, "questions")
	}
}

// contact is the section at #contact of the page at path, with the form and the points that it has on every page.
func (c *contactSource) contact(s *Site, info BuildInfo, path string) ContactSection {
	section := ContactSection{
		Title: c.Title, Lead: c.Lead, Points: s.home.Contact.Points,
		Form: s.quoteForm(info, contactForm, s.home.Contact.FormTitle, s.quote.Sources.Contact, path),
	}
	if c.ServiceType != "" {
		section.Form.Values["serviceType"] = c.ServiceType
	}
	return section
}

// check checks that the form offers what it has chosen.
func (c *contactSource) check(d *decoder) {
	if c.ServiceType != "" && !slices.Contains(d.serviceTypes, c.ServiceType) {
		d.report(&c.ServiceType, "wanted one of "+strings.Join(d.serviceTypes, ", "), "the form does not offer %q", c.ServiceType)
	}
}

// call and quoteLink are the two ways to ask that a hero offers.
func (s *Site) call() Link { return Link{s.home.Hero.CallLabel, "tel:" + s.business.digits()} }

func (s *Site) quoteLink(href string) Link { return Link{s.layout.Nav.QuoteLabel, href} }

// breadcrumbs lead to the page with the title from one above it.
func (s *Site) breadcrumbs(above Link, title string) Breadcrumbs {
	return Breadcrumbs{Label: s.shared.BreadcrumbsLabel, Items: []Breadcrumb{{above.Label, above.Href}, {Label: title}}}
}
