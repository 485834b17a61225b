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
		heading, _ := s.headingAndScene(r)
		summaries[i] = PageSummary{Route: r, Heading: heading, Description: s.metaOf(r).Description}
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

// headingAndScene are the h1 of a page and the picture beside it.
func (s *Site) headingAndScene(r Route) (heading, scene string) {
	switch page := s.pages[r.Path].(type) {
	case *quotePage:
		return page.Hero.Title, quoteScene
	case *servicesPage:
		return page.Hero.Title, servicesScene
	case *locationsPage:
		return page.Hero.Title, locationsScene
	case *servicePage:
		return page.Hero.Title, r.Slug
	case *cityPage:
		return page.Hero.Title, r.Slug
	case *categoryPage:
		category, _ := s.services.find(r.Slug)
		return page.Hero.Title, category.Scene
	case *articlePage:
		a := s.blog.find(r)
		return a.Title, a.Image
	}
	if r.Kind == KindBlog {
		return s.blog.Index.Title, s.blog.Articles[0].Image
	}
	return s.home.Hero.Title, s.home.Hero.Scene
}
