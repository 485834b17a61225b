package web

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/gofiber/fiber/v3"

	"haulfront/cmd/haulfront/internal/seo"
	"haulfront/content"
)

// notFoundFile is the name under which most web servers look for the page of unknown paths.
const notFoundFile = "/404.html"

// rulesType is the only media type under which browsers take speculation rules
// (https://wicg.github.io/nav-speculation/speculation-rules.html#speculation-rules-header).
const rulesType = "application/speculationrules+json"

// addMachines collects the documents that are written for machines. They are made from the pages, when they are first
// asked for.
func (s *Server) addMachines() {
	base := s.cfg.BaseURL.String()
	put := func(path, mediaType string, make func() ([]byte, error)) {
		s.files[path] = &document{mediaType: mediaType, cache: cacheChecked, make: func(context.Context) ([]byte, error) { return make() }}
		s.machines = append(s.machines, path)
	}
	add := func(path, mediaType string, write func([]*seo.Page) ([]byte, error)) {
		put(path, mediaType, func() ([]byte, error) {
			// Reading every page outlasts a request, and ends with the server.
			pages, err := s.read(s.life)
			if err != nil {
				return nil, err
			}
			return write(pages)
		})
	}
	const textType, xmlType = "text/plain; charset=utf-8", "application/xml; charset=utf-8"
	add(seo.SitemapPath, xmlType, func(pages []*seo.Page) ([]byte, error) { return seo.Sitemap(pages, s.cfg.Days), nil })
	add(seo.GuidePath, textType, func(pages []*seo.Page) ([]byte, error) {
		return seo.Guide(base, s.cfg.Site.Home(s.frame(s.book.year())), pages), nil
	})
	if slices.ContainsFunc(s.cfg.Site.Routes(), func(r content.Route) bool { return r.Kind == content.KindArticle && s.book.has(r.Path) }) {
		add(seo.FeedPath, "application/atom+xml; charset=utf-8", func(pages []*seo.Page) ([]byte, error) {
			return seo.Feed(base, pages, s.book.zone)
		})
	}
	put(seo.RobotsPath, textType, func() ([]byte, error) { return seo.Robots(base), nil })
	put(seo.RulesPath, rulesType, func() ([]byte, error) { return seo.Rules(), nil })
}

// speculate tells browsers which pages they may render in advance. A header needs no exception from the content security
// policy, as rules inside the page would.
func speculate(c fiber.Ctx) error {
	c.Set("Speculation-Rules", seo.RulesHeader)
	return c.Next()
}

// read reads every page as a machine does.
func (s *Server) read(ctx context.Context) (pages []*seo.Page, err error) {
	for r, sheet := range s.pages() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		made, err := sheet.content(ctx)
		if err != nil {
			return nil, fmt.Errorf("make the page %s: %w", r.Path, err)
		}
		page, err := seo.Read(r.Path, r.Kind, made.identity.body)
		if err != nil {
			return nil, err
		}
		pages = append(pages, page)
	}
	return pages, nil
}

// pages are the pages in the order of the route table, and after them the page of unknown paths, which has no kind.
func (s *Server) pages() iter.Seq2[content.Route, *sheet] {
	e := s.book.current.Load()
	return func(yield func(content.Route, *sheet) bool) {
		for _, r := range s.cfg.Site.Routes() {
			if page := e.pages[r.Path]; page != nil && !yield(r, page) {
				return
			}
		}
		yield(content.Route{Path: notFoundFile}, e.notFound)
	}
}

// Survey reads everything that the site says to machines, for [seo.Check].
func (s *Server) Survey(ctx context.Context) (*seo.Survey, error) {
	pages, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	survey := &seo.Survey{
		Base: s.cfg.BaseURL.String(), Pages: pages, Forms: []string{quotePath}, Days: s.cfg.Days,
		Serves:    func(path string) bool { return s.files[path] != nil },
		Documents: map[string][]byte{},
	}
	for _, path := range s.machines {
		made, err := s.files[path].content(ctx)
		if err != nil {
			return nil, fmt.Errorf("make %s: %w", path, err)
		}
		survey.Documents[path] = made.identity.body
	}
	return survey, nil
}
