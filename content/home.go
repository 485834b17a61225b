package content

import "fmt"

// homeSource is home.yaml.
type homeSource struct {
	pageMeta
	Hero struct {
		Eyebrow, Title, Lead, CallLabel, FormTitle string

		Proofs []string
		Scene  SceneName
		// Reviews is a key of older content; nothing shows it.
		Reviews []string `yaml:",omitempty"`
	}
	Services     ServicesSection
	Why          WhySection
	Testimonials *TestimonialsSection `yaml:",omitempty"`
	Area         struct {
		Title, Lead, AlsoLabel string

		Map struct{ Alt, EmbedTitle, OpenLabel, ShowLabel, HideLabel string }
	}
	FAQ     FAQSection
	Blog    BlogSection
	Contact struct {
		Title, Lead, FormTitle string

		Points []string
	}
}

func (s *homeSource) check(d *decoder) {
	checkSome(d, &s.Hero.Proofs, "proofs")
}

func (s *homeSource) card(*Site, string) (string, SceneName)         { return s.Hero.Title, s.Hero.Scene }
func (s *homeSource) props(site *Site, info BuildInfo, _ string) any { return site.Home(info) }

// HomePage is the props of "/".
type HomePage struct {
	Layout       Layout               `json:"layout"`
	Hero         Hero                 `json:"hero"`
	Services     ServicesSection      `json:"services"`
	Why          WhySection           `json:"why"`
	Who          *WhoSection          `json:"who,omitempty"`
	Testimonials *TestimonialsSection `json:"testimonials,omitempty"`
	Area         AreaSection          `json:"area"`
	FAQ          FAQSection           `json:"faq"`
	Blog         BlogSection          `json:"blog"`
	Contact      ContactSection       `json:"contact"`
}

// Hero opens the home page: promise, proof, call button and form.
type Hero struct {
	// Eyebrow is a short line above the title: where, and for whom.
	Eyebrow string `json:"eyebrow"`
	Title   string `json:"title"`
	Lead    string `json:"lead"`
	// Proofs are two short points: price, and how soon.
	Proofs []string  `json:"proofs"`
	Call   Link      `json:"call"`
	Scene  string    `json:"scene"`
	Form   QuoteForm `json:"form"`
}

// ServiceReview is a customer's review of a service.
type ServiceReview struct {
	Review  Testimonial `json:"review"`
	Service Link        `json:"service"`
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
	// Price is what its cheapest job costs, "from $99", or the category's own price if it has one.
	Price string `json:"price"`
}

// WhySection is what sets the company apart.
type WhySection struct {
	Title   string    `json:"title"`
	Lead    string    `json:"lead"`
	Scene   SceneName `json:"scene" tstype:"string"`
	Reasons []Reason  `json:"reasons"`
}

// AreaSection is the map of the service area with its city links.
type AreaSection struct {
	Title     string  `json:"title"`
	Lead      string  `json:"lead"`
	Map       AreaMap `json:"map"`
	Cities    []Link  `json:"cities"`
	AlsoLabel string  `json:"alsoLabel"`
	Also      string  `json:"also"`
}

// BlogSection is the blog teasers.
type BlogSection struct {
	Title   string       `json:"title"`
	Lead    string       `json:"lead"`
	Teasers []BlogTeaser `json:"teasers" file:"-"`
	ViewAll Link         `json:"viewAll"`
}

const homeTeasers = 3

// Home is the home page.
func (s *Site) Home(info BuildInfo) HomePage {
	const path = "/"
	src := &s.home
	page := HomePage{
		Hero: Hero{
			Eyebrow: src.Hero.Eyebrow, Title: src.Hero.Title, Lead: src.Hero.Lead, Proofs: src.Hero.Proofs,
			Call: s.call(), Scene: string(src.Hero.Scene),
			Form: s.quoteForm(info, "hero-form", src.Hero.FormTitle, s.quote.Sources.Hero, path),
		},
		Services: src.Services, Why: src.Why, Who: s.who(info),
		Testimonials: src.Testimonials.rated(s.business.Rating.String(), s.business.ReviewsURL),
		Area: AreaSection{
			Title: src.Area.Title, Lead: src.Area.Lead, Map: s.areaMap(info), Cities: s.cityLinks(),
			AlsoLabel: src.Area.AlsoLabel, Also: enumerate(s.area.also(), "and"),
		},
		FAQ: src.FAQ, Blog: src.Blog,
		Contact: ContactSection{
			Title: src.Contact.Title, Lead: src.Contact.Lead, Points: src.Contact.Points,
			Close: closeTruck, Scene: info.drawn(closings[closeTruck]),
			Form: s.quoteForm(info, contactForm, src.Contact.FormTitle, s.quote.Sources.Contact, path),
		},
	}
	for _, c := range s.services.Categories {
		page.Services.Categories = append(page.Services.Categories, CategoryCard{
			Category: c.menu(), Blurb: c.Blurb, Scene: info.Assets.shown(c.Slug, c.scene()), Price: c.price(),
		})
	}
	articles := s.blog.Articles
	page.Blog.Teasers = s.blog.teasers(info.Assets, articles[:min(homeTeasers, len(articles))])
	page.Layout = s.routeLayout(info, path, contactAnchor, &src.Meta,
		s.businessData(info, page.Hero.Scene), s.websiteData(info))
	return page
}

func (s *Site) areaMap(info BuildInfo) AreaMap {
	src, g := &s.home.Area.Map, &s.geography
	latitude, longitude := g.Center[0], g.Center[1]
	m := AreaMap{
		Alt: src.Alt, Width: mapWidth, Height: mapHeight, Center: g.project(latitude, longitude), Radius: mapRing,
		RadiusLabel: s.business.radius(), Roads: g.lines(g.Roads), Lakes: g.lines(g.Lakes), Places: []MapPlace{},
		EmbedURL: info.MapsEmbedURL, EmbedTitle: src.EmbedTitle, ShowLabel: src.ShowLabel, HideLabel: src.HideLabel,
		// Zoom 9 shows about sixty miles at a phone's width. See https://wiki.openstreetmap.org/wiki/Browsing.
		Open: Link{src.OpenLabel, fmt.Sprintf("https://www.openstreetmap.org/#map=9/%.4f/%.4f", latitude, longitude)},
	}
	for _, t := range s.area.shownTowns() {
		m.Places = append(m.Places, MapPlace{t.label(), t.href(), g.project(t.Latitude, t.Longitude), t.Anchor})
	}
	return m
}
