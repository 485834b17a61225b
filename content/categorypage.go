package content

// categoryPage is a file of the folder categories.
type categoryPage struct {
	Meta metaSource `yaml:"meta"`
	// Breadcrumb gives the page a breadcrumb and its scene; without it the hero is centered and has an icon.
	Breadcrumb bool `yaml:"breadcrumb,omitempty"`
	Hero       struct {
		Icon  IconName `yaml:"icon"`
		Title string   `yaml:"title"`
		Lead  string   `yaml:"lead"`
	} `yaml:"hero"`
	Intro    []string        `yaml:"intro,omitempty"`
	Cards    []CategoryFact  `yaml:"cards"`
	Sections []TextBlock     `yaml:"sections,omitempty"`
	Pricing  *PricingSection `yaml:"pricing,omitempty"`
	Steps    *StepsSection   `yaml:"steps,omitempty"`
	FAQ      *faqSource      `yaml:"faq,omitempty"`
	Area     areaSource      `yaml:"area"`
	Contact  contactSource   `yaml:"contact"`
}

func (p *categoryPage) meta() *metaSource { return &p.Meta }

func (p *categoryPage) heading(*Site, string) string { return p.Hero.Title }

func (p *categoryPage) scene(s *Site, slug string) SceneName {
	return s.services.category(slug).scene()
}

func (p *categoryPage) props(s *Site, info BuildInfo, slug string) any { return s.Category(info, slug) }

func (p *categoryPage) check(d *decoder) {
	checkSome(d, &p.Cards, "cards")
	if p.Steps != nil {
		checkRange(d, &p.Steps.Steps, 3, 5, "steps")
	}
	p.FAQ.check(d)
	p.Contact.check(d)
	for i := range p.Cards {
		if card := &p.Cards[i]; card.Href != "" {
			d.addLink(&card.Href)
		}
	}
}

// Category is the page of the category with the slug, which is that of a route.
func (s *Site) Category(info BuildInfo, slug string) CategoryPage {
	path := KindCategory.path(slug)
	src := s.pages[path].(*categoryPage)
	category := s.services.category(slug)
	page := CategoryPage{
		Hero: CategoryHero{
			Icon: string(src.Hero.Icon), Title: src.Hero.Title, Lead: src.Hero.Lead,
			Call: s.call(), Quote: s.quoteLink(contactAnchor), Scene: info.Assets.shown(slug, category.scene()),
		},
		Intro: append([]string{}, src.Intro...), Cards: info.cards(src.Cards), Sections: append([]TextBlock{}, src.Sections...),
		Services: CategoryServices{
			Title: s.shared.ServicesTitle, Services: category.priced(&s.prices), All: Link{s.shared.AllServices, servicesPath},
		},
		Pricing: src.Pricing, Steps: src.Steps, FAQ: src.FAQ.props(),
		Area: src.Area.props(s, info), Contact: src.Contact.contact(s, info, path),
	}
	structured := []string{}
	if src.Breadcrumb {
		breadcrumbs := s.breadcrumbs(Link{s.shared.HomeLabel, "/"}, category.Name)
		page.Breadcrumbs = &breadcrumbs
		structured = append(structured, s.breadcrumbData(info, path, breadcrumbs))
	}
	if page.FAQ != nil {
		structured = append(structured, faqData(page.FAQ.List.Items))
	}
	page.Layout = s.pageLayout(info, path, contactAnchor, src.Meta.props(s.base(info)+path, structured))
	return page
}
