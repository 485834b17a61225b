package seo

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"haulfront/content"
)

// Survey is everything that Check compares.
type Survey struct {
	// Base begins every absolute address, "https://www.example.com".
	Base string
	// Pages are all pages that are served, in the order of the route table, and after them those of Kind "".
	Pages []*Page
	// Serves reports whether something that is no page is served at the path, a file for example.
	Serves func(path string) bool
	// Forms are the paths that forms post to.
	Forms []string
	// Documents are what was written for machines, by path.
	Documents map[string][]byte
	Days      Days
}

// Problem is one thing that is wrong. Its text is "where: what is wrong; what is wanted".
type Problem struct {
	// Where is a path of the site.
	Where         string
	Wrong, Wanted string
}

func (p *Problem) Error() string {
	return fmt.Sprintf("%s: %s; wanted %s", p.Where, p.Wrong, p.Wanted)
}

// report gathers problems.
type report struct {
	*Survey
	byPath   map[string]*Page
	problems []*Problem
}

// on returns a function that notes what is wrong at one place.
func (r *report) on(where string) func(wanted, format string, args ...any) {
	return func(wanted, format string, args ...any) {
		r.problems = append(r.problems, &Problem{where, fmt.Sprintf(format, args...), wanted})
	}
}

// Check returns everything that is wrong, each as a [*Problem], in the order of the pages; nil where all is well.
//
// On every page it looks at the head (S1 of the checklist), headings, links, ids and pictures (S9, S10, V4), at what the
// content security policy would refuse, and compares the structured data with what the page shows (S3 to S5). Then it
// compares the sitemap, robots.txt, the feed and llms.txt with the pages (S8).
func Check(s *Survey) error {
	r := &report{Survey: s, byPath: map[string]*Page{}}
	for _, p := range s.Pages {
		r.byPath[p.Path] = p
	}
	for _, p := range s.Pages {
		r.checkHead(p)
		r.checkBody(p)
		r.checkLinks(p)
		r.checkData(p)
	}
	r.checkUnique("title", func(p *Page) string { return p.Title })
	r.checkUnique("description", func(p *Page) string { return p.Description })
	r.checkCards()
	r.checkDocuments()
	return r.err()
}

// err joins the problems, page by page.
func (r *report) err() error {
	order := map[string]int{}
	for i, p := range r.Pages {
		order[p.Path] = i - len(r.Pages) // the documents, which are not in the map, come after all pages
	}
	slices.SortStableFunc(r.problems, func(a, b *Problem) int {
		return cmp.Or(cmp.Compare(order[a.Where], order[b.Where]), cmp.Compare(a.Where, b.Where))
	})
	// The menus, the phone's sheet and the footer repeat each other's links.
	met := map[Problem]bool{}
	var errs []error
	for _, p := range r.problems {
		if !met[*p] {
			met[*p] = true
			errs = append(errs, p)
		}
	}
	return errors.Join(errs...)
}

// checkUnique finds pages that say the same of themselves.
func (r *report) checkUnique(what string, of func(*Page) string) {
	met := map[string]*Page{}
	for _, p := range r.Pages {
		if p.Kind == "" || of(p) == "" {
			continue
		}
		if other := met[of(p)]; other != nil {
			r.on(p.Path)("one of its own", "the %s %q is that of %s too", what, of(p), other.Path)
		}
		met[of(p)] = p
	}
}

// checkCards wants a social card on every page as soon as there is one on any.
func (r *report) checkCards() {
	some := slices.ContainsFunc(r.Pages, func(p *Page) bool { return p.meta("og:image") != "" })
	for _, p := range r.Pages {
		if some && p.Kind != "" && p.meta("og:image") == "" {
			r.on(p.Path)("one as the other pages have", "the page has no og:image")
		}
	}
}

// pages of the survey that search engines are to find.
func (r *report) listed() (pages []*Page) {
	for _, p := range r.Pages {
		if p.Kind != "" {
			pages = append(pages, p)
		}
	}
	return pages
}

func (r *report) kind(kind content.Kind) (pages []*Page) {
	for _, p := range r.Pages {
		if p.Kind == kind {
			pages = append(pages, p)
		}
	}
	return pages
}
