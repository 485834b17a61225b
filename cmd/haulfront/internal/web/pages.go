package web

import (
	"log/slog"
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v3"

	"haulfront/cmd/haulfront/internal/site"
	"haulfront/content"
)

// styleguidePath shows every piece of the site in all its states, while developing.
const styleguidePath = "/gallery"

// speculationRules tells browsers which pages they may render in advance. A header needs no exception from the content
// security policy, as rules inside the page would.
func speculationRules(c fiber.Ctx) error {
	c.Set("Speculation-Rules", site.SpeculationRules)
	return c.Next()
}

// page answers with a page of the site.
func (s *Server) page(c fiber.Ctx) error {
	path, state := c.Path(), site.State{Plan: c.Query(content.PlanParameter)}
	if token := c.Query(receivedParameter); token != "" {
		state.Received = s.redirects.verify(path, token)
	}
	response, err := s.cfg.Site.Page(c.Context(), path, state, encodings(c))
	if err != nil {
		return err
	}
	return s.send(c, fiber.StatusOK, response)
}

// file answers with a file of the site. Names are hashed, so that an unknown one is an old one: no redirect can help it.
func (s *Server) file(c fiber.Ctx) error {
	response, err := s.cfg.Site.File(c.Context(), c.Path(), encodings(c))
	if err != nil {
		return err
	}
	return s.send(c, fiber.StatusOK, response)
}

// styleguide answers with the pieces of the site.
func (s *Server) styleguide(c fiber.Ctx) error {
	response, err := s.cfg.Site.Styleguide(c.Context())
	if err != nil {
		return err
	}
	return s.send(c, fiber.StatusOK, response)
}

// notFound answers an unknown path: with the path's canonical spelling if that is a page, with the not-found page
// otherwise.
func (s *Server) notFound(c fiber.Ctx) error {
	if c.Method() == fiber.MethodGet || c.Method() == fiber.MethodHead {
		if path := canonical(c.Path()); path != c.Path() && s.cfg.Site.HasPage(path) {
			target := url.URL{Path: path, RawQuery: string(c.RequestCtx().URI().QueryString())}
			return c.Redirect().Status(fiber.StatusMovedPermanently).To(target.String())
		}
	}
	s.metrics.notFound.Inc()
	s.notFoundLog.Log(slog.LevelInfo, "not found", "method", truncate(c.Method(), maxMethod), "path", truncate(c.Path(), maxPath))
	if strings.HasPrefix(c.Path(), site.AssetsPath) || wantsJSON(c) {
		// For programs, and for pages that ask for a file of an older build.
		c.Set(fiber.HeaderCacheControl, noStore)
		return c.Status(fiber.StatusNotFound).SendString("not found\n")
	}
	response, err := s.cfg.Site.NotFound(c.Context(), encodings(c))
	if err != nil {
		return err
	}
	return s.send(c, fiber.StatusNotFound, response)
}

// canonical is the one spelling of a path: lower case, single slashes, none at the end.
func canonical(path string) string {
	parts := strings.FieldsFunc(strings.ToLower(path), func(r rune) bool { return r == '/' })
	return "/" + strings.Join(parts, "/")
}
