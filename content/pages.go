package content

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
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

// pageSource is the file of one page.
type pageSource interface {
	// meta is the page's title, description and keywords.
	meta() *metaSource
	check(b *decoder)
}

// folders are where pages of a kind have their files, each named for its slug.
var folders = map[Kind]struct{ name, extension string }{
	KindCategory: {"categories", ".yaml"},
	KindService:  {"services", ".yaml"},
	KindCity:     {"cities", ".yaml"},
	KindArticle:  {"articles", ".md"},
	KindLegal:    {"legal", ".md"},
}

// loadPages reads the files of the pages that have one of their own. Two pages may not have the same title.
func (s *Site) loadPages(d *decoder) {
	s.pages = map[string]pageSource{}
	titles := map[string]*string{s.home.Meta.Title: &s.home.Meta.Title, s.blog.Index.Meta.Title: &s.blog.Index.Meta.Title}
	for i, r := range s.routes {
		file, page := s.pageFile(r)
		if page == nil || !d.load(file, page) {
			continue
		}
		page.check(d)
		meta := page.meta()
		meta.check(d)
		if first, again := titles[meta.Title]; again && meta.Title != "" {
			d.report(&meta.Title, fmt.Sprintf("wanted a title of its own: %s has this one", d.positions[first]), "duplicate title %q", meta.Title)
		}
		titles[meta.Title] = &meta.Title
		s.pages[r.Path] = page
		if city, ok := page.(*cityPage); ok {
			s.routes[i].DescribesBusiness = city.DescribesBusiness
		}
	}
	s.checkReviews(d)
	s.reportUnusedFiles(d)
}

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

// pageFile names the file of a route's page and what it is read into; the page is nil where the kind has none.
func (s *Site) pageFile(r Route) (file string, page pageSource) {
	switch r.Kind {
	case KindGetQuote:
		return "get-quote.yaml", &quotePage{}
	case KindServices:
		return "all-services.yaml", &servicesPage{}
	case KindLocations:
		return "all-locations.yaml", &locationsPage{}
	case KindEstimate:
		return "estimate.yaml", &estimatePage{}
	case KindService:
		page = &servicePage{serviceTypes: s.quote.ServiceTypes}
	case KindCategory:
		page = &categoryPage{serviceTypes: s.quote.ServiceTypes}
	case KindCity:
		page = &cityPage{}
	case KindArticle:
		page = &articlePage{}
	case KindLegal:
		page = &legalPage{}
	default:
		return "", nil
	}
	folder := folders[r.Kind]
	return path.Join(folder.name, r.Slug+folder.extension), page
}

// load reads a page's file; false, with a diagnostic, where it cannot be parsed.
func (d *decoder) load(file string, page pageSource) bool {
	switch page := page.(type) {
	case *articlePage:
		return d.article(file, page)
	case *legalPage:
		return d.legal(file, page)
	}
	node := d.parse(file)
	if node != nil {
		d.decode(file, node, page)
	}
	return node != nil
}

// reportUnusedFiles reports files that no page reads: a slug that was mistyped, or a page that is gone.
func (s *Site) reportUnusedFiles(d *decoder) {
	wanted := map[string]bool{}
	for _, r := range s.routes {
		file, _ := s.pageFile(r)
		wanted[file] = true
	}
	for _, folder := range folders {
		entries, err := fs.ReadDir(d.fsys, folder.name)
		if err != nil {
			continue // each missing file has its diagnostic
		}
		for _, entry := range entries {
			if file := path.Join(folder.name, entry.Name()); !wanted[file] {
				d.diagnostics.add(position{file, 1}, "no page reads this file", "wanted the slug of a page as its name")
			}
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
func (c *contactSource) check(d *decoder, offered []string) {
	if c.ServiceType != "" && !slices.Contains(offered, c.ServiceType) {
		d.report(&c.ServiceType, "wanted one of "+strings.Join(offered, ", "), "the form does not offer %q", c.ServiceType)
	}
}

// call and quoteLink are the two ways to ask that a hero offers.
func (s *Site) call() Link { return Link{s.home.Hero.CallLabel, "tel:" + s.business.digits()} }

func (s *Site) quoteLink(href string) Link { return Link{s.layout.Nav.QuoteLabel, href} }

// breadcrumbs lead to the page with the title from one above it.
func (s *Site) breadcrumbs(above Link, title string) Breadcrumbs {
	return Breadcrumbs{Label: s.shared.BreadcrumbsLabel, Items: []Breadcrumb{{above.Label, above.Href}, {Label: title}}}
}
