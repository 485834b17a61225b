package web

import (
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v3"

	"haulfront/content"
)

// received is the query parameter of the page that a visitor without JavaScript comes back to: the id of the form whose
// request was received.
const received = "received"

// page answers with a page of the site.
func (s *Server) page(c fiber.Ctx) error {
	e, err := s.book.now(c.Context())
	if err != nil {
		return err
	}
	sheet := e.pages[c.Path()]
	if form := c.Query(received); form != "" {
		overrides, err := s.receivedState(c, sheet, form)
		if err != nil {
			return err
		}
		if overrides != nil {
			return s.sendState(c, fiber.StatusOK, sheet, overrides)
		}
	}
	if s.cfg.NoMemo {
		return s.sendState(c, fiber.StatusOK, sheet, nil)
	}
	return sheet.send(c, fiber.StatusOK)
}

// sendState answers with a page that is made for this request.
func (s *Server) sendState(c fiber.Ctx, status int, sheet *sheet, overrides map[string]any) error {
	html, err := sheet.html(c.Context(), overrides)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentType, htmlType)
	c.Set(fiber.HeaderCacheControl, cacheNever)
	return c.Status(status).Send(html)
}

// notFound answers an unknown path: with the path's canonical spelling if that is a page, with the not-found page
// otherwise.
func (s *Server) notFound(c fiber.Ctx) error {
	if c.Method() == fiber.MethodGet || c.Method() == fiber.MethodHead {
		if path := canonical(c.Path()); path != c.Path() && s.book.has(path) {
			target := url.URL{Path: path, RawQuery: string(c.RequestCtx().URI().QueryString())}
			return c.Redirect().Status(fiber.StatusMovedPermanently).To(target.String())
		}
	}
	// The log's handler escapes control characters; the bound keeps one request to one readable line.
	s.cfg.Log.Info("not found", "method", c.Method(), "path", truncate(c.Path(), 200))
	if isFile(c.Path()) || wantsJSON(c) {
		return s.plainNotFound(c)
	}
	e, err := s.book.now(c.Context())
	if err != nil {
		return err
	}
	return e.notFound.send(c, fiber.StatusNotFound)
}

// plainNotFound answers programs, and pages that ask for a file of an older build.
func (s *Server) plainNotFound(c fiber.Ctx) error {
	c.Set(fiber.HeaderCacheControl, cacheNever)
	return c.Status(fiber.StatusNotFound).SendString("not found\n")
}

// canonical is the one spelling of a path: lower case, single slashes, none at the end.
func canonical(path string) string {
	parts := strings.FieldsFunc(strings.ToLower(path), func(r rune) bool { return r == '/' })
	return "/" + strings.Join(parts, "/")
}

func truncate(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return s[:n] + "…"
}

// frame is what every page's props are made with.
func (s *Server) frame(year int) content.Frame {
	return content.Frame{
		BaseURL: s.cfg.BaseURL.String(), MapsEmbedURL: s.cfg.MapsEmbedURL.String(), Assets: s.assets, Cards: s.cards, Year: year,
		Views: s.cfg.Analytics != nil, Sessions: s.cfg.Session != nil,
	}
}
