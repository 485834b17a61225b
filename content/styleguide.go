package content

// Styleguide is the page that shows every component in all its states, for development. It has no route, and search
// engines are told not to index it.
func (s *Site) Styleguide(info BuildInfo) StyleguidePage {
	const path = "/gallery"
	form := func(id string, change func(*QuoteForm)) QuoteForm {
		form := s.quoteForm(info, id, id, s.quote.Sources.Contact, "/")
		change(&form)
		return form
	}
	m := &s.quote.Messages
	layout := s.pageLayout(info, path, quoteContact, noIndexMeta("Styleguide | "+s.business.ShortName, "Every component of the site in all its states."))
	layout.Toasts.Toasts = []Toast{m.Received, m.Failed}
	return StyleguidePage{
		Layout:   layout,
		Service:  s.Service(info, s.example(KindService)),
		Category: s.Category(info, s.example(KindCategory)),
		City:     s.City(info, s.example(KindCity)),
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

// example is the slug of the page of a kind that has the most of the parts that such a page may leave out.
func (s *Site) example(kind Kind) string {
	slug, most := "", -1
	for _, r := range s.routes {
		if r.Kind != kind {
			continue
		}
		n := 0
		switch page := s.pages[r.Path].(type) {
		case *servicePage:
			n = count(page.NotAccepted != nil, page.FAQ != nil, len(page.Links) > 0)
			if page.Plans != nil {
				n += 10 // plans are on the fewest pages
			}
		case *categoryPage:
			n = count(page.Breadcrumb, page.Pricing != nil, page.Steps != nil, page.FAQ != nil, len(page.Intro) > 0)
		case *cityPage:
			n = count(page.Premium != nil, page.Estate != nil, page.Renovation != nil, page.Why != nil, page.References != "")
		}
		if n > most {
			slug, most = r.Slug, n
		}
	}
	return slug
}

// count returns how many of the values are true.
func count(values ...bool) int {
	n := 0
	for _, value := range values {
		if value {
			n++
		}
	}
	return n
}
