package content

// contactForm is the id of the form at the end of most pages.
const contactForm = "contact-form"

// The ids of the two forms of /get-quote.
const (
	quoteHeroForm   = "quote-hero-form"
	quoteBottomForm = "quote-bottom-form"
)

// quotePage is get-quote.yaml.
type quotePage struct {
	Meta metaSource `yaml:"meta"`
	// Scene is the picture on the page's social card; the page itself has the form in its place.
	Scene SceneName `yaml:"scene"`
	Hero  struct {
		Title  string   `yaml:"title"`
		Lead   string   `yaml:"lead"`
		Points []string `yaml:"points"`
		// Review is the slug of the service whose review stands below the form.
		Review string `yaml:"review,omitempty"`
	} `yaml:"hero"`
	Categories struct {
		Title string      `yaml:"title"`
		Lead  string      `yaml:"lead"`
		Items []QuoteType `yaml:"items"`
	} `yaml:"categories"`
	Prices struct {
		Title     string      `yaml:"title"`
		Lead      string      `yaml:"lead"`
		Cards     []PriceTier `yaml:"cards"`
		Includes  string      `yaml:"includes"`
		FinalNote string      `yaml:"finalNote"`
	} `yaml:"prices"`
	Gallery struct {
		Title string       `yaml:"title"`
		Lead  string       `yaml:"lead"`
		Pairs []pairSource `yaml:"pairs"`
	} `yaml:"gallery"`
	Steps        StepsSection        `yaml:"steps"`
	Testimonials TestimonialsSection `yaml:"testimonials"`
	Bottom       leadSource          `yaml:"bottom"`
}

type pairSource struct {
	Before SceneName `yaml:"before"`
	After  SceneName `yaml:"after"`
	Title  string    `yaml:"title"`
	// Divider is where the change can be seen best, in percent of the width.
	Divider int `yaml:"divider"`
}

func (p *quotePage) meta() *metaSource { return &p.Meta }

func (p *quotePage) check(d *decoder) {
	checkSome(d, &p.Categories.Items, "service categories")
	checkSome(d, &p.Prices.Cards, "price cards")
	checkSome(d, &p.Gallery.Pairs, "pairs")
	for i := range p.Gallery.Pairs {
		if pair := &p.Gallery.Pairs[i]; pair.Divider != 40 && pair.Divider != 50 {
			d.report(&pair.Divider, "wanted 40 or 50, in percent of the width",
				"the divider stands at %d", pair.Divider)
		}
	}
	checkRange(d, &p.Steps.Steps, 3, 5, "steps")
	p.Testimonials.check(d)
	for i := range p.Categories.Items {
		d.addLink(&p.Categories.Items[i].Href)
	}
}

// GetQuote is the page at /get-quote.
func (s *Site) GetQuote(info BuildInfo) QuotePage {
	src := s.pages[quotePath].(*quotePage)
	quote := s.quoteLink(contactAnchor)
	page := QuotePage{
		Hero: QuoteHero{
			Title: src.Hero.Title, Lead: src.Hero.Lead, Points: src.Hero.Points, Call: s.call(),
			Form: s.quoteForm(info, quoteHeroForm, s.shared.QuoteFormTitle, s.quote.Sources.Quote, quotePath),
		},
		Categories: QuoteTypesSection{Title: src.Categories.Title, Lead: src.Categories.Lead,
			Items: src.Categories.Items},
		Prices: PriceTiersSection{
			Title: src.Prices.Title, Lead: src.Prices.Lead, Cards: src.Prices.Cards,
			Includes: src.Prices.Includes, FinalNote: src.Prices.FinalNote, Quote: quote,
		},
		Gallery: GallerySection{
			Title: src.Gallery.Title, Lead: src.Gallery.Lead, Pairs: make([]GalleryPair, len(src.Gallery.Pairs)),
			BeforeLabel: s.shared.BeforeLabel, AfterLabel: s.shared.AfterLabel,
			Quote: s.quoteLink("#" + quoteBottomForm),
		},
		Steps:        src.Steps,
		Testimonials: src.Testimonials,
		Bottom: QuoteBottom{
			Title: src.Bottom.Title, Lead: src.Bottom.Lead,
			Form: s.quoteForm(info, quoteBottomForm, s.shared.QuoteBottomTitle, s.quote.Sources.Quote, quotePath),
		},
	}
	if src.Hero.Review != "" {
		review := s.serviceReview(src.Hero.Review)
		page.Hero.Review = &review
	}
	for i, p := range src.Gallery.Pairs {
		page.Gallery.Pairs[i] = GalleryPair{ID: "pair-" + string(p.After), Before: string(p.Before),
			After: string(p.After), Title: p.Title, Divider: p.Divider}
	}
	page.Layout = s.routeLayout(info, quotePath, quote.Href, &src.Meta)
	return page
}
