package content

import (
	"encoding/json"
	"fmt"
)

// This file holds the structured data of https://schema.org, as Google reads it:
// https://developers.google.com/search/docs/appearance/structured-data/local-business.

type reviewed struct {
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
	Context      string         `json:"@context"`
	Type         string         `json:"@type"`
	ID           string         `json:"@id"`
	Name         string         `json:"name"`
	URL          string         `json:"url"`
	Telephone    string         `json:"telephone"`
	Email        string         `json:"email"`
	Description  string         `json:"description"`
	Image        string         `json:"image,omitempty"`
	PriceRange   string         `json:"priceRange"`
	AreaServed   []city         `json:"areaServed"`
	OpeningHours []openingHours `json:"openingHoursSpecification"`
	SameAs       []string       `json:"sameAs"`
	Rating       *reviewed      `json:"aggregateRating,omitempty"`
}

// businessData describes the company under its stable @id. The image is a scene's picture, left out where it was not
// built. No street address is given: the company is reached by phone, and none is stated.
func (s *Site) businessData(f Frame, scene string) string {
	c := &s.business
	data := localBusiness{
		Context: "https://schema.org", Type: "HomeAndConstructionBusiness",
		ID: s.base(f) + "/#business", Name: c.Name, URL: s.base(f) + "/",
		// The country code in front of the number as it is shown.
		Telephone: "+1 " + c.Phone, Email: c.Email, Description: c.Description, PriceRange: c.PriceRange, SameAs: c.SameAs,
		OpeningHours: []openingHours{{Type: "OpeningHoursSpecification", DayOfWeek: c.Hours.days(), Opens: c.Hours.Opens, Closes: c.Hours.Closes}},
	}
	if picture, ok := f.Assets.Scenes[scene]; ok {
		data.Image = s.base(f) + picture.Src
	}
	for _, name := range s.places.names() {
		data.AreaServed = append(data.AreaServed, city{"City", name})
	}
	if c.Rating != nil {
		data.Rating = &reviewed{"AggregateRating", fmt.Sprintf("%.1f", c.Rating.Value), c.Rating.Count}
	}
	return encode(data)
}

type identified struct {
	ID string `json:"@id"`
}

// websiteData describes the site, published by the company.
func (s *Site) websiteData(f Frame) string {
	return encode(struct {
		Context   string     `json:"@context"`
		Type      string     `json:"@type"`
		ID        string     `json:"@id"`
		URL       string     `json:"url"`
		Name      string     `json:"name"`
		Language  string     `json:"inLanguage"`
		Publisher identified `json:"publisher"`
	}{
		"https://schema.org", "WebSite", s.base(f) + "/#website", s.base(f) + "/", s.business.Name, "en-US",
		identified{s.base(f) + "/#business"},
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
	}{"https://schema.org", "FAQPage", questions})
}

// encode writes JSON that may stand inside a script element: encoding/json escapes <, > and &.
func encode(data any) string {
	text, err := json.Marshal(data)
	if err != nil {
		panic("content: structured data: " + err.Error())
	}
	return string(text)
}
