// Package audit reads the finished site as a crawler does and reports everything that is wrong with it.
//
// [Read] parses the HTML of one page. A [Snapshot] is all pages with the documents for crawlers (package seo) as they
// are served, and [Check] compares them with each other: the head of every page, headings, links, ids, pictures, what
// the content security policy would refuse, the structured data with the text that the page shows, and the documents
// with the pages. It finds parts of pages by what they are, elements, roles and ARIA attributes, and not by class
// names, so that a redesign does not break it.
//
// Nothing that is served imports this package: "haulfront check" runs it over exported files, and tests over the
// answers of the running program.
//
// A Page never changes and may be shared between goroutines.
package audit

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"haulfront/cmd/haulfront/internal/seo"
	"haulfront/content"
)

// Snapshot is a finished site.
type Snapshot struct {
	// Base begins every absolute address, "https://www.example.com".
	Base string
	// Pages are all pages that are served, in the order of the route table, and after them those of Kind "".
	Pages []*Page
	// Serves reports whether something that is no page is served at the path, a file for example.
	Serves func(path string) bool
	// Forms are the paths that forms lead to.
	Forms []string
	// Documents are the bodies of the documents for crawlers, by path.
	Documents map[string][]byte
	// LastMod is since when pages say what they say, as it was noted, and Digests what they say now, by path (see
	// package site).
	LastMod seo.LastMod
	Digests map[string]string
}

// listed are the pages that search engines may list.
func (s *Snapshot) listed() (pages []*Page) {
	for _, p := range s.Pages {
		if p.Kind != "" {
			pages = append(pages, p)
		}
	}
	return pages
}

// Diagnostic is one thing that is wrong. Its text is "path: what is wrong; what is wanted".
type Diagnostic struct {
	// Path is that of the page or document.
	Path          string
	Wrong, Wanted string
}

func (d *Diagnostic) Error() string {
	return fmt.Sprintf("%s: %s; wanted %s", d.Path, d.Wrong, d.Wanted)
}

// Check returns everything that is wrong, each as a [*Diagnostic], in the order of the pages; nil where all is well.
//
// On every page it checks the head (S1 of the checklist), headings, links, ids and pictures (S9, S10, V4), what the
// content security policy would refuse, and that the structured data says what the page shows (S3 to S5). Then it
// compares the sitemap, robots.txt, the feed and llms.txt with the pages (S8).
func Check(s *Snapshot) error {
	c := &checker{Snapshot: s, byPath: map[string]*Page{}}
	for _, p := range s.Pages {
		c.byPath[p.Path] = p
	}
	for _, p := range s.Pages {
		c.checkHead(p)
		c.checkBody(p)
		c.checkLinks(p)
		c.checkStructuredData(p)
	}
	c.checkUnique("title", func(p *Page) string { return p.Title })
	c.checkUnique("description", func(p *Page) string { return p.Description })
	c.checkSocialCards()
	c.checkDocuments()
	return c.err()
}

// checker gathers the diagnostics of one Check.
type checker struct {
	*Snapshot
	byPath      map[string]*Page
	diagnostics []*Diagnostic
}

// at returns a function that reports what is wrong at a path.
func (c *checker) at(path string) func(wanted, format string, args ...any) {
	return func(wanted, format string, args ...any) {
		c.diagnostics = append(c.diagnostics, &Diagnostic{path, fmt.Sprintf(format, args...), wanted})
	}
}

// err joins the diagnostics, page by page.
func (c *checker) err() error {
	order := map[string]int{}
	for i, p := range c.Pages {
		order[p.Path] = i - len(c.Pages) // the documents, which are not in the map, come after all pages
	}
	slices.SortStableFunc(c.diagnostics, func(a, b *Diagnostic) int {
		return cmp.Or(cmp.Compare(order[a.Path], order[b.Path]), cmp.Compare(a.Path, b.Path))
	})
	// The menus, the phone's menu and the footer repeat each other's links.
	seen := map[Diagnostic]bool{}
	var errs []error
	for _, d := range c.diagnostics {
		if !seen[*d] {
			seen[*d] = true
			errs = append(errs, d)
		}
	}
	return errors.Join(errs...)
}

// checkUnique finds pages that say the same of themselves.
func (c *checker) checkUnique(what string, of func(*Page) string) {
	seen := map[string]*Page{}
	for _, p := range c.listed() {
		if of(p) == "" {
			continue
		}
		if other := seen[of(p)]; other != nil {
			c.at(p.Path)("one of its own", "the %s %q is that of %s too", what, of(p), other.Path)
		}
		seen[of(p)] = p
	}
}

// checkSocialCards wants a social card on every page as soon as there is one on any.
func (c *checker) checkSocialCards() {
	some := slices.ContainsFunc(c.Pages, func(p *Page) bool { return p.meta("og:image") != "" })
	for _, p := range c.listed() {
		if some && p.meta("og:image") == "" {
			c.at(p.Path)("one as the other pages have", "the page has no og:image")
		}
	}
}

// articles are the pages of articles.
func (c *checker) articles() (pages []*Page) {
	for _, p := range c.Pages {
		if p.Kind == content.KindArticle {
			pages = append(pages, p)
		}
	}
	return pages
}
