package content

import (
	"cmp"

	"haulfront/content/wording"
)

type categoryPage struct {
	pageMeta
	// Breadcrumb gives the page a breadcrumb and its scene; without it the hero is centered and has an icon.
	Breadcrumb bool `yaml:",omitempty"`
	CategoryPage
}

// CategoryPage is the props of "/services/…" for one category.
type CategoryPage struct {
	Layout Layout `json:"layout" file:"-"`
	// Breadcrumbs is nil on pages with a centered hero.
	Breadcrumbs *Breadcrumbs `json:"breadcrumbs,omitempty" file:"-"`
	// Job makes the page begin dark, with its steps, like that of a service that is a job.
	Job      bool             `json:"job,omitempty" file:"job,omitempty"`
	Hero     CategoryHero     `json:"hero"`
	Intro    []string         `json:"intro" file:"intro,omitempty"`
	Cards    []CategoryFact   `json:"cards" count:"1 cards"`
	Services CategoryServices `json:"services" file:"services,omitempty"`
	Sections []TextBlock      `json:"sections" file:"sections,omitempty"`
	Pricing  *PricingSection  `json:"pricing,omitempty"`
	Steps    *StepsSection    `json:"steps,omitempty"`
	FAQ      *FAQSection      `json:"faq,omitempty"`
	Area     AreaBlock        `json:"area"`
	Contact  ContactSection   `json:"contact"`
}

// CategoryHero opens a category's page.
type CategoryHero struct {
	OverviewHero `tstype:",extends"`
	Icon         IconName `json:"icon" tstype:"string"`
	Scene        string   `json:"scene" file:"-"`
}

// CategoryFact is a card of a category's page, with an optional link.
type CategoryFact struct {
	Icon  IconName  `json:"icon" tstype:"string"`
	Scene SceneName `json:"scene,omitempty" tstype:"string"`
	Title string    `json:"title"`
	Text  string    `json:"text"`
	Href  string    `json:"href,omitempty"`
}

// CategoryServices compares a category's services, with notes on their prices.
type CategoryServices struct {
	Title  string                `json:"title" file:"title,omitempty"`
	Lead   string                `json:"lead,omitempty"`
	Notes  []string              `json:"notes" file:"notes,omitempty"`
	Rows   []ServiceRow          `json:"rows" file:"-"`
	Labels wording.CompareLabels `json:"labels" file:"-"`
	All    Link                  `json:"all" file:"-"`
}

// TextBlock is a titled text on a category's page, with or without a list.
type TextBlock struct {
	Title string   `json:"title"`
	Text  string   `json:"text"`
	Items []string `json:"items,omitempty"`
}

func (p *categoryPage) card(s *Site, slug string) (heading, lead string, scene SceneName) {
	return p.Hero.Title, p.Hero.Lead, s.services.category(slug).scene()
}

func (p *categoryPage) props(s *Site, info BuildInfo, r Route) any {
	page, category := p.CategoryPage, s.services.category(r.Slug)
	page.Hero.Call, page.Hero.Quote = s.call(), s.quoteLink(contactAnchor)
	page.Hero.Scene = info.Assets.Shown(r.Slug, category.scene())
	page.Intro, page.Sections = append([]string{}, p.Intro...), append([]TextBlock{}, p.Sections...)
	page.Cards = info.cards(p.Cards)
	page.Services = CategoryServices{
		Title: cmp.Or(p.Services.Title, s.shared.ServicesTitle), Lead: p.Services.Lead,
		Notes: append([]string{}, p.Services.Notes...), Rows: category.rows(), Labels: s.shared.Compare,
		All: Link{s.shared.AllServices, servicesPath},
	}
	page.Area, page.Contact = p.Area.complete(s), p.Contact.complete(s, info, r.Path, "")
	var structured []string
	if p.Breadcrumb {
		breadcrumbs := s.breadcrumbs(Link{s.shared.HomeLabel, "/"}, category.Name)
		page.Breadcrumbs = &breadcrumbs
		structured = append(structured, s.breadcrumbData(info, r.Path, breadcrumbs))
	}
	page.Layout = s.routeLayout(info, r.Path, contactAnchor, &p.Meta, structured...)
	return page
}
