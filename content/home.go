package content

import (
	"fmt"
	"unicode/utf8"
)

// homeSource is home.yaml.
type homeSource struct {
	Meta metaSource `yaml:"meta"`
	Hero struct {
		Eyebrow   string    `yaml:"eyebrow"`
		Title     string    `yaml:"title"`
		Lead      string    `yaml:"lead"`
		Proofs    []string  `yaml:"proofs"`
		CallLabel string    `yaml:"callLabel"`
		Scene     SceneName `yaml:"scene"`
		FormTitle string    `yaml:"formTitle"`
		// Reviews are the slugs of the services whose reviews stand below the form.
		Reviews []string `yaml:"reviews,omitempty"`
	} `yaml:"hero"`
	Services struct {
		Title string `yaml:"title"`
		Lead  string `yaml:"lead"`
	} `yaml:"services"`
	Why          WhySection `yaml:"why"`
	Testimonials struct {
		Title string              `yaml:"title"`
		Items []testimonialSource `yaml:"items"`
	} `yaml:"testimonials"`
	Area struct {
		Title     string `yaml:"title"`
		Lead      string `yaml:"lead"`
		AlsoLabel string `yaml:"alsoLabel"`
		Map       struct {
			Alt        string `yaml:"alt"`
			EmbedTitle string `yaml:"embedTitle"`
			OpenLabel  string `yaml:"openLabel"`
			ShowLabel  string `yaml:"showLabel"`
			HideLabel  string `yaml:"hideLabel"`
		} `yaml:"map"`
	} `yaml:"area"`
	FAQ struct {
		Title string    `yaml:"title"`
		Lead  string    `yaml:"lead"`
		Items []FAQItem `yaml:"items"`
	} `yaml:"faq"`
	Blog struct {
		Title   string `yaml:"title"`
		Lead    string `yaml:"lead"`
		ViewAll Link   `yaml:"viewAll"`
	} `yaml:"blog"`
	Contact struct {
		Title     string   `yaml:"title"`
		Lead      string   `yaml:"lead"`
		Points    []string `yaml:"points"`
		FormTitle string   `yaml:"formTitle"`
	} `yaml:"contact"`
}

// metaSource is a page's title, description and keywords.
type metaSource struct {
	Title       string   `yaml:"title"`
	Description string   `yaml:"description"`
	Keywords    []string `yaml:"keywords,omitempty"`
}

type testimonialSource struct {
	Text   string `yaml:"text"`
	Author string `yaml:"author"`
	Place  string `yaml:"place"`
	Rating int    `yaml:"rating"`
}

func (t *testimonialSource) props() Testimonial {
	return Testimonial{
		Text: t.Text, Author: t.Author, Place: t.Place, Rating: t.Rating,
		RatingLabel: fmt.Sprintf("%d out of 5 stars", t.Rating),
	}
}

func (s *homeSource) check(d *decoder) {
	checkSome(d, &s.Hero.Proofs, "proofs")
	checkSome(d, &s.Testimonials.Items, "testimonials")
	checkSome(d, &s.FAQ.Items, "questions")
	for i := range s.Testimonials.Items {
		s.Testimonials.Items[i].check(d)
	}
}

func (s *homeSource) meta() *metaSource { return &s.Meta }

func (s *homeSource) heading(*Site, string) string { return s.Hero.Title }

func (s *homeSource) scene(*Site, string) SceneName { return s.Hero.Scene }

func (s *homeSource) props(site *Site, info BuildInfo, _ string) any { return site.Home(info) }

func (t *testimonialSource) check(d *decoder) {
	if t.Rating < 1 || t.Rating > 5 {
		d.report(&t.Rating, "wanted 1 to 5 stars", "the rating is %d", t.Rating)
	}
}

// The lengths of titles and descriptions that search results show whole, in characters.
const (
	TitleMax       = 60
	DescriptionMin = 70
	DescriptionMax = 160
)

func (m *metaSource) check(d *decoder) {
	if n := utf8.RuneCountInString(m.Title); n > TitleMax {
		d.report(&m.Title, fmt.Sprintf("wanted at most %d", TitleMax), "the title has %d characters", n)
	}
	if n := utf8.RuneCountInString(m.Description); n > 0 && (n < DescriptionMin || n > DescriptionMax) {
		d.report(&m.Description, fmt.Sprintf("wanted %d to %d", DescriptionMin, DescriptionMax), "the description has %d characters", n)
	}
}

func (m *metaSource) props(canonical string, structured []string) Meta {
	return Meta{
		Title: m.Title, Description: m.Description, Canonical: canonical, Type: "website",
		Keywords: append([]string{}, m.Keywords...), StructuredData: structured,
	}
}

// homeTeasers is how many articles the home page shows at most; its link leads to the others.
const homeTeasers = 3

// Home is the home page.
func (s *Site) Home(info BuildInfo) HomePage {
	const path = "/"
	src := &s.home
	page := HomePage{
		Hero: Hero{
			Eyebrow: src.Hero.Eyebrow, Title: src.Hero.Title, Lead: src.Hero.Lead, Proofs: src.Hero.Proofs,
			Call: Link{src.Hero.CallLabel, "tel:" + s.business.digits()}, Scene: string(src.Hero.Scene),
			Form: s.quoteForm(info, "hero-form", src.Hero.FormTitle, s.quote.Sources.Hero, path),
		},
		Services: ServicesSection{Title: src.Services.Title, Lead: src.Services.Lead, Categories: s.services.cards(info.Assets, &s.prices)},
		Why:      src.Why,
		Testimonials: TestimonialsSection{
			Title: src.Testimonials.Title, Rating: s.business.Rating.String(), Items: make([]Testimonial, len(src.Testimonials.Items)),
		},
		Area: AreaSection{
			Title: src.Area.Title, Lead: src.Area.Lead, Map: s.areaMap(info), Cities: s.cityLinks(),
			AlsoLabel: src.Area.AlsoLabel, Also: enumerate(s.area.also(), "and"),
		},
		FAQ:  FAQSection{Title: src.FAQ.Title, Lead: src.FAQ.Lead, List: FAQIsland{Items: src.FAQ.Items}},
		Blog: BlogSection{Title: src.Blog.Title, Lead: src.Blog.Lead, Teasers: s.blog.teasers(info.Assets, s.blog.Articles[:min(homeTeasers, len(s.blog.Articles))]), ViewAll: src.Blog.ViewAll},
		Contact: ContactSection{
			Title: src.Contact.Title, Lead: src.Contact.Lead, Points: src.Contact.Points,
			Form: s.quoteForm(info, contactForm, src.Contact.FormTitle, s.quote.Sources.Contact, path),
		},
	}
	page.Hero.Reviews = []ServiceReview{}
	for _, slug := range src.Hero.Reviews {
		page.Hero.Reviews = append(page.Hero.Reviews, s.serviceReview(slug))
	}
	for i := range src.Testimonials.Items {
		page.Testimonials.Items[i] = src.Testimonials.Items[i].props()
	}
	structured := []string{
		s.businessData(info, page.Hero.Scene),
		s.websiteData(info),
		faqData(page.FAQ.List.Items),
	}
	page.Layout = s.pageLayout(info, path, contactAnchor, src.Meta.props(s.base(info)+path, structured))
	return page
}

func (s *Site) areaMap(info BuildInfo) AreaMap {
	src := &s.home.Area.Map
	m := s.geography.draw(s.area.shownTowns())
	m.Alt, m.RadiusLabel = src.Alt, s.business.radius()
	m.EmbedURL, m.EmbedTitle = info.MapsEmbedURL, src.EmbedTitle
	m.Open, m.ShowLabel, m.HideLabel = s.geography.link(src.OpenLabel), src.ShowLabel, src.HideLabel
	return m
}
