package content

import (
	"cmp"
	"strings"

	"haulfront/content/company"
	"haulfront/content/load"
)

// The ids of the forms: of the section #contact, and of the two on /get-quote.
const (
	contactForm     = "contact-form"
	quoteHeroForm   = "quote-hero-form"
	quoteBottomForm = "quote-bottom-form"
)

type quotePage struct {
	pageMeta
	// Scene is the picture on the page's social card; the page itself shows the form instead.
	Scene   SceneName
	ofOther bool // cards of the company's services take the place of the program's
	QuotePage
}

// QuotePage is the props of "/get-quote".
type QuotePage struct {
	Layout       Layout               `json:"layout" file:"-"`
	Hero         QuoteHero            `json:"hero"`
	Categories   *QuoteTypesSection   `json:"categories,omitempty"`
	Prices       *PriceTiersSection   `json:"prices,omitempty" file:"prices"`
	Gallery      GallerySection       `json:"gallery"`
	Steps        StepsSection         `json:"steps"`
	Testimonials *TestimonialsSection `json:"testimonials,omitempty"`
	Bottom       QuoteBottom          `json:"bottom"`
}

// QuoteHero opens the page with its first form.
type QuoteHero struct {
	Title  string    `json:"title"`
	Lead   string    `json:"lead"`
	Points []string  `json:"points"`
	Scene  SceneName `json:"scene" tstype:"string"`
	Call   Link      `json:"call" file:"-"`
	Form   QuoteForm `json:"form" file:"-"`
	// Reviewed is the slug of the service whose Review appears below the form where there is room.
	Reviewed string         `json:"-" file:"review,omitempty"`
	Review   *ServiceReview `json:"review,omitempty" file:"-"`
}

// QuoteTypesSection lists the kinds of work that a quote can be for.
type QuoteTypesSection struct {
	Title string      `json:"title"`
	Lead  string      `json:"lead"`
	Items []QuoteType `json:"items" file:"items,omitempty"`
}

// QuoteType is one kind of work, with its scene and its page.
type QuoteType struct {
	Scene SceneName `json:"scene" tstype:"string"`
	Title string    `json:"title"`
	Text  string    `json:"text"`
	Href  string    `json:"href"`
}

// PriceTiersSection is the prices by load size, a card each.
type PriceTiersSection struct {
	Title string      `json:"title"`
	Lead  string      `json:"lead"`
	Cards []PriceTier `json:"cards" count:"1 price cards"`
	// Includes is what every price includes, FinalNote when it becomes final.
	Includes  string `json:"includes"`
	FinalNote string `json:"finalNote"`
	Quote     Link   `json:"quote" file:"-"`
}

// PriceTier is the price of one load size; Scene draws the truck filled that far.
type PriceTier struct {
	Name  string    `json:"name"`
	Price string    `json:"price"`
	Scene SceneName `json:"scene" tstype:"string"`
	Text  string    `json:"text"`
}

// GallerySection compares scenes before and after the work.
type GallerySection struct {
	Title       string        `json:"title"`
	Lead        string        `json:"lead"`
	Pairs       []GalleryPair `json:"pairs" count:"1 pairs"`
	BeforeLabel string        `json:"beforeLabel" file:"-"`
	AfterLabel  string        `json:"afterLabel" file:"-"`
	Quote       Link          `json:"quote" file:"-"`
}

// GalleryPair is two scenes that line up.
type GalleryPair struct {
	ID     string    `json:"id" file:"-"`
	Before SceneName `json:"before" tstype:"string"`
	After  SceneName `json:"after" tstype:"string"`
	Title  string    `json:"title"`
	// Divider is the divider's first position, where the change is most visible, in percent of the width: 40 or 50.
	Divider int `json:"divider"`
}

// QuoteBottom closes the page with its second form.
type QuoteBottom struct {
	Title string    `json:"title"`
	Lead  string    `json:"lead"`
	Form  QuoteForm `json:"form" file:"-"`
}

func (p *quotePage) Check(d *load.Decoder) {
	p.ofOther = d.Other && (p.Categories == nil || d.BuiltIn(&p.Categories.Items))
	for i := range p.Gallery.Pairs {
		pair := &p.Gallery.Pairs[i]
		pair.ID = "pair-" + string(pair.After)
		if pair.Divider != 40 && pair.Divider != 50 {
			d.Report(&pair.Divider, "wanted 40 or 50 percent of the width", "the divider stands at %d", pair.Divider)
		}
	}
}

func (p *quotePage) card(*Site, string) (_, _ string, _ SceneName) { return p.Hero.Title, "", p.Scene }

// offeredCards are a card for each category or, of the only one and of one with a single job, for each job.
func (s *Site) offeredCards(assets Assets) (cards []QuoteType) {
	for _, c := range s.services.Categories {
		if len(s.services.Categories) > 1 && len(c.jobs()) > 1 {
			scene := SceneName(assets.Shown(c.Slug, c.scene()))
			cards = append(cards, QuoteType{scene, c.Name, c.Blurb, c.href()})
			continue
		}
		for _, job := range c.jobs() {
			_, _, scene := s.pages[job.href()].card(s, cmp.Or(job.Slug, c.Slug))
			text := load.Capitalize(job.price()) + ". " + strings.TrimSuffix(job.About, ".") + "."
			cards = append(cards, QuoteType{SceneName(assets.Shown(job.Slug, scene)), job.Name, text, job.href()})
		}
	}
	return cards
}

func (p *quotePage) props(s *Site, info BuildInfo, r Route) any {
	page, quote := p.QuotePage, s.quoteLink(contactAnchor)
	page.Hero.Call = s.call()
	if cards := s.offeredCards(info.Assets); p.ofOther && len(cards) < 2 {
		page.Categories = nil
	} else if words := s.shared; p.ofOther {
		section := cmp.Or(p.Categories, &QuoteTypesSection{Title: words.OfferedTitle, Lead: words.OfferedLead})
		page.Categories = &QuoteTypesSection{section.Title, section.Lead, cards}
	}
	if s.Business.IsOff(company.PartReviews) {
		page.Testimonials = nil
	}
	page.Hero.Form = s.quoteForm(info, quoteHeroForm, s.shared.QuoteFormTitle, s.quote.Sources.Quote, r.Path)
	page.Hero.Form.Folded = true
	page.Hero.Review = s.serviceReview(page.Hero.Reviewed)
	page.Prices = nil
	if !s.Business.IsOff(company.PartLoads) {
		page.Prices = new(*p.Prices)
		page.Prices.Quote = quote
	}
	page.Gallery.BeforeLabel, page.Gallery.AfterLabel = s.shared.BeforeLabel, s.shared.AfterLabel
	page.Gallery.Quote = Link{quote.Label, "#" + quoteBottomForm}
	page.Bottom.Form = s.quoteForm(info, quoteBottomForm, s.shared.QuoteBottomTitle, s.quote.Sources.Quote, r.Path)
	page.Layout = s.routeLayout(info, r.Path, quote.Href, &p.Meta)
	return page
}
