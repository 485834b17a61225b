package content

import "time"

// blogSource is blog.yaml.
type blogSource struct {
	ReadMore string    `yaml:"readMore"`
	Articles []article `yaml:"articles"`
}

type article struct {
	ID      string `yaml:"id"`
	Slug    string `yaml:"slug"`
	Image   string `yaml:"image"`
	Title   string `yaml:"title"`
	Excerpt string `yaml:"excerpt"`
	// Teaser is what the cards show, Page what the article's own page shows; the specification gives them
	// different dates.
	Teaser struct {
		Date string `yaml:"date"`
	} `yaml:"teaser"`
	Page struct {
		Date string `yaml:"date"`
		// Minutes is the time that reading takes.
		Minutes int `yaml:"minutes"`
	} `yaml:"article"`
}

// teasers are the cards of the articles, in the order of the file.
func (s *blogSource) teasers() []BlogTeaser {
	teasers := make([]BlogTeaser, len(s.Articles))
	for i := range s.Articles {
		a := &s.Articles[i]
		teasers[i] = BlogTeaser{
			ID: a.ID, Title: a.Title, Excerpt: a.Excerpt, Image: a.Image, Date: longDate(a.Teaser.Date),
			Slug: a.Slug, Href: "/blog/" + a.Slug, ReadMore: s.ReadMore,
		}
	}
	return teasers
}

// longDate writes a checked date as people read it: "October 5, 2025".
func longDate(date string) string {
	t, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return date
	}
	return t.Format("January 2, 2006")
}

func (s *blogSource) check(b *binder) {
	count(b, &s.Articles, 3, "articles")
	met := map[string]bool{}
	for i := range s.Articles {
		a := &s.Articles[i]
		if met[a.ID] {
			b.wrong(&a.ID, "wanted an id of its own", "duplicate id %q", a.ID)
		}
		met[a.ID] = true
		for _, date := range []*string{&a.Teaser.Date, &a.Page.Date} {
			if _, err := time.Parse(time.DateOnly, *date); err != nil && *date != "" {
				b.wrong(date, `wanted one like "2025-10-05"`, "%q is not a date", *date)
			}
		}
		if a.Page.Minutes < 1 {
			b.wrong(&a.Page.Minutes, "wanted minutes above 0", "reading takes %d minutes", a.Page.Minutes)
		}
	}
}
