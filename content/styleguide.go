package content

import (
	"reflect"
	"strings"
	"time"
)

// StyleguidePage is the props of "/gallery", which is served in development only: pages of every kind as samples, and
// the form's states.
type StyleguidePage struct {
	Layout Layout `json:"layout"`
	// Service, Category and City have most of the optional parts, PlainService and PlainCategory the fewest.
	Service       ServicePage   `json:"service"`
	PlainService  ServicePage   `json:"plainService"`
	Category      CategoryPage  `json:"category"`
	PlainCategory CategoryPage  `json:"plainCategory"`
	City          CityPage      `json:"city"`
	Quote         QuotePage     `json:"quote"`
	Article       ArticlePage   `json:"article"`
	Blog          BlogPage      `json:"blog"`
	Services      ServicesPage  `json:"services"`
	Locations     LocationsPage `json:"locations"`
	Home          HomePage      `json:"home"`
	Estimate      EstimatePage  `json:"estimate"`
	// Forms are the quote form fresh, rejected, doubtful, failed and received; Toasts are the toasts of the last two.
	Forms  []QuoteForm `json:"forms"`
	Toasts []Toast     `json:"toasts"`
	// Parts are the shown components. Part and State select a single one.
	Parts []StyleguidePart `json:"parts"`
	Part  *StyleguidePart  `json:"part,omitempty"`
	State int              `json:"state"`
}

// StyleguidePart is a component: its folder below components/, and its name.
type StyleguidePart struct {
	Folder string `json:"folder"`
	Name   string `json:"name"`
}

// Styleguide is the page of all components in all states, for development. It has no route.
func (s *Site) Styleguide(info BuildInfo, parts []StyleguidePart) StyleguidePage {
	form := func(id string, change func(*QuoteForm)) QuoteForm {
		form := s.quoteForm(info, id, id, s.quote.Sources.Contact, "/")
		change(&form)
		return form
	}
	m := &s.quote.Messages
	meta := noIndexMeta("Styleguide | "+s.business.ShortName, "Every component of the site in all its states.")
	return StyleguidePage{
		Layout:        s.pageLayout(info, "/gallery", QuoteContact, meta),
		Service:       example[ServicePage](s, info, KindService, true),
		PlainService:  example[ServicePage](s, info, KindService, false),
		Category:      example[CategoryPage](s, info, KindCategory, true),
		PlainCategory: example[CategoryPage](s, info, KindCategory, false),
		City:          example[CityPage](s, info, KindCity, true),
		Article:       example[ArticlePage](s, info, KindArticle, true),
		Quote:         PageOf[QuotePage](s, info, quotePath), Blog: PageOf[BlogPage](s, info, "/blog"),
		Services:  PageOf[ServicesPage](s, info, servicesPath),
		Locations: PageOf[LocationsPage](s, info, locationsPath),
		Home:      s.Home(info), Estimate: PageOf[EstimatePage](s, info, EstimatePath),
		Toasts: []Toast{m.Received, m.Failed}, Parts: parts,
		Forms: []QuoteForm{
			form("form-fresh", func(*QuoteForm) {}),
			form("form-rejected", func(q *QuoteForm) {
				q.Values["name"], q.Values["message"] = "Dana R.", "Second floor, no elevator."
				q.Result = &m.Missing
				for field, text := range m.Fields {
					if field != "name" {
						q.Errors[field] = text
					}
				}
			}),
			form("form-doubtful", func(q *QuoteForm) {
				q.Values["email"], q.More.Contact, q.Asked, q.Result = "dana@", "text", "email consent", &m.Question
				q.Errors["email"], q.Errors["consent"] = m.Doubts["email"], m.Doubts["consent"]
			}),
			form("form-failed", func(q *QuoteForm) { q.Result = &m.Failed }),
			form("form-received", func(q *QuoteForm) {
				q.Result = &m.Received
				q.Received = QuoteReceived{
					Reference: "7KQ4MX", By: s.AnswerBy(time.Date(2026, 11, 23, 16, 0, 0, 0, time.UTC), "text"),
					Notes: []string{strings.ReplaceAll(s.quote.Labels.Received.Outside, "[zip]", "75165")},
					Rows:  []QuoteRow{{Label: s.quote.Labels.Received.Service, Text: s.quote.ServiceTypes[0]}},
				}
			}),
		},
	}
}

// example is the page of a kind with the most, or the fewest, parts that are not empty.
func example[T any](s *Site, info BuildInfo, kind Kind, rich bool) (page T) {
	best := 0
	for _, r := range s.routes {
		if r.Kind != kind {
			continue
		}
		props, n := s.PageProps(info, r), 0
		for i := range reflect.ValueOf(props).NumField() {
			if !reflect.ValueOf(props).Field(i).IsZero() {
				n++
			}
		}
		if best == 0 || rich && n > best || !rich && n < best {
			page, best = props.(T), n
		}
	}
	return page
}

func count(values ...bool) int {
	n := 0
	for _, value := range values {
		if value {
			n++
		}
	}
	return n
}
