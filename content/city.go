package content

import (
	"cmp"
	"strings"

	"haulfront/content/load"
	"haulfront/content/wording"
)

type cityPage struct {
	pageMeta
	// DescribesBusiness gives the page the company's structured data, and the rating that goes with it.
	DescribesBusiness bool `yaml:",omitempty"`
	// Services are by default all of the company's, with their prices.
	Services *checklistSource `yaml:",omitempty"`
	Premium  *checklistSource `yaml:",omitempty"`
	CityPage
}

type checklistSource struct {
	Title string
	Lead  string `yaml:",omitempty"`
	Items []LinkedText
}

func (c *checklistSource) props(s *Site) *ChecklistSection {
	return &ChecklistSection{Title: c.Title, Lead: c.Lead, Groups: []ChecklistGroup{{Items: s.linked(c.Items)}}}
}

// CityPage is the props of "/locations/…".
type CityPage struct {
	Layout      Layout      `json:"layout" file:"-"`
	Breadcrumbs Breadcrumbs `json:"breadcrumbs" file:"-"`
	Hero        CityHero    `json:"hero"`
	// Shape is "list" for a page that opens with the services, whose scene then stands beside the story.
	Shape string `json:"shape,omitempty" file:"shape,omitempty" tstype:"'list'"`
	// Picture shows a job from the city's story; empty if it is not drawn.
	Picture string `json:"picture,omitempty" file:"-"`
	// Order names the fields between the hero and the call to action, in their order on the page.
	Order         []string              `json:"order" file:"order,omitempty"`
	Services      ChecklistSection      `json:"services" file:"-"`
	Disposal      *PartnersSection      `json:"disposal,omitempty"`
	Recycling     *PartnersSection      `json:"recycling,omitempty"`
	Neighborhoods *NeighborhoodsSection `json:"neighborhoods,omitempty"`
	Why           *ReasonsSection       `json:"why,omitempty"`
	Local         *StorySection         `json:"local,omitempty"`
	Testimonials  *TestimonialsSection  `json:"testimonials,omitempty"`
	Jobs          *JobsSection          `json:"jobs,omitempty"`
	Premium       *ChecklistSection     `json:"premium,omitempty" file:"-"`
	Estate        *wording.Step         `json:"estate,omitempty"`
	Renovation    *wording.Step         `json:"renovation,omitempty"`
	References    string                `json:"references,omitempty"`
	CTA           *CallToAction         `json:"cta,omitempty"`
	// Estimate is the query of the estimator with things that are usual here; empty for no link to it.
	Estimate string         `json:"estimate,omitempty"`
	Contact  ContactSection `json:"contact"`
}

// CityHero opens a city's page.
type CityHero struct {
	OverviewHero `tstype:",extends"`
	Facts        []LinkedText `json:"facts" count:"2-3 facts"`
	// Scene is one of the skylines if the file names none.
	Scene SceneName `json:"scene" file:"scene,omitempty" tstype:"string"`
}

// PartnersSection lists the places that take junk.
type PartnersSection struct {
	Title    string    `json:"title"`
	Lead     string    `json:"lead,omitempty"`
	Partners []Partner `json:"partners"`
}

// Partner is a kind of place that takes junk.
type Partner struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
}

// NeighborhoodsSection names the parts of a city.
type NeighborhoodsSection struct {
	Title string   `json:"title"`
	Text  string   `json:"text,omitempty"`
	Items []string `json:"items" count:"1 neighborhoods"`
}

// ReasonsSection is why people of a city choose the company.
type ReasonsSection struct {
	Title   string         `json:"title"`
	Reasons []wording.Step `json:"reasons"`
}

// StorySection is a few paragraphs under a title.
type StorySection struct {
	Title      string   `json:"title"`
	Paragraphs []string `json:"paragraphs"`
}

// JobsSection is recent jobs.
type JobsSection struct {
	Title string `json:"title"`
	Items []Job  `json:"items" count:"1 jobs"`
}

// Job is a job with its photograph, if it has one.
type Job struct {
	Title string `json:"title"`
	Text  string `json:"text"`
	Photo string `json:"photo,omitempty" file:"photo,omitempty"`
}

// CallToAction is a closing appeal with a button to #contact.
type CallToAction struct {
	Title string `json:"title"`
	Text  string `json:"text"`
	Label string `json:"label" file:"label,omitempty"`
}

func (p *cityPage) Check(d *load.Decoder) {
	if p.Order == nil {
		p.Order = strings.Fields(cityOrder)
	}
	checkOrder(d, p.Order, cityOrder)
}

const cityOrder = "services local neighborhoods jobs testimonials why premium estate renovation recycling disposal " +
	"references cta"

func (p *cityPage) card(*Site, string) (_, _ string, _ SceneName) {
	return p.Hero.Title, p.Hero.Lead, p.Hero.Scene
}

func (p *cityPage) props(s *Site, info BuildInfo, r Route) any {
	page := p.CityPage
	if s.estimateLink().Href == "" {
		page.Estimate = ""
	}
	page.Breadcrumbs = s.breadcrumbs(Link{s.layout.Nav.LocationsLabel, locationsPath}, s.Towns.Name(r.Slug))
	scene := info.Assets.Shown(r.Slug, p.Hero.Scene)
	page.Hero.Call, page.Hero.Quote, page.Hero.Scene = s.call(), s.quoteLink(contactAnchor), SceneName(scene)
	page.Hero.Facts = s.linked(p.Hero.Facts)
	if prices := s.TownPrices(s.Towns.Name(r.Slug)); prices != "" {
		page.Hero.Facts = append(page.Hero.Facts, LinkedText{Text: prices})
	}
	page.Picture = info.drawn(scene + "-job")
	page.Services = ChecklistSection{Title: strings.ReplaceAll(s.shared.CityServices, "[city]", s.Towns.Name(r.Slug)),
		Groups: []ChecklistGroup{{Items: s.services.lines()}}}
	if p.Services != nil {
		page.Services = *p.Services.props(s)
	}
	page.Services.Groups[0].Items = priced(page.Services.Groups[0].Items)
	if p.Premium != nil {
		page.Premium = p.Premium.props(s)
	}
	rating := "" // structured data must be visible; the label says that it is the company's, not the city's
	if p.DescribesBusiness && s.Business.Rating != nil {
		rating = s.shared.RatingLabel + ": " + s.Business.Rating.String()
	}
	page.Testimonials = p.Testimonials.with(s, s.Towns.Name(r.Slug), rating)
	page.Order = s.shown(p.Order, &page)
	if p.CTA != nil {
		page.CTA = &CallToAction{p.CTA.Title, p.CTA.Text, cmp.Or(p.CTA.Label, s.layout.Nav.QuoteLabel)}
	}
	page.Contact = p.Contact.complete(s, info, r.Path, "")
	structured := []string{s.breadcrumbData(info, r.Path, page.Breadcrumbs)}
	if p.DescribesBusiness {
		structured = append(structured, s.businessData(info, scene))
	}
	page.Layout = s.routeLayout(info, r.Path, contactAnchor, &p.Meta, structured...)
	page.Layout.Brand.Hours = s.HoursIn(s.Towns.Name(r.Slug)).Short()
	return page
}
