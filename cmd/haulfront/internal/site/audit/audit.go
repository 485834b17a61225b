// Package audit reads the finished site as a crawler does and reports all errors.
//
// [Read] parses the HTML of one page. A [Snapshot] is all pages with the documents for crawlers (package seo) as they
// are served, and [Check] compares them with each other: addresses, links, files, the structured data with the visible
// text, and the documents with the pages. It finds parts of pages by elements, roles and ARIA attributes, not by class
// names: a redesign does not break it. What one page shows by itself is for others: package content checks the lengths
// and links of copy, validators of HTML check ids, headings and pictures, and browsers enforce the content security
// policy.
//
// The server does not import this package: "haulfront check" runs it over exported files, and tests over the running
// program.
//
// A Page never changes and may be shared between goroutines.
package audit

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"haulfront/cmd/haulfront/internal/site/seo"
)

// Snapshot is a finished site.
type Snapshot struct {
	// Base begins every absolute address, "https://www.example.com".
	Base string
	// Pages are all pages that are served, in the order of the route table, and after them those of Kind "".
	Pages []*Page
	// Serves reports whether the path is served and is not a page, for example a file.
	Serves func(path string) bool
	// Documents are the bodies of the documents for crawlers, by path.
	Documents map[string][]byte
	// LastMod is the noted days of the pages' last changes, Digests the hashes of their present words (see package
	// site).
	LastMod seo.LastMod
	Digests map[string]string
}

// pages are the pages that fulfill the condition.
func (s *Snapshot) pages(condition func(*Page) bool) (pages []*Page) {
	for _, p := range s.Pages {
		if condition(p) {
			pages = append(pages, p)
		}
	}
	return pages
}

// listed are the pages that search engines may index.
func (s *Snapshot) listed() []*Page { return s.pages(func(p *Page) bool { return p.Kind != "" }) }

// Diagnostic is one error. Its text is "path: what is wrong; what is wanted".
type Diagnostic struct {
	Path          string // of the page or document
	Wrong, Wanted string
}

func (d *Diagnostic) Error() string {
	return fmt.Sprintf("%s: %s; wanted %s", d.Path, d.Wrong, d.Wanted)
}

// Check returns all errors, each as a [*Diagnostic], in the order of the pages; nil for none.
func Check(s *Snapshot) error {
	c := &checker{Snapshot: s, byPath: map[string]*Page{}}
	for _, p := range s.Pages {
		c.byPath[p.Path] = p
	}
	for _, p := range s.Pages {
		c.checkHead(p)
		c.checkFirstPicture(p)
		c.checkStops(p)
		c.checkLinks(p)
		c.checkStructuredData(p)
	}
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

func (c *checker) report(path, wanted, format string, args ...any) {
	c.diagnostics = append(c.diagnostics, &Diagnostic{path, fmt.Sprintf(format, args...), wanted})
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
	// The menus and the footer repeat each other's links.
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

// checkSocialCards requires a social card on every page if any page has one.
func (c *checker) checkSocialCards() {
	required := slices.ContainsFunc(c.Pages, func(p *Page) bool { return p.meta("og:image") != "" })
	for _, p := range c.listed() {
		if required && p.meta("og:image") == "" {
			c.report(p.Path, "one as the other pages have", "the page has no og:image")
		}
	}
}
