package web

import (
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v3"

	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/content"
)

// page answers with a page of the site.
func (s *Server) page(c fiber.Ctx) error {
	e := s.book.now(c.Context())
	sheet := e.pages[c.Path()]
	if value := c.Query(received); value != "" {
		if form := s.redirects.form(c.Path(), value); form != "" {
			return s.received(c, e, sheet, form)
		}
	}
	plan := c.Query(content.PlanParameter)
	if message := s.cfg.Site.PlanMessage(c.Path(), plan); message != "" {
		err := s.sendPlan(c, sheet, plan, message)
		if err == nil {
			return nil
		}
		s.fellBack(c.Path(), err)
	}
	return s.sendPage(c, sheet)
}

// sendPlan answers with the page whose form begins with the message of a chosen plan. It is the same for everybody.
func (s *Server) sendPlan(c fiber.Ctx, sheet *sheet, plan, message string) error {
	if s.cfg.NoMemo {
		overrides, err := sheet.planState(c.Context(), message)
		if err != nil {
			return err
		}
		return s.sendState(c, fiber.StatusOK, sheet, overrides)
	}
	return sheet.kept(&sheet.plans, plan, func(ctx context.Context) (map[string]any, error) {
		return sheet.planState(ctx, message)
	}).send(c, fiber.StatusOK)
}

// sendPage answers with a page in its default state.
func (s *Server) sendPage(c fiber.Ctx, sheet *sheet) error {
	if s.cfg.NoMemo {
		return s.sendState(c, fiber.StatusOK, sheet, nil)
	}
	return sheet.send(c, fiber.StatusOK)
}

// planState is the props of the page's form that begins with the message of a chosen plan. Only those without JavaScript ask
// for it, see components/entry.browser.ts.
func (s *sheet) planState(ctx context.Context, message string) (map[string]any, error) {
	t, err := s.template(ctx)
	if err != nil {
		return nil, err
	}
	slot := formSlot(t, "")
	if slot == nil {
		return nil, nil
	}
	var form content.QuoteForm
	if err := json.Unmarshal(slot.Props, &form); err != nil {
		return nil, err
	}
	values := quote.Request{Message: message}.Values()
	maps.Copy(values, form.Values)
	return map[string]any{slot.ID: map[string]any{"values": values}}, nil
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
	s.metrics.notFound.Inc()
	s.unknown.Log(slog.LevelInfo, "not found", "method", truncate(c.Method(), maxMethod), "path", truncate(c.Path(), maxPath))
	if isFile(c.Path()) || wantsJSON(c) {
		return s.plainNotFound(c)
	}
	return s.book.now(c.Context()).notFound.send(c, fiber.StatusNotFound)
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

// frame is what every page's props are made with.
func (s *Server) frame(year int) content.BuildInfo {
	f := content.BuildInfo{
		BaseURL: s.cfg.BaseURL.String(), MapsEmbedURL: s.cfg.MapsEmbedURL.String(), Assets: s.assets, Cards: s.cards, Year: year,
		QuoteFields: quote.FormFields(), Views: s.cfg.Analytics != nil, Sessions: s.cfg.Session != nil,
	}
	s.cfg.Export.frame(&f)
	return f
}
