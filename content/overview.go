package content

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"haulfront/content/company"
	"haulfront/content/load"
)

const (
	servicesPath  = "/services"
	locationsPath = "/locations"
)

type servicesPage struct {
	pageMeta
	ServicesPage
}

// ServicesPage is the props of "/services".
type ServicesPage struct {
	Layout      Layout           `json:"layout" file:"-"`
	Breadcrumbs Breadcrumbs      `json:"breadcrumbs" file:"-"`
	Hero        OverviewHero     `json:"hero"`
	Scene       SceneName        `json:"scene" tstype:"string"`
	LoadsLabel  string           `json:"loadsLabel"`
	Loads       []PriceTier      `json:"loads" file:"-"`
	JumpLabel   string           `json:"jumpLabel"`
	Categories  []CategoryPrices `json:"categories" file:"-"`
	Terms       TermsSection     `json:"terms"`
	Contact     ContactSection   `json:"contact"`
}

// OverviewHero opens a page, and is all of the hero on those of all services and of all locations.
type OverviewHero struct {
	Title string `json:"title"`
	Lead  string `json:"lead"`
	Call  Link   `json:"call" file:"-"`
	Quote Link   `json:"quote" file:"-"`
}

// CategoryPrices is a category with the price of everything in it.
type CategoryPrices struct {
	// ID is unique on the page; the links at the page's top lead there.
	ID       string       `json:"id"`
	Name     string       `json:"name"`
	Href     string       `json:"href"`
	Blurb    string       `json:"blurb"`
	Scene    string       `json:"scene"`
	Services []ServiceRow `json:"services"`
}

// ServiceRow is a service with its price and the job that the price is for.
type ServiceRow struct {
	Name  string `json:"name"`
	Href  string `json:"href"`
	Price string `json:"price"`
	About string `json:"about"`
	Time  string `json:"time,omitempty"`
}

type locationsPage struct {
	pageMeta
	// Scene is the picture on the page's social card; the page itself shows the map.
	Scene SceneName `yaml:",omitempty"`
	LocationsPage
}

// LocationsPage is the props of "/locations".
type LocationsPage struct {
	Layout      Layout         `json:"layout" file:"-"`
	Breadcrumbs Breadcrumbs    `json:"breadcrumbs" file:"-"`
	Hero        OverviewHero   `json:"hero"`
	Map         AreaMap        `json:"map" file:"-"`
	Cities      CitiesSection  `json:"cities"`
	Also        TownsSection   `json:"also"`
	Contact     ContactSection `json:"contact"`
}

// CitiesSection lists the cities that have a page: as Items with pictures if they are few enough, otherwise as Letters.
type CitiesSection struct {
	Title   string        `json:"title"`
	Lead    string        `json:"lead"`
	Items   []CityCard    `json:"items" file:"-"`
	Letters []LetterGroup `json:"letters,omitempty" file:"-"`
}

// LetterGroup is the cities whose names begin with a letter, in the order of their names.
type LetterGroup struct {
	ID     string `json:"id"`
	Letter string `json:"letter"`
	Cities []Link `json:"cities"`
}

// CityCard leads to a city's page.
type CityCard struct {
	Name  string `json:"name"`
	Href  string `json:"href"`
	Scene string `json:"scene"`
	// Places are the first of its neighborhoods: "Lakewood, M Streets, Lower Greenville, and 15 more".
	Places string `json:"places"`
}

// TownsSection names the towns in the area that have no page; its button leads to #contact.
type TownsSection struct {
	Title string   `json:"title"`
	Text  string   `json:"text"`
	Towns []string `json:"towns" file:"-"`
	CTA   string   `json:"cta" file:"cta,omitempty"`
}

func (p *servicesPage) card(*Site, string) (_, _ string, _ SceneName) {
	return p.Hero.Title, "", p.Scene
}

func (p *locationsPage) card(*Site, string) (heading, lead string, scene SceneName) {
	return p.Hero.Title, "", cmp.Or(p.Scene, anyScene)
}

func (s *Site) loads() []PriceTier {
	if s.Business.IsOff(company.PartLoads) {
		return []PriceTier{}
	}
	return s.pages[QuotePath].(*quotePage).Prices.Cards
}

func (p *servicesPage) props(s *Site, info BuildInfo, r Route) any {
	page := p.ServicesPage
	page.Breadcrumbs = s.breadcrumbs(Link{s.shared.HomeLabel, "/"}, s.layout.Nav.ServicesLabel)
	page.Hero.Call, page.Hero.Quote = s.call(), s.quoteLink(contactAnchor)
	page.Terms, page.Contact = p.Terms.complete(&s.Facts), p.Contact.complete(s, info, r.Path, "")
	page.Loads = s.loads()
	var all []Link
	for _, c := range s.services.Categories {
		rows := c.rows()
		page.Categories = append(page.Categories, CategoryPrices{
			ID: c.Slug, Name: c.Name, Href: c.href(), Blurb: c.Blurb, Scene: info.Assets.Shown(c.Slug, c.scene()),
			Services: rows,
		})
		all = append(all, load.Each(rows, func(row *ServiceRow) Link { return Link{row.Name, row.Href} })...)
	}
	page.Layout = s.routeLayout(info, r.Path, contactAnchor, &p.Meta,
		s.breadcrumbData(info, r.Path, page.Breadcrumbs), s.listData(info, all))
	return page
}

func (p *locationsPage) props(s *Site, info BuildInfo, r Route) any {
	page := p.LocationsPage
	page.Breadcrumbs = s.breadcrumbs(Link{s.shared.HomeLabel, "/"}, s.layout.Nav.LocationsLabel)
	page.Hero.Call, page.Hero.Quote = s.call(), s.quoteLink(contactAnchor)
	page.Map, page.Also.Towns = s.areaMap(info), s.Towns.AlsoNames()
	page.Also.CTA = cmp.Or(page.Also.CTA, s.layout.Nav.QuoteLabel)
	page.Contact = p.Contact.complete(s, info, r.Path, "")
	shown, listed := s.Towns.Cities, links(s.Towns.Cities)
	if len(shown) > company.ListedCities {
		shown, page.Cities.Letters = nil, byLetter(listed) // sorts listed
	}
	page.Cities.Items = make([]CityCard, len(shown))
	for i, t := range shown {
		city := s.pages[cityHref(t)].(*cityPage)
		card := CityCard{Name: t.InState(), Href: cityHref(t), Scene: info.Assets.Shown(t.Slug, city.Hero.Scene)}
		if city.Neighborhoods != nil {
			card.Places = firstOf(city.Neighborhoods.Items, 3)
		}
		page.Cities.Items[i] = card
	}
	data := []string{s.breadcrumbData(info, r.Path, page.Breadcrumbs), s.listData(info, listed)}
	page.Layout = s.routeLayout(info, r.Path, contactAnchor, &p.Meta, data[:min(2, 1+len(listed))]...)
	return page
}

func byLetter(cities []Link) []LetterGroup {
	slices.SortStableFunc(cities, func(a, b Link) int {
		return strings.Compare(strings.ToLower(a.Label), strings.ToLower(b.Label))
	})
	var groups []LetterGroup
	for _, city := range cities {
		first, _ := utf8.DecodeRuneInString(city.Label)
		letter := string(unicode.ToUpper(first))
		if len(groups) == 0 || groups[len(groups)-1].Letter != letter {
			groups = append(groups, LetterGroup{ID: "cities-" + strings.ToLower(letter), Letter: letter})
		}
		last := &groups[len(groups)-1]
		last.Cities = append(last.Cities, city)
	}
	return groups
}

func firstOf(list []string, n int) string {
	if len(list) <= n {
		return company.Enumerate(list, "and")
	}
	return fmt.Sprintf("%s, and %d more", strings.Join(list[:n], ", "), len(list)-n)
}

func (s *Site) citySlugs() []*string {
	return load.Each(s.Towns.Cities, func(t *company.Town) *string { return &t.Slug })
}

func cityHref(t company.Town) string {
	if t.Slug == "" {
		return ""
	}
	return KindCity.path(t.Slug)
}

func links(cities []company.Town) []Link {
	return load.Each(cities, func(t *company.Town) Link { return Link{t.Name, cityHref(*t)} })
}

func (s *Site) cityLinks() []Link {
	list := links(s.Towns.Listed())
	if n := len(s.Towns.Cities); n == 0 || n > company.ListedCities {
		list = append(list, Link{s.shared.AllLocations, locationsPath})
	}
	return list
}

// AreaMap is the drawn map, in the units of a viewBox of Width × Height, and the interactive map on request.
type AreaMap struct {
	Alt    string `json:"alt"`
	Width  int    `json:"width" file:"-"`
	Height int    `json:"height" file:"-"`
	// Radius is the service radius, in the map's units, around Center; 0 if the towns alone are served.
	Center      company.Point `json:"center" file:"-"`
	Radius      float64       `json:"radius" file:"-"`
	RadiusLabel string        `json:"radiusLabel" file:"-"`
	// Roads and Lakes are the data of SVG paths.
	Roads      string     `json:"roads" file:"-"`
	Lakes      string     `json:"lakes" file:"-"`
	Places     []MapPlace `json:"places" file:"-"`
	EmbedURL   string     `json:"embedUrl" file:"-"`
	EmbedTitle string     `json:"embedTitle"`
	ShowLabel  string     `json:"showLabel"`
	HideLabel  string     `json:"hideLabel"`
	OpenLabel  string     `json:"-" file:"openLabel"`
	Open       Link       `json:"open" file:"-"`
}

// MapPlace is a town on the drawn map; Href is empty if it has no page.
type MapPlace struct {
	Name string        `json:"name"`
	Href string        `json:"href"`
	At   company.Point `json:"at"`
	// Anchor is the position of the name relative to the dot: "start", "end" or "middle" (above).
	Anchor string `json:"anchor"`
}
