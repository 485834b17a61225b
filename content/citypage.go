package content

// cityPage is a file of the folder cities.
type cityPage struct {
	Meta metaSource `yaml:"meta"`
	// DescribesBusiness gives the page the company's structured data, and the rating that goes with it.
	DescribesBusiness bool `yaml:"describesBusiness,omitempty"`
	Hero              struct {
		Title string   `yaml:"title"`
		Lead  string   `yaml:"lead"`
		Facts []string `yaml:"facts"`
		// Scene is chosen by rule where the file names none.
		Scene SceneName `yaml:"scene,omitempty"`
	} `yaml:"hero"`
	Order         []string             `yaml:"order"`
	Services      checklistSource      `yaml:"services"`
	Disposal      PartnersSection      `yaml:"disposal"`
	Recycling     PartnersSection      `yaml:"recycling"`
	Neighborhoods NeighborhoodsSection `yaml:"neighborhoods"`
	Why           *ReasonsSection      `yaml:"why,omitempty"`
	Local         StorySection         `yaml:"local"`
	Testimonials  testimonialsSource   `yaml:"testimonials"`
	Jobs          JobsSection          `yaml:"jobs"`
	Premium       *checklistSource     `yaml:"premium,omitempty"`
	Estate        *Step                `yaml:"estate,omitempty"`
	Renovation    *Step                `yaml:"renovation,omitempty"`
	References    string               `yaml:"references,omitempty"`
	CTA           CallToAction         `yaml:"cta"`
	Contact       contactSource        `yaml:"contact"`
}

// checklistSource is a checklist of one group.
type checklistSource struct {
	Title string   `yaml:"title"`
	Lead  string   `yaml:"lead,omitempty"`
	Items []string `yaml:"items"`
}

func (c *checklistSource) props() ChecklistSection {
	return ChecklistSection{Title: c.Title, Lead: c.Lead, Groups: []ChecklistGroup{{Items: c.Items}}}
}

func (p *cityPage) meta() *metaSource { return &p.Meta }

func (p *cityPage) heading(*Site, string) string { return p.Hero.Title }

func (p *cityPage) scene(*Site, string) SceneName { return p.Hero.Scene }

func (p *cityPage) props(s *Site, info BuildInfo, slug string) any { return s.City(info, slug) }

func (p *cityPage) check(d *decoder) {
	checkRange(d, &p.Hero.Facts, 2, 3, "facts")
	checkSome(d, &p.Jobs.Items, "jobs")
	checkSome(d, &p.Neighborhoods.Items, "neighborhoods")
	p.Testimonials.check(d)
	checkOrder(d, &p.Order, map[string]bool{
		"services": true, "disposal": true, "recycling": true, "neighborhoods": true, "why": p.Why != nil, "local": true,
		"testimonials": true, "jobs": true, "premium": p.Premium != nil, "estate": p.Estate != nil,
		"renovation": p.Renovation != nil, "references": p.References != "", "cta": true,
	})
}

// cityRating is the company's rating, labeled as such because on a city's page it could be taken for the city's.
func (s *Site) cityRating() string {
	if s.business.Rating == nil {
		return ""
	}
	return s.shared.RatingLabel + ": " + s.business.Rating.String()
}

// City is the page of the city with the slug, which is that of a route.
func (s *Site) City(info BuildInfo, slug string) CityPage {
	path := KindCity.path(slug)
	src := s.pages[path].(*cityPage)
	page := CityPage{
		Breadcrumbs: s.breadcrumbs(Link{s.layout.Nav.LocationsLabel, locationsPath}, s.area.name(slug)),
		Hero: CityHero{
			Title: src.Hero.Title, Lead: src.Hero.Lead, Facts: src.Hero.Facts,
			Call: s.call(), Quote: s.quoteLink(contactAnchor), Scene: info.Assets.shown(slug, src.Hero.Scene),
		},
		Order: src.Order, Services: src.Services.props(), Disposal: src.Disposal, Recycling: src.Recycling,
		Neighborhoods: src.Neighborhoods, Why: src.Why, Local: src.Local, Testimonials: src.Testimonials.props(), Jobs: src.Jobs,
		Estate: src.Estate, Renovation: src.Renovation, References: src.References, CTA: src.CTA,
		Contact: src.Contact.contact(s, info, path),
	}
	page.Pictures = info.pictures(page.Hero.Scene, jobSuffix)
	if src.Premium != nil {
		premium := src.Premium.props()
		page.Premium = &premium
	}
	structured := []string{s.breadcrumbData(info, path, page.Breadcrumbs)}
	if src.DescribesBusiness {
		// Structured data must be visible on its page.
		page.Testimonials.Rating = s.cityRating()
		structured = append(structured, s.businessData(info, page.Hero.Scene))
	}
	page.Layout = s.pageLayout(info, path, contactAnchor, src.Meta.props(s.base(info)+path, structured))
	return page
}
