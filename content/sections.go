package content

import (
	"cmp"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"haulfront/content/company"
	"haulfront/content/load"
	"haulfront/content/wording"
)

// These parts are of pages of several kinds. Copy is decoded straight into props; those with file:"-" are filled in.

// QuoteContact is the form on the page that has it; contact links of pages with a form lead to contactAnchor.
const (
	contactAnchor = "#contact"
	QuotePath     = "/get-quote"
	QuoteContact  = "/get-quote#contact"
)

type pageMeta struct {
	Meta  metaSource `yaml:",omitempty"`
	Draft bool       `yaml:",omitempty"` // see Draft
}

func (m *pageMeta) meta() *metaSource { return &m.Meta }

type metaSource struct {
	Title       string   `yaml:",omitempty"`
	Description string   `yaml:",omitempty"`
	Keywords    []string `yaml:",omitempty"`
}

// complete makes a missing title from the heading, and a description from the lead, and brings these and the program's
// to the lengths that search results show. Each keyword remains once, without the article of a region.
func (m *metaSource) complete(d *load.Decoder, heading, lead string, b *company.Business) {
	all := m.Keywords
	m.Keywords = all[:0]
	for _, keyword := range all {
		if keyword = strings.ReplaceAll(keyword, " the ", " "); !slices.Contains(m.Keywords, keyword) {
			m.Keywords = append(m.Keywords, keyword)
		}
	}
	if made := m.Title == "" && heading != ""; made || d.BuiltIn(&m.Title) {
		m.Title = cmp.Or(m.Title, heading+" | "+b.ShortName)
		for _, end := range []string{" | ", " in "} {
			if utf8.RuneCountInString(m.Title) > titleMax {
				m.Title, _, _ = strings.Cut(m.Title, end)
			}
		}
	}
	if made := m.Description == "" && lead != ""; made || d.BuiltIn(&m.Description) {
		m.Description = cmp.Or(m.Description, lead)
		for text := m.Description; utf8.RuneCountInString(m.Description) > descriptionMax; {
			if i := strings.LastIndex(strings.TrimSuffix(text, "."), ". "); i >= 0 {
				text = text[:i+1]
				m.Description = text
			} else {
				text = text[:max(0, strings.LastIndex(text, " "))]
				m.Description = text + "…"
			}
		}
		call := " Call "
		if made { // maybe in another language
			call = " "
		}
		if utf8.RuneCountInString(m.Description) < descriptionMin {
			m.Description += call + b.Phone + "."
		}
	}
}

func (m *metaSource) checkLengths(d *load.Decoder) {
	if n := utf8.RuneCountInString(m.Title); n > titleMax {
		d.Report(&m.Title, fmt.Sprintf("wanted at most %d", titleMax), "the title has %d characters", n)
	}
	if n := utf8.RuneCountInString(m.Description); n > 0 && (n < descriptionMin || n > descriptionMax) {
		d.Report(&m.Description, fmt.Sprintf("wanted %d to %d", descriptionMin, descriptionMax),
			"the description has %d characters", n)
	}
}

// Breadcrumbs lead to a page.
type Breadcrumbs struct {
	Label string `json:"label"`
	// Items are the steps; the last one is the page itself, with an empty Href.
	Items []Link `json:"items"`
}

func (s *Site) breadcrumbs(above Link, title string) Breadcrumbs {
	return Breadcrumbs{Label: s.shared.BreadcrumbsLabel, Items: []Link{above, {Label: title}}}
}

func (s *Site) call() Link                 { return Link{s.home.Hero.CallLabel, s.Brand().Phone.Href} }
func (s *Site) quoteLink(href string) Link { return Link{s.layout.Nav.QuoteLabel, href} }

// Reason is a short text with a lucide icon.
type Reason struct {
	Icon  IconName `json:"icon" tstype:"string"`
	Title string   `json:"title"`
	Text  string   `json:"text"`
}

// BenefitsSection is a list of reasons.
type BenefitsSection struct {
	Title string   `json:"title"`
	Cards []Reason `json:"cards" count:"3-5 cards"`
}

// StepsSection is a process, step by step.
type StepsSection struct {
	Title string         `json:"title"`
	Lead  string         `json:"lead,omitempty"`
	Steps []wording.Step `json:"steps" count:"3-5 steps"`
}

// PricingSection is a price list with notes.
type PricingSection struct {
	Title string     `json:"title"`
	Lead  string     `json:"lead,omitempty"`
	Rows  []PriceRow `json:"rows"`
	Notes []string   `json:"notes"`
	// Estimate is the address of the estimator with the page's item, empty for a company's own service without one;
	// nil: the estimator's.
	Estimate *string `json:"estimate,omitempty" file:"-"`
}

// PriceRow is one line of a price list.
type PriceRow struct {
	Label string            `json:"label"`
	Price company.PriceText `json:"price" tstype:"string"`
}

// ChecklistSection lists accepted items in one or more groups.
type ChecklistSection struct {
	Title  string           `json:"title"`
	Lead   string           `json:"lead,omitempty"`
	Groups []ChecklistGroup `json:"groups"`
}

// ChecklistGroup is a list of items with an optional title.
type ChecklistGroup struct {
	Title string       `json:"title,omitempty"`
	Items []LinkedText `json:"items"`
}

// LinkedText is a line that leads to a page; Href is empty if it does not. In content it is the text, or both.
type LinkedText struct {
	Text string `json:"text"`
	Href string `json:"href,omitempty"`
	// Price and Detail are those of a line of prices, see priced.
	Price  string `json:"price,omitempty" file:"-"`
	Detail string `json:"detail,omitempty" file:"-"`

	written string // with its references
}

func (t *LinkedText) DecodeText(d *load.Decoder, at load.Position, written string) {
	t.Text, t.written = d.Resolve(at, written), written
}

// linked returns lines with links: to the given page, or to the service whose price is the first in the line.
func (s *Site) linked(lines []LinkedText) []LinkedText {
	lines = slices.Clone(lines)
	for i := range lines {
		line := &lines[i]
		if key := load.Reference.FindString(line.written); line.Href == "" {
			line.Href = s.pricedAt[strings.TrimSuffix(strings.TrimPrefix(key, "{price."), "}")]
		}
	}
	return lines
}

// priceInLine matches a line with a price: what it is for, the price, and what qualifies that.
var priceInLine = regexp.MustCompile(`^(.+?),? ((?:from )?\$\d+(?:,\d{3})*(?:–\$\d+(?:,\d{3})*)?\+?)(?:,? (.+))?$`)

// priced takes the first price out of each line, such as "Sheds, $300–$1,200 for an 8x10", and what follows it.
func priced(lines []LinkedText) []LinkedText {
	for i := range lines {
		if parts := priceInLine.FindStringSubmatch(lines[i].Text); parts != nil {
			lines[i].Text, lines[i].Price, lines[i].Detail = parts[1], parts[2], load.Capitalize(parts[3])
		}
	}
	return lines
}

// priceHrefs are the pages of services by the keys of their prices, categories first, in the order of the menu.
func (s *Site) priceHrefs() map[string]string {
	hrefs := map[string]string{}
	add := func(key, href string) {
		if key != "" && hrefs[key] == "" {
			hrefs[key] = href
		}
	}
	for _, c := range s.services.Categories {
		if c.Whole != nil {
			for _, p := range c.Whole.Prices {
				add(p.Key, c.href())
			}
		}
	}
	for _, slug := range s.serviceSlugs() {
		path := KindService.path(*slug)
		if page, ok := s.pages[path].(*servicePage); ok {
			for _, row := range page.Pricing.Rows {
				add(row.Price.Key, path)
			}
		}
	}
	return hrefs
}

// TermsSection is what every price includes, and the items that are not accepted.
type TermsSection struct {
	Title            string    `json:"title"`
	Lead             string    `json:"lead"`
	Scene            SceneName `json:"scene" tstype:"string"`
	IncludedTitle    string    `json:"includedTitle"`
	Included         []string  `json:"included" file:"-"`
	NotAcceptedTitle string    `json:"notAcceptedTitle" file:"refusedTitle"`
	NotAccepted      []string  `json:"notAccepted" file:"-"`
	NotAcceptedNote  string    `json:"notAcceptedNote" file:"refusedNote"`
}

func (t TermsSection) complete(facts *company.FactList) TermsSection {
	t.Included, t.NotAccepted = facts.List("price_includes"), facts.List("not_accepted")
	return t
}

// FAQSection is a list of questions.
type FAQSection struct {
	Title string    `json:"title"`
	Lead  string    `json:"lead,omitempty"`
	Items []FAQItem `json:"items" count:"1 questions"`
}

// FAQItem is a question with its answer.
type FAQItem struct {
	Question string `json:"question"`
	Answer   string `json:"answer"`
}

// AreaBlock is the service area; its button leads to #contact.
type AreaBlock struct {
	Title string `json:"title"`
	Text  string `json:"text"`
	// CTA has the label of the header's button by default.
	CTA    string `json:"cta" file:"cta,omitempty"`
	Cities []Link `json:"cities" file:"-"`
	All    Link   `json:"all" file:"-"`
}

func (a AreaBlock) complete(s *Site) AreaBlock {
	a.CTA = cmp.Or(a.CTA, s.layout.Nav.QuoteLabel)
	a.Cities, a.All = links(s.Towns.Listed()), Link{s.shared.AllLocations, locationsPath}
	return a
}

// ContactSection is the section #contact with the quote form.
type ContactSection struct {
	Title string `json:"title"`
	Lead  string `json:"lead"`
	// ServiceType is the form's initial choice; empty if no option fits the page.
	ServiceType string `json:"-" file:"serviceType,omitempty"`
	// Close is the end of the page: "after" shows the hero's place with the job done, "room" and "garage" empty ones,
	// "truck" a dark band. The default of a service depends on its shape; other pages have the band.
	Close string `json:"close" file:"close,omitempty" tstype:"'after' | 'room' | 'garage' | 'truck'"`
	// Scene is the picture of the page's end; empty if there is none.
	Scene string `json:"scene,omitempty" file:"-"`
	// Points are short lines beside the form of the home page, and prices beside that of a service.
	Points []string  `json:"points,omitempty" file:"-"`
	Form   QuoteForm `json:"form" file:"-"`
}

// The ends of pages, and the scenes of those that do not depend on the page.
const (
	closeAfter = "after"
	closeRoom  = "room"
	closeTruck = "truck"
)

var closings = map[string]string{closeRoom: "empty-room", "garage": "swept-garage"}

// complete adds the form of the page at path, and the picture of the end: that of the hero's scene, if it is not empty.
func (c ContactSection) complete(s *Site, info BuildInfo, path, scene string) ContactSection {
	c.Close = cmp.Or(c.Close, closeAfter)
	if c.Close != closeTruck {
		c.Scene = info.drawn(cmp.Or(closings[c.Close], scene+"-after"))
	}
	if c.Scene == "" {
		c.Close = closeTruck
	}
	c.Form = s.quoteForm(info, contactForm, s.home.Contact.FormTitle, s.quote.Sources.Contact, path)
	if slices.Contains(s.quote.ServiceTypes, c.ServiceType) {
		c.Form.Values["serviceType"] = c.ServiceType
	}
	return c
}

func (c *ContactSection) Check(d *load.Decoder) {
	d.Choices = append(d.Choices, &c.ServiceType)
}

// QuoteBox asks for a call or a quote request on a page without a form.
type QuoteBox struct {
	Title string `json:"title"`
	Text  string `json:"text"`
	Call  Link   `json:"call" file:"-"`
	Quote Link   `json:"quote" file:"-"`
}

func (s *Site) quoteBox() QuoteBox {
	box := s.blog.QuoteBox
	box.Call, box.Quote = s.call(), s.quoteLink(QuoteContact)
	return box
}

// NotFoundPage is the props of the page for unknown paths.
type NotFoundPage struct {
	ErrorPage `tstype:",extends"`
	Links     []Link `json:"links"`
}

// ErrorPage is the props of the page for errors.
type ErrorPage struct {
	Layout Layout `json:"layout"`
	Title  string `json:"title"`
	Text   string `json:"text"`
	Home   Link   `json:"home"`
}

func checkOrder(d *load.Decoder, order []string, sections string) {
	for i, name := range load.Items(order) {
		switch known := slices.Sorted(strings.FieldsSeq(sections)); {
		case slices.Contains(order[:i], *name):
			d.Report(name, "wanted each section once", "the order names %q again", *name)
		case !slices.Contains(known, *name):
			d.Report(name, "wanted some of "+strings.Join(known, ", "),
				"the order names %q, which is no section", *name)
		}
	}
}

// shown is an order without sections that are empty fields of the page behind the pointer, or off: these it empties.
func (s *Site) shown(order []string, page any) []string {
	part := map[string]string{"testimonials": company.PartReviews, "truckloads": company.PartLoads}
	return slices.DeleteFunc(slices.Clone(order), func(name string) bool {
		isNamed := func(field string) bool { return strings.EqualFold(field, name) }
		section := reflect.ValueOf(page).Elem().FieldByNameFunc(isNamed)
		if s.Business.IsOff(cmp.Or(part[name], name)) {
			section.SetZero()
		}
		return section.IsZero() || section.Kind() == reflect.Slice && section.Len() == 0
	})
}
