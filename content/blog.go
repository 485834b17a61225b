package content

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"haulfront/content/load"
)

type blogSource struct {
	ReadMore string
	Index    struct {
		Meta        metaSource
		Title, Lead string
	}
	Page     struct{ Back, ReadTime, Contents, More string }
	QuoteBox QuoteBox
}

// FeedPath is the path of the articles' feed, if there are any.
const FeedPath = "/blog/feed.xml"

const blogPageSize = 12

// BlogPage is the props of "/blog" and of "/blog/page/…".
type BlogPage struct {
	Layout   Layout       `json:"layout"`
	Title    string       `json:"title"`
	Lead     string       `json:"lead"`
	Teasers  []BlogTeaser `json:"teasers"`
	Newer    string       `json:"newer,omitempty"`
	Older    string       `json:"older,omitempty"`
	QuoteBox QuoteBox     `json:"quoteBox"`
}

// BlogTeaser leads to an article.
type BlogTeaser struct {
	ID       string `json:"id"`
	Title    string `json:"title"`
	Excerpt  string `json:"excerpt"`
	Image    string `json:"image"`
	Date     string `json:"date"`
	Slug     string `json:"slug"`
	Href     string `json:"href"`
	ReadMore string `json:"readMore"`
}

// ArticlePage is the props of "/blog/…".
type ArticlePage struct {
	Layout Layout `json:"layout"`
	Back   Link   `json:"back"`
	Title  string `json:"title"`
	Lead   string `json:"lead"`
	Scene  string `json:"scene"`
	// Date is the article's own, "March 15, 2025", DateISO the same in ISO 8601, "2025-03-15".
	Date          string `json:"date"`
	DateISO       string `json:"dateIso"`
	ReadTime      string `json:"readTime"`
	ContentsLabel string `json:"contentsLabel"`
	Contents      []Link `json:"contents"`
	// Parts are HTML, made from Markdown; the quote box comes between them.
	Parts      []string     `json:"parts"`
	QuoteBox   QuoteBox     `json:"quoteBox"`
	Shape      string       `json:"shape,omitempty" tstype:"'ledger'"`
	Figures    []SceneName  `json:"figures" tstype:"string[]"`
	LoadsLabel string       `json:"loadsLabel"`
	Loads      []PriceTier  `json:"loads"`
	MoreTitle  string       `json:"moreTitle"`
	More       []BlogTeaser `json:"more"`
}

func checkDate(d *load.Decoder, date *string) {
	if _, err := time.Parse(time.DateOnly, *date); err != nil && *date != "" {
		d.Report(date, `wanted one like "2025-10-05"`, "%q is not a date", *date)
	}
}

func (s *blogSource) teasers(assets Assets, articles []*articlePage) []BlogTeaser {
	teasers := make([]BlogTeaser, len(articles))
	for i, a := range articles {
		teasers[i] = BlogTeaser{
			ID: a.slug, Title: a.Front.Heading, Excerpt: a.Front.Excerpt, Image: assets.Shown(a.slug, a.scene()),
			Date: longDate(a.cardDate()), Slug: a.slug, Href: KindArticle.path(a.slug), ReadMore: s.ReadMore,
		}
	}
	return teasers
}

func longDate(date string) string {
	t, _ := time.Parse(time.DateOnly, date)
	return t.Format("January 2, 2006")
}

func blogPath(number int) string {
	if number == 1 {
		return KindBlog.path("")
	}
	return KindBlogPage.path(strconv.Itoa(number))
}

type blogListPage struct {
	*metaSource
	title  string
	number int // from 1
}

func (s *Site) blogPageSlugs() (slugs []*string) {
	for number := 2; (number-1)*blogPageSize < len(s.articles); number++ {
		slugs = append(slugs, new(strconv.Itoa(number)))
	}
	return slugs
}

// newBlogPage makes the title and the description of each page unique: "Junk removal guides, page 2".
func newBlogPage(s *Site, slug string) pageSource {
	index := &s.blog.Index
	if slug == "" {
		return &blogListPage{&index.Meta, index.Title, 1}
	}
	number, _ := strconv.Atoi(slug)
	title := fmt.Sprintf("%s, page %d", index.Title, number)
	return &blogListPage{&metaSource{
		Title:       fmt.Sprintf("%s | %s", title, s.Business.ShortName),
		Description: fmt.Sprintf("Page %d: %s", number, index.Meta.Description),
	}, title, number}
}

func (p *blogListPage) meta() *metaSource { return p.metaSource }

// read reads nothing: blog.yaml has been decoded.
func (p *blogListPage) read(*load.Decoder, string) bool { return true }

func (p *blogListPage) card(s *Site, _ string) (heading, lead string, scene SceneName) {
	return p.title, "", s.articles[(p.number-1)*blogPageSize].scene()
}

func (p *blogListPage) props(s *Site, info BuildInfo, r Route) any {
	pages := slices.Collect(slices.Chunk(s.articles, blogPageSize))
	page := BlogPage{
		Title: p.title, Teasers: s.blog.teasers(info.Assets, pages[p.number-1]), QuoteBox: s.quoteBox(),
		Layout: s.routeLayout(info, r.Path, QuoteContact, p.metaSource),
	}
	if p.number == 1 {
		page.Lead = s.blog.Index.Lead
	} else {
		page.Newer = blogPath(p.number - 1)
	}
	if p.number < len(pages) {
		page.Older = blogPath(p.number + 1)
	}
	return page
}

// articlePage is a file of the folder articles: Markdown after a front matter, in which one line is {quote-box} alone.
type articlePage struct {
	slug  string
	Front struct {
		metaSource
		Draft bool `yaml:",omitempty"` // see Draft
		// Heading and Image, a scene, are those of the cards as well, which show Excerpt in place of Lead.
		Heading, Excerpt, Lead string

		Image SceneName `yaml:",omitempty"`
		// CardDate is the date on the cards if that is not Date: the specification has both.
		Date     string
		CardDate string      `yaml:",omitempty"`
		Minutes  int         `least:"1"`
		Figures  []SceneName `yaml:",omitempty"`
		// Shape is "ledger" for an article whose headings stand beside its text, without prices in the margin.
		Shape string `yaml:",omitempty" of:"'ledger'"`
	}
	// text has a part before and one after the quote box.
	text load.Document
}

const quoteBoxMarker = "{quote-box}"

func contents(text load.Document) []Link {
	return load.Each(text.Sections, func(section *load.Section) Link { return Link{section.Title, "#" + section.ID} })
}

func (p *articlePage) meta() *metaSource { return &p.Front.metaSource }
func (p *articlePage) cardDate() string  { return cmp.Or(p.Front.CardDate, p.Front.Date) }
func (p *articlePage) card(*Site, string) (_, _ string, _ SceneName) {
	return p.Front.Heading, p.Front.Lead, p.scene()
}

func (s *Site) articleSlugs() []*string {
	return load.Each(s.articles, func(a **articlePage) *string { return &(*a).slug })
}

func newArticle(s *Site, slug string) pageSource {
	return s.articles[slices.IndexFunc(s.articles, func(a *articlePage) bool { return a.slug == slug })]
}

// sortArticles sorts the articles and their routes by the dates on their cards, the newest first.
func (s *Site) sortArticles() {
	slices.SortStableFunc(s.articles, func(a, b *articlePage) int {
		return strings.Compare(b.cardDate(), a.cardDate())
	})
	first := slices.IndexFunc(s.routes, func(r Route) bool { return r.Kind == KindArticle })
	if first < 0 { // the blog is off
		return
	}
	for i, a := range s.articles {
		s.routes[first+i].Path, s.routes[first+i].Slug = KindArticle.path(a.slug), a.slug
	}
}

func (p *articlePage) read(d *load.Decoder, file string) (ok bool) {
	p.text, ok = d.Document(file, "heading, excerpt, lead, date and minutes", &p.Front, quoteBoxMarker, 1)
	if p.text.Heading != "" {
		d.Report(&p.Front, "wanted ## or ###: the heading is in the front matter", "the text begins with # %s",
			p.text.Heading)
	}
	checkDate(d, &p.Front.Date)
	checkDate(d, &p.Front.CardDate)
	return ok
}

const moreArticles = 2

func (p *articlePage) props(s *Site, info BuildInfo, r Route) any {
	words, i := &s.blog.Page, slices.Index(s.articles, p)
	// The articles after this one, then those before it: each is on some other article's page.
	others := slices.Concat(s.articles[i+1:min(i+1+moreArticles, len(s.articles))], s.articles[:i])
	page := ArticlePage{
		Back: Link{words.Back, KindBlog.path("")}, Title: p.Front.Heading, Lead: p.Front.Lead,
		Scene: info.Assets.Shown(r.Slug, p.scene()), Date: longDate(p.Front.Date), DateISO: p.Front.Date,
		ReadTime: fmt.Sprintf("%d %s", p.Front.Minutes, words.ReadTime), ContentsLabel: words.Contents,
		Contents: contents(p.text), Parts: p.text.Parts, QuoteBox: s.quoteBox(),
		Shape: p.Front.Shape, Figures: append([]SceneName{}, p.Front.Figures...), Loads: s.loads(),
		LoadsLabel: s.pages[servicesPath].(*servicesPage).LoadsLabel,
		MoreTitle:  words.More, More: s.blog.teasers(info.Assets, others[:min(moreArticles, len(others))]),
	}
	data := s.articleData(info, r.Path, p.Front.Description, page)
	page.Layout = s.routeLayout(info, r.Path, QuoteContact, p.meta(), data)
	page.Layout.Meta.Type = "article"
	return page
}
