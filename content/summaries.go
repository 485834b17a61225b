package content

// PageSummary describes one page in lists of pages: the sitemap, the feed, llms.txt, social cards.
type PageSummary struct {
	Route
	Heading, Description string // the h1 and the meta description
	Scene                SceneName
	Published            string // the day on which an article appeared, "2025-03-15"; empty for all other pages
}

// Summaries describes every page, in the order of [Site.Routes].
func (s *Site) Summaries() []PageSummary {
	summaries := make([]PageSummary, len(s.routes))
	for i, r := range s.routes {
		page, p := s.pages[r.Path], &summaries[i]
		p.Route, p.Description = r, page.meta().Description
		p.Heading, _, p.Scene = page.card(s, r.Slug)
		if article, ok := page.(*articlePage); ok {
			p.Published = article.Front.Date
		}
	}
	return summaries
}

// PagePicture is the picture of a page, or of a person, job or review, that may be a photograph of its own.
type PagePicture struct {
	// Name is the photograph's name, Scene the name of the picture shown without it.
	Name, Scene, Title string
}

// PagePictures lists the pages with a slug, and the crew, jobs and reviews that name a photograph.
func (s *Site) PagePictures() (list []PagePicture) {
	for _, p := range s.Summaries() {
		if p.Slug != "" {
			list = append(list, PagePicture{p.Slug, string(p.Scene), p.Heading})
		}
	}
	add := func(photo, title string) {
		if photo != "" {
			list = append(list, PagePicture{photo, string(s.home.Hero.Scene), title})
		}
	}
	for _, member := range s.Business.People() {
		add(member.Photo, member.Name)
	}
	for _, review := range s.Business.Reviews {
		add(review.Photo, review.Author)
	}
	for _, r := range s.routes {
		var reviews *TestimonialsSection
		switch page := s.pages[r.Path].(type) {
		case *homeSource:
			reviews = page.Testimonials
		case *quotePage:
			reviews = page.Testimonials
		case *servicePage:
			if page.Review != nil {
				add(page.Review.Photo, page.Review.Author)
			}
		case *cityPage:
			reviews = page.Testimonials
			if page.Jobs != nil {
				for _, job := range page.Jobs.Items {
					add(job.Photo, job.Title)
				}
			}
		}
		if reviews != nil {
			for _, review := range reviews.Items {
				add(review.Photo, review.Author)
			}
		}
	}
	return list
}
