package content

import (
	"encoding/json"
	"fmt"
)

// This file holds the structured data of https://schema.org, as Google reads it:
// https://developers.google.com/search/docs/appearance/structured-data/local-business.

// What follows the site's address in the ids of the company and the site in structured data.
const (
	BusinessID = "/#business"
	WebsiteID  = "/#website"
)

// SchemaContext is the @context of structured data.
const SchemaContext = "https://schema.org"

type aggregateRating struct {
	Type        string `json:"@type"`
	RatingValue string `json:"ratingValue"`
	ReviewCount int    `json:"reviewCount"`
}

type openingHours struct {
	Type      string   `json:"@type"`
	DayOfWeek []string `json:"dayOfWeek"`
	Opens     string   `json:"opens"`
	Closes    string   `json:"closes"`
}

type city struct {
	Type string `json:"@type"`
	Name string `json:"name"`
}

type localBusiness struct {
	Context      string           `json:"@context"`
	Type         string           `json:"@type"`
	ID           string           `json:"@id"`
	Name         string           `json:"name"`
	URL          string           `json:"url"`
	Telephone    string           `json:"telephone"`
	Email        string           `json:"email"`
	Description  string           `json:"description"`
	Image        string           `json:"image,omitempty"`
	PriceRange   string           `json:"priceRange"`
	AreaServed   []city           `json:"areaServed"`
	OpeningHours []openingHours   `json:"openingHoursSpecification"`
	SameAs       []string         `json:"sameAs,omitempty"`
	Rating       *aggregateRating `json:"aggregateRating,omitempty"`
}

// businessData describes the company under its stable @id. The image is a scene's picture, left out where it was not
// built. No street address is given: the company is reached by phone, and none is stated.
func (s *Site) businessData(info BuildInfo, scene string) string {
	c := &s.business
	data := localBusiness{
		Context: SchemaContext, Type: "HomeAndConstructionBusiness",
		ID: s.base(info) + BusinessID, Name: c.Name, URL: s.base(info) + "/",
		// The country code in front of the number as it is shown.
		Telephone: "+1 " + c.Phone, Email: c.Email, Description: c.Description, PriceRange: c.PriceRange, SameAs: c.SameAs,
		OpeningHours: []openingHours{{Type: "OpeningHoursSpecification", DayOfWeek: c.Hours.days(), Opens: c.Hours.Opens, Closes: c.Hours.Closes}},
	}
	if picture, ok := info.Assets.Scenes[scene]; ok {
		data.Image = s.base(info) + picture.Src
	}
	for _, name := range names(s.area.shownTowns()) {
		data.AreaServed = append(data.AreaServed, city{"City", name})
	}
	if c.Rating != nil {
		data.Rating = &aggregateRating{"AggregateRating", fmt.Sprintf("%.1f", c.Rating.Value), c.Rating.Count}
	}
	return encode(data)
}

type idReference struct {
	ID string `json:"@id"`
}

// websiteData describes the site, published by the company.
func (s *Site) websiteData(info BuildInfo) string {
	return encode(struct {
		Context   string      `json:"@context"`
		Type      string      `json:"@type"`
		ID        string      `json:"@id"`
		URL       string      `json:"url"`
		Name      string      `json:"name"`
		Language  string      `json:"inLanguage"`
		Publisher idReference `json:"publisher"`
	}{
		SchemaContext, "WebSite", s.base(info) + WebsiteID, s.base(info) + "/", s.business.Name, "en-US",
		idReference{s.base(info) + BusinessID},
	})
}

type question struct {
	Type   string `json:"@type"`
	Name   string `json:"name"`
	Answer answer `json:"acceptedAnswer"`
}

type answer struct {
	Type string `json:"@type"`
	Text string `json:"text"`
}

// faqData describes the questions as the page shows them.
func faqData(items []FAQItem) string {
	questions := make([]question, len(items))
	for i, item := range items {
		questions[i] = question{"Question", item.Question, answer{"Answer", item.Answer}}
	}
	return encode(struct {
		Context    string     `json:"@context"`
		Type       string     `json:"@type"`
		MainEntity []question `json:"mainEntity"`
	}{SchemaContext, "FAQPage", questions})
}

type step struct {
	Type     string `json:"@type"`
	Position int    `json:"position"`
	Name     string `json:"name"`
	Item     string `json:"item"`
}

// breadcrumbData describes the breadcrumbs as the page at path shows them. The last is the page itself.
func (s *Site) breadcrumbData(info BuildInfo, path string, breadcrumbs Breadcrumbs) string {
	steps := make([]step, len(breadcrumbs.Items))
	for i, b := range breadcrumbs.Items {
		if b.Href == "" {
			b.Href = path
		}
		steps[i] = step{"ListItem", i + 1, b.Label, s.base(info) + b.Href}
	}
	return encode(struct {
		Context string `json:"@context"`
		Type    string `json:"@type"`
		Items   []step `json:"itemListElement"`
	}{SchemaContext, "BreadcrumbList", steps})
}

type listItem struct {
	Type     string `json:"@type"`
	Position int    `json:"position"`
	Name     string `json:"name"`
	URL      string `json:"url"`
}

// listData describes a list of links to pages of the site, in the order in which the page shows them.
func (s *Site) listData(info BuildInfo, links []Link) string {
	items := make([]listItem, len(links))
	for i, link := range links {
		items[i] = listItem{"ListItem", i + 1, link.Label, s.base(info) + link.Href}
	}
	return encode(struct {
		Context string     `json:"@context"`
		Type    string     `json:"@type"`
		Count   int        `json:"numberOfItems"`
		Items   []listItem `json:"itemListElement"`
	}{SchemaContext, "ItemList", len(items), items})
}

type offer struct {
	Type     string             `json:"@type"`
	Name     string             `json:"name"`
	Currency string             `json:"priceCurrency"`
	Price    priceSpecification `json:"priceSpecification"`
}

// priceSpecification is a price, or its ends: an end that is open is left out.
type priceSpecification struct {
	Type     string `json:"@type"`
	Currency string `json:"priceCurrency"`
	Price    int    `json:"price,omitempty"`
	Min      int    `json:"minPrice,omitempty"`
	Max      int    `json:"maxPrice,omitempty"`
}

// specification is the price for structured data.
func (p *price) specification() priceSpecification {
	spec := priceSpecification{Type: "PriceSpecification", Currency: currency}
	switch {
	case p.High == 0 && !p.Plus && !p.From:
		spec.Price = p.Low
	case p.Plus:
		spec.Min = p.Low
	default:
		spec.Min, spec.Max = p.Low, p.High
	}
	return spec
}

// currency is that of all prices (ISO 4217).
const currency = "USD"

// offers are the lines of a price list that have a price.
func offers(rows []PriceRow) []offer {
	list := []offer{}
	for _, row := range rows {
		if p := row.Price.price; p != nil {
			list = append(list, offer{"Offer", row.Label, currency, p.specification()})
		}
	}
	return list
}

// serviceData describes a service that the company provides, with the prices that its page shows.
func (s *Site) serviceData(info BuildInfo, path, name, description string, rows []PriceRow) string {
	towns := names(s.area.shownTowns())
	data := struct {
		Context     string      `json:"@context"`
		Type        string      `json:"@type"`
		ID          string      `json:"@id"`
		Name        string      `json:"name"`
		Description string      `json:"description"`
		URL         string      `json:"url"`
		Provider    idReference `json:"provider"`
		AreaServed  []city      `json:"areaServed"`
		Offers      []offer     `json:"offers,omitempty"`
	}{
		SchemaContext, "Service", s.base(info) + path + "#service", name, description, s.base(info) + path,
		idReference{s.base(info) + BusinessID}, make([]city, len(towns)), offers(rows),
	}
	for i, town := range towns {
		data.AreaServed[i] = city{"City", town}
	}
	return encode(data)
}

// articleData describes an article, written and published by the company.
func (s *Site) articleData(info BuildInfo, path, description string, page ArticlePage) string {
	data := struct {
		Context     string      `json:"@context"`
		Type        string      `json:"@type"`
		ID          string      `json:"@id"`
		Headline    string      `json:"headline"`
		Description string      `json:"description"`
		Published   string      `json:"datePublished"`
		URL         string      `json:"url"`
		Page        idReference `json:"mainEntityOfPage"`
		Author      publisher   `json:"author"`
		Publisher   publisher   `json:"publisher"`
		Language    string      `json:"inLanguage"`
		Image       string      `json:"image,omitempty"`
	}{
		Context: SchemaContext, Type: "BlogPosting", ID: s.base(info) + path + "#article", Headline: page.Title,
		Description: description, Published: page.DateISO, URL: s.base(info) + path, Page: idReference{s.base(info) + path},
		Language: "en-US",
	}
	data.Author = publisher{"Organization", s.base(info) + BusinessID, s.business.Name, s.base(info) + "/"}
	data.Publisher = data.Author
	if picture, ok := info.Assets.Scenes[page.Scene]; ok {
		data.Image = s.base(info) + picture.Src
	}
	return encode(data)
}

// publisher names the company where it cannot be looked up by its @id on the same page.
type publisher struct {
	Type string `json:"@type"`
	ID   string `json:"@id"`
	Name string `json:"name"`
	URL  string `json:"url"`
}

// encode writes JSON that is safe inside a script element: encoding/json escapes <, > and &.
func encode(data any) string {
	text, err := json.Marshal(data)
	if err != nil {
		panic("content: structured data: " + err.Error())
	}
	return string(text)
}
