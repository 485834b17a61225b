package web

import (
	"context"
	"iter"

	"github.com/gofiber/fiber/v3"

	"haulfront/cmd/haulfront/internal/seo"
	"haulfront/content"
)

// notFoundFile is the name under which most web servers look for the page of unknown paths.
const notFoundFile = "/404.html"

// addDocuments adds the documents for crawlers.
func (s *Server) addDocuments() error {
	documents, err := seo.Documents(s.cfg.BaseURL.String(), s.cfg.Site, s.cfg.LastMod)
	for _, d := range documents {
		s.files[d.Path] = &document{
			mediaType: d.MediaType, cache: cacheChecked,
			make: func(context.Context) ([]byte, error) { return d.Body, nil },
		}
		s.crawlerPaths = append(s.crawlerPaths, d.Path)
	}
	return err
}

// speculate tells browsers which pages they may render in advance.
func speculate(c fiber.Ctx) error {
	c.Set("Speculation-Rules", seo.SpeculationRulesHeader)
	return c.Next()
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
