package content

import "slices"

// serviceList is services.yaml.
type serviceList struct {
	Categories []category `yaml:"categories"`
}

type category struct {
	Slug string `yaml:"slug"`
	Name string `yaml:"name"`
	// Scene is empty where a rule chooses it.
	Scene SceneName `yaml:"scene,omitempty"`
	Blurb string    `yaml:"blurb"`
	// Whole is the category's own line on the page of all services.
	Whole    *service  `yaml:"whole,omitempty"`
	Services []service `yaml:"services"`
}

type service struct {
	// Slug is the last part of the page's path; empty for a category's own line, which leads to the category's page.
	Slug string `yaml:"slug,omitempty"`
	Name string `yaml:"name"`
	// Prices are keys of prices.yaml, the cheapest first; empty where Rate replaces them.
	Prices []string `yaml:"prices,omitempty"`
	Rate   string   `yaml:"rate,omitempty"`
	// About says what the price is for.
	About string `yaml:"about"`
}

func (c *category) href() string { return KindCategory.path(c.Slug) }
func (s *service) href() string  { return KindService.path(s.Slug) }

func (s *Site) categorySlugs() []*string {
	var slugs []*string
	for i := range s.services.Categories {
		slugs = append(slugs, &s.services.Categories[i].Slug)
	}
	return slugs
}

func (s *Site) serviceSlugs() []*string {
	var slugs []*string
	for i := range s.services.Categories {
		services := s.services.Categories[i].Services
		for j := range services {
			slugs = append(slugs, &services[j].Slug)
		}
	}
	return slugs
}

// price is what the service costs as people read it, from its first price to its last.
func (s *service) price(list *priceList) string {
	switch n := len(s.Prices); n {
	case 0:
		return s.Rate
	case 1:
		return list.Prices[s.Prices[0]].String()
	default:
		return list.Prices[s.Prices[0]].span(*list.Prices[s.Prices[n-1]]).String()
	}
}

// menu is the categories with their services and prices, as the header shows them.
func (l *serviceList) menu(prices *priceList) []Category {
	menu := make([]Category, len(l.Categories))
	for i := range l.Categories {
		c := &l.Categories[i]
		menu[i] = Category{Name: c.Name, Href: c.href(), Services: make([]MenuLink, len(c.Services))}
		for j := range c.Services {
			s := &c.Services[j]
			menu[i].Services[j] = MenuLink{Label: s.Name, Href: s.href(), Price: s.price(prices)}
		}
	}
	return menu
}

// cards is the categories with their pictures and prices, as the home page shows them.
func (l *serviceList) cards(assets Assets, prices *priceList) []CategoryCard {
	cards := make([]CategoryCard, len(l.Categories))
	for i := range l.Categories {
		c := &l.Categories[i]
		cards[i] = CategoryCard{
			Name: c.Name, Href: c.href(), Blurb: c.Blurb, Scene: assets.shown(c.Slug, c.scene()), Price: c.price(prices),
			Services: c.priced(prices),
		}
	}
	return cards
}

// price is what the category's own job costs or, where it has none, the cheapest of its services.
func (c *category) price(list *priceList) string {
	if c.Whole != nil {
		return c.Whole.price(list)
	}
	cheapest := price{From: true}
	for i := range c.Services {
		for _, key := range c.Services[i].Prices {
			if low := list.Prices[key].Low; cheapest.Low == 0 || low < cheapest.Low {
				cheapest.Low = low
			}
		}
	}
	if cheapest.Low == 0 {
		return c.Services[0].Rate // none of them has a price
	}
	return cheapest.String()
}

// priced is the category's services with their prices.
func (c *category) priced(prices *priceList) []PricedService {
	list := make([]PricedService, len(c.Services))
	for i := range c.Services {
		s := &c.Services[i]
		list[i] = PricedService{Name: s.Name, Href: s.href(), Price: s.price(prices)}
	}
	return list
}

// category returns the category with the slug, which must be that of a route.
func (l *serviceList) category(slug string) *category {
	return &l.Categories[slices.IndexFunc(l.Categories, func(c category) bool { return c.Slug == slug })]
}

// find returns the service with the slug and its category; both are nil if there is no such service.
func (l *serviceList) find(slug string) (*category, *service) {
	for i := range l.Categories {
		c := &l.Categories[i]
		for j := range c.Services {
			if c.Services[j].Slug == slug {
				return c, &c.Services[j]
			}
		}
	}
	return nil, nil
}

func (l *serviceList) check(d *decoder, prices *priceList) {
	checkSome(d, &l.Categories, "categories")
	for i := range l.Categories {
		c := &l.Categories[i]
		checkSome(d, &c.Services, "services in the category "+c.Name)
		if c.Whole != nil {
			c.Whole.check(d, prices)
			if c.Whole.Slug != "" {
				d.report(&c.Whole.Slug, "wanted none: it leads to the category's page", "the category's own line has the slug %q", c.Whole.Slug)
			}
		}
		for j := range c.Services {
			s := &c.Services[j]
			s.check(d, prices)
			if s.Slug == "" {
				d.report(s, "wanted the slug of its page", "the service %q has no slug", s.Name)
			}
		}
	}
}

func (s *service) check(d *decoder, list *priceList) {
	if (len(s.Prices) > 0) == (s.Rate != "") {
		d.report(s, "wanted prices, or a rate in their place", "the service %q has both or neither of prices and rate", s.Name)
	}
	last := 0
	for i := range s.Prices {
		p := list.Prices[s.Prices[i]]
		d.references.use("price." + s.Prices[i])
		if p == nil {
			d.report(&s.Prices[i], "wanted a key under prices in prices.yaml", "unknown price %q", s.Prices[i])
			continue
		}
		if p.Low > 0 && p.Low <= last { // one that is not above 0 has its diagnostic already
			d.report(&s.Prices[i], "wanted the cheapest first", "price %q is not above the one before it", s.Prices[i])
		}
		last = p.Low
	}
}
