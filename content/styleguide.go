package content

// Styleguide is the page that shows every component in all its states, for development. It has no route, and search
// engines are told not to index it.
func (s *Site) Styleguide(info BuildInfo) StyleguidePage {
	const path = "/gallery"
	form := func(id string, change func(*QuoteForm)) QuoteForm {
		form := s.quote.form(info, id, id, s.quote.Sources.Contact, "/")
		change(&form)
		return form
	}
	m := &s.quote.Messages
	layout := s.pageLayout(info, path, quoteContact, noIndexMeta("Styleguide | "+s.business.ShortName, "Every component of the site in all its states."))
	layout.Toasts.Toasts = []Toast{m.Received, m.Failed}
	return StyleguidePage{
		Layout:   layout,
		Service:  s.Service(info, "subscription-junk-removal"),
		Category: s.Category(info, "construction-debris"),
		City:     s.City(info, "highland-park-university-park"),
		Quote:    s.GetQuote(info),
		Article:  s.Article(info, s.blog.Articles[0].Slug),
		Home:     s.Home(info),
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
				q.Values["email"], q.Asked = "dana@", "dana@"
				q.Result = &m.Doubtful
				q.Errors["email"] = m.Doubts["email"]
			}),
			form("form-failed", func(q *QuoteForm) { q.Result = &m.Failed }),
			form("form-received", func(q *QuoteForm) { q.Result = &m.Received }),
		},
	}
}
