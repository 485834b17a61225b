package content

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The paths of the two pages that lead to all others of their kind.
const (
	servicesPath  = "/services"
	locationsPath = "/locations"
)

// servicesPage is all-services.yaml.
type servicesPage struct {
	Meta       metaSource    `yaml:"meta"`
	Scene      SceneName     `yaml:"scene"`
	Hero       leadSource    `yaml:"hero"`
	LoadsLabel string        `yaml:"loadsLabel"`
	JumpLabel  string        `yaml:"jumpLabel"`
	Terms      termsSource   `yaml:"terms"`
	Contact    contactSource `yaml:"contact"`
}

// termsSource is what every price includes, and what is not accepted, of which the lists are facts.
type termsSource struct {
	Title         string    `yaml:"title"`
	Lead          string    `yaml:"lead"`
	Scene         SceneName `yaml:"scene"`
	IncludedTitle string    `yaml:"includedTitle"`
	RefusedTitle  string    `yaml:"refusedTitle"`
	RefusedNote   string    `yaml:"refusedNote"`
}

func (t *termsSource) props(facts *factList) TermsSection {
	return TermsSection{
		Title: t.Title, Lead: t.Lead, Scene: string(t.Scene), IncludedTitle: t.IncludedTitle, Included: facts.list("price_includes"),
		NotAcceptedTitle: t.RefusedTitle, NotAccepted: facts.list("not_accepted"), NotAcceptedNote: t.RefusedNote,
	}
}

// locationsPage is all-locations.yaml.
type locationsPage struct {
	Meta metaSource `yaml:"meta"`
	// Scene is the picture on the page's social card; the page itself has the map in its place.
	Scene  SceneName  `yaml:"scene"`
	Hero   leadSource `yaml:"hero"`
	Cities struct {
		Title string `yaml:"title"`
		Lead  string `yaml:"lead"`
	} `yaml:"cities"`
	Also    areaSource    `yaml:"also"`
	Contact contactSource `yaml:"contact"`
}

func (p *servicesPage) meta() *metaSource { return &p.Meta }

func (p *servicesPage) check(*decoder) {}

func (p *servicesPage) heading(*Site, string) string { return p.Hero.Title }

func (p *servicesPage) scene(*Site, string) SceneName { return p.Scene }

func (p *servicesPage) props(s *Site, info BuildInfo, _ string) any { return s.Services(info) }

func (p *locationsPage) meta() *metaSource { return &p.Meta }

func (p *locationsPage) check(*decoder) {}

func (p *locationsPage) heading(*Site, string) string { return p.Hero.Title }

func (p *locationsPage) scene(*Site, string) SceneName { return p.Scene }

func (p *locationsPage) props(s *Site, info BuildInfo, _ string) any { return s.Locations(info) }

// overview is the hero of either page.
func (l *leadSource) overview(s *Site) OverviewHero {
	return OverviewHero{
		Title: l.Title, Lead: l.Lead, Call: s.call(), Quote: s.quoteLink(contactAnchor),
	}
}

// Services is the page at /services.
func (s *Site) Services(info BuildInfo) ServicesPage {
	src := s.pages[servicesPath].(*servicesPage)
	page := ServicesPage{
		Breadcrumbs: s.breadcrumbs(Link{s.shared.HomeLabel, "/"}, s.layout.Nav.ServicesLabel),
		Hero:        src.Hero.overview(s), Scene: string(src.Scene),
		LoadsLabel: src.LoadsLabel, JumpLabel: src.JumpLabel,
		Terms:   src.Terms.props(&s.facts),
		Contact: src.Contact.contact(s, info, servicesPath),
	}
	for _, card := range s.pages[quotePath].(*quotePage).Prices.Cards {
		page.Loads = append(page.Loads, LoadPrice{card.Name, card.Price})
	}
	var all []Link
	for i := range s.services.Categories {
		category := s.services.Categories[i].rows(info.Assets, &s.prices)
		page.Categories = append(page.Categories, category)
		for _, row := range category.Services {
			all = append(all, Link{row.Name, row.Href})
		}
	}
	structured := []string{s.breadcrumbData(info, servicesPath, page.Breadcrumbs), s.listData(info, all)}
	page.Layout = s.pageLayout(info, servicesPath, contactAnchor, src.Meta.props(s.base(info)+servicesPath, structured))
	return page
}

// rows is the category with everything that it costs, beginning with its own line where it has one.
func (c *category) rows(assets Assets, prices *priceList) CategoryPrices {
	list := CategoryPrices{ID: c.Slug, Name: c.Name, Href: c.href(), Blurb: c.Blurb, Scene: assets.shown(c.Slug, c.scene())}
	if c.Whole != nil {
		list.Services = append(list.Services, ServiceRow{c.Whole.Name, c.href(), c.Whole.price(prices), c.Whole.About})
	}
	for i := range c.Services {
		s := &c.Services[i]
		list.Services = append(list.Services, ServiceRow{s.Name, s.href(), s.price(prices), s.About})
	}
	return list
}

// Locations is the page at /locations.
func (s *Site) Locations(info BuildInfo) LocationsPage {
	src := s.pages[locationsPath].(*locationsPage)
	page := LocationsPage{
		Breadcrumbs: s.breadcrumbs(Link{s.shared.HomeLabel, "/"}, s.layout.Nav.LocationsLabel),
		Hero:        src.Hero.overview(s), Map: s.areaMap(info),
		Cities:  CitiesSection{Title: src.Cities.Title, Lead: src.Cities.Lead, Items: []CityCard{}},
		Also:    TownsSection{Title: src.Also.Title, Text: src.Also.Text, Towns: s.area.also(), CTA: src.Also.CTA},
		Contact: src.Contact.contact(s, info, locationsPath),
	}
	shown := s.area.Cities
	if len(shown) > listedCities {
		shown, page.Cities.Letters = nil, byLetter(links(s.area.Cities))
	}
	for i := range shown {
		t := &shown[i]
		path := t.href()
		city := s.pages[path].(*cityPage)
		page.Cities.Items = append(page.Cities.Items, CityCard{
			Name: t.Name, Href: path, Scene: info.Assets.shown(t.Slug, city.Hero.Scene), Fact: city.Hero.Facts[0], Places: firstOf(city.Neighborhoods.Items, 3),
		})
	}
	structured := []string{s.breadcrumbData(info, locationsPath, page.Breadcrumbs), s.listData(info, links(s.area.Cities))}
	page.Layout = s.pageLayout(info, locationsPath, contactAnchor, src.Meta.props(s.base(info)+locationsPath, structured))
	return page
}

// byLetter groups cities by the first letter of their names.
func byLetter(cities []Link) []LetterGroup {
	slices.SortStableFunc(cities, func(a, b Link) int { return strings.Compare(strings.ToLower(a.Label), strings.ToLower(b.Label)) })
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

// firstOf names the first n of a list and counts the rest: "Lakewood, M Streets, Lower Greenville, and 15 more".
func firstOf(list []string, n int) string {
	if len(list) <= n {
		return enumerate(list, "and")
	}
	return fmt.Sprintf("%s, and %d more", strings.Join(list[:n], ", "), len(list)-n)
}
