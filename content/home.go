package content

import (
	"cmp"
	"fmt"
	"slices"

	"haulfront/content/company"
	"haulfront/content/load"
	"haulfront/content/wording"
)

type homeSource struct {
	pageMeta
	HomePage
	Contact struct {
		Title, Lead, FormTitle string
		Points                 []string
	}
}

func (s *homeSource) Check(d *load.Decoder) {
	checkOrder(d, s.Order, "truckloads services why who testimonials area faq blog")
}

func (s *homeSource) card(*Site, string) (_, _ string, _ SceneName) {
	return s.Hero.Title, "", s.Hero.Scene
}

// HomePage is the props of "/".
type HomePage struct {
	Layout Layout `json:"layout" file:"-"`
	Hero   Hero   `json:"hero"`
	// Order names the fields between the hero and the form, in their order on the page.
	Order        []string             `json:"order"`
	Truckloads   TruckloadsSection    `json:"truckloads" file:"-"`
	Picker       wording.PickerWords  `json:"-" file:"picker"`
	Services     ServicesSection      `json:"services"`
	Why          WhySection           `json:"why"`
	Who          *WhoSection          `json:"who,omitempty" file:"-"`
	Testimonials *TestimonialsSection `json:"testimonials,omitempty"`
	Area         AreaSection          `json:"area"`
	FAQ          FAQSection           `json:"faq"`
	Blog         BlogSection          `json:"blog"`
	Contact      ContactSection       `json:"contact" file:"-"`
}

// Hero opens the home page: promise, proof, call button and form.
type Hero struct {
	// Eyebrow is a short line above the title: where, and for whom.
	Eyebrow   string    `json:"eyebrow"`
	Title     string    `json:"title"`
	Lead      string    `json:"lead"`
	Proofs    []string  `json:"proofs" count:"1 proofs"`
	CallLabel string    `json:"-" file:"callLabel"`
	Call      Link      `json:"call" file:"-"`
	Scene     SceneName `json:"scene" tstype:"string"`
	FormTitle string    `json:"-" file:"formTitle"`
	Form      QuoteForm `json:"form" file:"-"`
}

// TruckloadsSection is the prices of loads beside the first pair of pictures, both of "/get-quote".
type TruckloadsSection struct {
	Title  string      `json:"title"`
	Lead   string      `json:"lead"`
	Loads  []PriceTier `json:"loads"`
	Slider HeroSlider  `json:"slider"`
	// Picker replaces Loads once it is hydrated; nil leaves them.
	Picker *LoadPicker `json:"picker,omitempty"`
}

// ServiceReview is a customer's review of a service.
type ServiceReview struct {
	Review  company.Testimonial `json:"review"`
	Service Link                `json:"service"`
}

// ServicesSection lists everything that the company hauls, by category.
type ServicesSection struct {
	Title      string         `json:"title"`
	Lead       string         `json:"lead"`
	Categories []CategoryCard `json:"categories" file:"-"`
}

// CategoryCard is a category with its picture and its blurb.
type CategoryCard struct {
	Category `tstype:",extends"`
	Blurb    string `json:"blurb"`
	Scene    string `json:"scene"`
	// Price is what the cheapest of its Services costs, "from $99".
	Price string `json:"price"`
}

// WhySection is what sets the company apart.
type WhySection struct {
	Title   string    `json:"title"`
	Lead    string    `json:"lead,omitempty"`
	Scene   SceneName `json:"scene" tstype:"string"`
	Reasons []Reason  `json:"reasons"`
}

// AreaSection is the map of the service area with its city links.
type AreaSection struct {
	Title     string  `json:"title"`
	Lead      string  `json:"lead"`
	Map       AreaMap `json:"map"`
	Cities    []Link  `json:"cities" file:"-"`
	AlsoLabel string  `json:"alsoLabel"`
	// OnlyLabel replaces AlsoLabel if no town has a page.
	OnlyLabel string `json:"-" file:"onlyLabel"`
	Also      string `json:"also" file:"-"`
}

// BlogSection is the blog teasers.
type BlogSection struct {
	Title   string       `json:"title"`
	Lead    string       `json:"lead"`
	Teasers []BlogTeaser `json:"teasers" file:"-"`
	ViewAll Link         `json:"viewAll"`
}

func (s *homeSource) props(site *Site, info BuildInfo, r Route) any {
	page, forms := s.HomePage, &site.quote.Sources
	page.Hero.Call = site.call()
	page.Hero.Form = site.quoteForm(info, "hero-form", s.Hero.FormTitle, forms.Hero, r.Path)
	page.Hero.Form.Folded = true
	quote := site.pages[QuotePath].(*quotePage)
	if pairs := quote.Gallery.Pairs; len(pairs) > 0 { // there are some with prices by truckload
		page.Truckloads = TruckloadsSection{quote.Prices.Title, quote.Prices.Includes, quote.Prices.Cards,
			HeroSlider{pairs[0], site.shared.BeforeLabel, site.shared.AfterLabel}, site.LoadPicker(info)}
	}
	page.Who = site.who(info)
	page.Testimonials = s.Testimonials.with(site, "", site.Business.Rating.String())
	page.Area.Map, page.Area.Cities = site.areaMap(info), site.cityLinks()
	if len(site.Towns.Cities) == 0 {
		page.Area.AlsoLabel = s.Area.OnlyLabel
	}
	page.Area.Also = company.Enumerate(site.Towns.AlsoNames(), "and")
	page.Contact = ContactSection{
		Title: s.Contact.Title, Lead: s.Contact.Lead, Points: s.Contact.Points,
		Close: closeTruck,
		Form:  site.quoteForm(info, contactForm, s.Contact.FormTitle, forms.Contact, r.Path),
	}
	page.Services.Categories = load.Each(site.services.Categories, func(c *category) CategoryCard {
		scene := info.Assets.Shown(c.Slug, c.scene())
		return CategoryCard{c.menu(c.jobs(), site.FactWords.Localize), c.Blurb, scene, c.price()}
	})
	page.Blog.Teasers = site.blog.teasers(info.Assets, site.articles[:min(3, len(site.articles))])
	if site.lacks(KindBlog.Row()) {
		page.Blog = BlogSection{}
	}
	page.Order = site.shown(s.Order, &page)
	page.Layout = site.routeLayout(info, r.Path, contactAnchor, &s.Meta,
		site.businessData(info, string(s.Hero.Scene)), schemaDocument("WebSite", "@id", site.base(info)+WebsiteID,
			"url", site.base(info)+"/", "name", site.Business.Name, "inLanguage", "en-US",
			"publisher", object{"@id", site.base(info) + BusinessID}))
	return page
}

func (s *Site) areaMap(info BuildInfo) AreaMap {
	m, g := s.home.Area.Map, &s.Geography
	latitude, longitude := g.Center[0], g.Center[1]
	m.Width, m.Height = company.MapWidth, company.MapHeight
	m.Center, m.Roads, m.Lakes = g.Project(latitude, longitude), g.Path(g.Roads, ""), g.Path(g.Lakes, "z")
	if s.Business.Area != "towns" {
		m.Radius, m.RadiusLabel = company.MapRing, s.Business.Radius()
	}
	m.EmbedURL = cmp.Or(info.MapsEmbedURL, g.EmbedURL(s.Business.RadiusMiles))
	// Zoom 9 shows about sixty miles at a phone's width. See https://wiki.openstreetmap.org/wiki/Browsing.
	m.Open = Link{m.OpenLabel, fmt.Sprintf(company.OpenStreetMap+"/#map=9/%.4f/%.4f", latitude, longitude)}
	towns := s.Towns.ShownTowns()
	if i := slices.IndexFunc(towns, func(t company.Town) bool { return t.Name == s.HomeTown() }); i > 0 {
		towns = slices.Concat(towns[i:i+1], towns[:i], towns[i+1:]) // the first one is always named
	}
	m.Places = load.Each(towns, func(t *company.Town) MapPlace {
		return MapPlace{t.Label(), cityHref(*t), g.Project(t.Latitude, t.Longitude), t.Anchor}
	})
	return m
}
