package content

import (
	"strings"
	"time"

	markdown "github.com/yuin/goldmark/parser"
)

// legalSlugs are the pages that the law asks for, each at the root of the site.
var legalSlugs = []string{"privacy", "terms", "accessibility"}

// legalPage is a file of the folder legal: Markdown behind a front matter of YAML.
type legalPage struct {
	Meta     metaSource
	Front    legalFrontMatter
	html     string
	contents []Link
}

// legalFrontMatter opens the file of a legal page.
type legalFrontMatter struct {
	Title       string `yaml:"title"`
	Description string `yaml:"description"`
	// Heading is the page's own title, and its name in the breadcrumbs.
	Heading string `yaml:"heading"`
	Lead    string `yaml:"lead"`
	// Updated is the day since which the text is in force, "2026-11-22".
	Updated string `yaml:"updated"`
}

func (p *legalPage) meta() *metaSource { return &p.Meta }

func (s *Site) legalSlugs() []*string { return pointers(legalSlugs) }

func (p *legalPage) heading(*Site, string) string { return p.Front.Heading }

func (p *legalPage) scene(s *Site, _ string) SceneName { return s.home.Hero.Scene }

func (p *legalPage) props(s *Site, info BuildInfo, slug string) any { return s.Legal(info, slug) }

func (p *legalPage) check(d *decoder) {
	if _, err := time.Parse(time.DateOnly, p.Front.Updated); err != nil && p.Front.Updated != "" {
		d.report(&p.Front.Updated, `wanted one like "2026-11-22"`, "%q is not a date", p.Front.Updated)
	}
}

// read reads a legal page; false, with a diagnostic, where its file cannot be read at all.
func (page *legalPage) read(d *decoder, file string) bool {
	front := &page.Front
	body, line, ok := d.markdown(file, "title, description, heading, lead and updated", front)
	if !ok {
		return false
	}
	page.Meta = metaSource{Title: front.Title, Description: front.Description}
	d.positions[&page.Meta.Title], d.positions[&page.Meta.Description] = d.positions[&front.Title], d.positions[&front.Description]
	lines := strings.Split(body, "\n")
	for i, written := range lines {
		lines[i] = d.resolve(position{file, line + i}, written)
	}
	page.contents = []Link{}
	page.html = d.convert(position{file, line}, markdown.NewContext(), strings.Join(lines, "\n"), &page.contents)
	return true
}

// Legal is the page of a legal text with the slug, which is that of a route.
func (s *Site) Legal(info BuildInfo, slug string) LegalPage {
	path := KindLegal.path(slug)
	src := s.pages[path].(*legalPage)
	page := LegalPage{
		Breadcrumbs: s.breadcrumbs(Link{s.shared.HomeLabel, "/"}, src.Front.Heading),
		Title:       src.Front.Heading, Lead: src.Front.Lead,
		UpdatedLabel: s.shared.UpdatedLabel, Updated: longDate(src.Front.Updated), UpdatedISO: src.Front.Updated,
		ContentsLabel: s.shared.OnThisPage, Contents: src.contents, HTML: src.html, QuoteBox: s.quoteBox(),
	}
	structured := []string{s.breadcrumbData(info, path, page.Breadcrumbs)}
	page.Layout = s.pageLayout(info, path, quoteContact, src.Meta.props(s.base(info)+path, structured))
	return page
}
