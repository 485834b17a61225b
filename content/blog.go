package content

import (
	"fmt"
	"slices"
	"time"
)

// blogSource is blog.yaml.
type blogSource struct {
	ReadMore string `yaml:"readMore"`
	// Index is what /blog says around its cards.
	Index struct {
		Meta  metaSource `yaml:"meta"`
		Title string     `yaml:"title"`
		Lead  string     `yaml:"lead"`
	} `yaml:"index"`
	// Page is what every article's page says around the article.
	Page struct {
		Back     string `yaml:"back"`
		ReadTime string `yaml:"readTime"`
		Contents string `yaml:"contents"`
		More     string `yaml:"more"`
	} `yaml:"page"`
	QuoteBox struct {
		Title string `yaml:"title"`
		Text  string `yaml:"text"`
	} `yaml:"quoteBox"`
	Articles []article `yaml:"articles"`
}

type article struct {
	ID   string `yaml:"id"`
	Slug string `yaml:"slug"`
	// Image names a scene; it is empty where a rule chooses it.
	Image   SceneName `yaml:"image,omitempty"`
	Title   string    `yaml:"title"`
	Excerpt string    `yaml:"excerpt"`
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

// teasers are the cards of articles.
func (s *blogSource) teasers(assets Assets, articles []article) []BlogTeaser {
	teasers := make([]BlogTeaser, len(articles))
	for i := range articles {
		a := &articles[i]
		teasers[i] = BlogTeaser{
			ID: a.ID, Title: a.Title, Excerpt: a.Excerpt, Image: assets.shown(a.Slug, a.scene()), Date: longDate(a.Teaser.Date),
			Slug: a.Slug, Href: KindArticle.path(a.Slug), ReadMore: s.ReadMore,
		}
	}
	return teasers
}

// find returns the article with the slug, which must be that of a route.
func (s *blogSource) find(slug string) *article {
	return &s.Articles[slices.IndexFunc(s.Articles, func(a article) bool { return a.Slug == slug })]
}

func (s *Site) articleSlugs() []*string {
	var slugs []*string
	for i := range s.blog.Articles {
		slugs = append(slugs, &s.blog.Articles[i].Slug)
	}
	return slugs
}

func (s *blogSource) meta() *metaSource { return &s.Index.Meta }

func (s *blogSource) heading(*Site, string) string { return s.Index.Title }

func (s *blogSource) scene(*Site, string) SceneName { return s.Articles[0].scene() }

func (s *blogSource) props(site *Site, info BuildInfo, _ string) any { return site.Blog(info) }

// longDate writes a checked date as people read it: "October 5, 2025".
func longDate(date string) string {
	t, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return date
	}
	return t.Format("January 2, 2006")
}

func (s *blogSource) check(d *decoder) {
	checkSome(d, &s.Articles, "articles")
	seen := map[string]bool{}
	for i := range s.Articles {
		a := &s.Articles[i]
		if seen[a.ID] {
			d.report(&a.ID, "wanted an id of its own", "duplicate id %q", a.ID)
		}
		seen[a.ID] = true
		for _, date := range []*string{&a.Teaser.Date, &a.Page.Date} {
			if _, err := time.Parse(time.DateOnly, *date); err != nil && *date != "" {
				d.report(date, `wanted one like "2025-10-05"`, "%q is not a date", *date)
			}
		}
		if a.Page.Minutes < 1 {
			d.report(&a.Page.Minutes, "wanted minutes above 0", "reading takes %d minutes", a.Page.Minutes)
		}
	}
}

// quoteBox asks on a page without a form: its link leads to the form's page.
func (s *Site) quoteBox() QuoteBox {
	src := &s.blog.QuoteBox
	return QuoteBox{Title: src.Title, Text: src.Text, Call: s.call(), Quote: s.quoteLink(quoteContact)}
}

// Blog is the page at /blog.
func (s *Site) Blog(info BuildInfo) BlogPage {
	const path = "/blog"
	src := &s.blog.Index
	return BlogPage{
		Layout: s.pageLayout(info, path, quoteContact, src.Meta.props(s.base(info)+path, []string{})),
		Title:  src.Title, Lead: src.Lead, Teasers: s.blog.teasers(info.Assets, s.blog.Articles), QuoteBox: s.quoteBox(),
	}
}

// moreArticles is how many other articles the page of one shows at most.
const moreArticles = 2

// Article is the page of the article with the slug, which is that of a route.
func (s *Site) Article(info BuildInfo, slug string) ArticlePage {
	path := KindArticle.path(slug)
	src := s.pages[path].(*articlePage)
	page := ArticlePage{
		Back: Link{s.blog.Page.Back, "/blog"}, Lead: src.Lead,
		ContentsLabel: s.blog.Page.Contents, Contents: src.contents, Parts: src.parts, QuoteBox: s.quoteBox(),
		MoreTitle: s.blog.Page.More,
	}
	i := slices.IndexFunc(s.blog.Articles, func(a article) bool { return a.Slug == slug })
	a := &s.blog.Articles[i]
	page.Title, page.Scene = a.Title, info.Assets.shown(slug, a.scene())
	page.Date, page.DateISO = longDate(a.Page.Date), a.Page.Date
	page.ReadTime = fmt.Sprintf("%d %s", a.Page.Minutes, s.blog.Page.ReadTime)
	// The articles behind this one, and after the last one those in front: each is on some other article's page.
	others := slices.Concat(s.blog.Articles[i+1:], s.blog.Articles[:i])
	page.More = s.blog.teasers(info.Assets, others[:min(moreArticles, len(others))])
	meta := src.Meta.props(s.base(info)+path, []string{s.articleData(info, path, src.Meta.Description, page)})
	meta.Type = "article"
	page.Layout = s.pageLayout(info, path, quoteContact, meta)
	return page
}
