package content

// PageSummary describes one page in lists of pages: the sitemap, the feed, llms.txt.
type PageSummary struct {
	Route
	// Heading is the page's h1, Description its meta description.
	Heading, Description string
	// Published is the day on which an article appeared, "2025-03-15"; empty for all other pages.
	Published string
}

// Summaries describes every page, in the order of [Site.Routes].
func (s *Site) Summaries() []PageSummary {
	summaries := make([]PageSummary, len(s.routes))
	for i, r := range s.routes {
		summaries[i] = PageSummary{Route: r, Heading: s.heading(r), Description: s.metaOf(r).Description}
		if a := s.blog.find(r); a != nil {
			summaries[i].Published = a.Page.Date
		}
	}
	return summaries
}

// metaOf is the title, description and keywords of a route's page.
func (s *Site) metaOf(r Route) *metaSource {
	switch r.Kind {
	case KindHome:
		return &s.home.Meta
	case KindBlog:
		return &s.blog.Index.Meta
	}
	return s.pages[r.Path].meta()
}

// heading is the h1 of a page.
func (s *Site) heading(r Route) string {
	switch page := s.pages[r.Path].(type) {
	case *quotePage:
		return page.Hero.Title
	case *servicesPage:
		return page.Hero.Title
	case *locationsPage:
		return page.Hero.Title
	case *estimatePage:
		return page.Hero.Title
	case *servicePage:
		return page.Hero.Title
	case *cityPage:
		return page.Hero.Title
	case *categoryPage:
		return page.Hero.Title
	case *articlePage:
		return s.blog.find(r).Title
	case *legalPage:
		return page.Front.Heading
	}
	if r.Kind == KindBlog {
		return s.blog.Index.Title
	}
	return s.home.Hero.Title
}
