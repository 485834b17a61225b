package web

import (
	"log/slog"
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v3"

	"haulfront/cmd/haulfront/internal/site"
	"haulfront/content"
)

// resource serves the pages and files of the site, and passes all other paths on to the routes. Pages and files are not
// routes themselves because they change with the content.
func (s *Server) resource(c fiber.Ctx) error {
	current, path := s.site.Load(), c.Path()
	page, query := current.HasPage(path), string(c.RequestCtx().URI().QueryString())
	if to := current.Content().Redirect(path, query); page && query != "" && to != "" {
		return s.moved(c, to)
	}
	if !page && !current.HasFile(path) {
		return c.Next()
	}
	if c.Method() != fiber.MethodGet {
		c.Set(fiber.HeaderAllow, "GET, HEAD")
		return fiber.ErrMethodNotAllowed
	}
	if page {
		return s.page(c, current, path)
	}
	response, err := current.File(c.Context(), path, encodings(c))
	return s.sendKept(c, response, err)
}

// moved answers a request for an address that has moved, or is gone.
func (s *Server) moved(c fiber.Ctx, to string) error {
	if to == content.Gone {
		return s.sendNotFound(c, fiber.StatusGone)
	}
	return c.Redirect().Status(fiber.StatusMovedPermanently).To(to)
}

// unknownFile answers requests for built files that do not exist; existing ones are resources.
func unknownFile(fiber.Ctx) error { return site.ErrNotFound }

// page serves a page of the site.
func (s *Server) page(c fiber.Ctx, current *site.Site, path string) error {
	if len(c.RequestCtx().URI().QueryString()) > 0 { // otherwise it is in memory
		s.byNetwork(c)
	}
	if path == content.EstimatePath {
		if done, err := s.estimate(c, current); done {
			return err
		}
	}
	state := site.State{Plan: c.Query(content.PlanParameter)}
	if state == (site.State{}) {
		var err error
		if state.Estimate, err = current.CarriedEstimate(c.Context(), c.Query(content.EstimateParameter)); err != nil {
			return err
		}
		if path == content.QuotePath && state.Estimate == nil {
			estimate, err := s.estimateBefore(c, current)
			if err != nil {
				return err
			}
			if estimate != "" {
				target := url.URL{Path: path, RawQuery: content.EstimateParameter + "=" + url.QueryEscape(estimate)}
				c.Set(fiber.HeaderCacheControl, noStore)
				return c.Redirect().Status(fiber.StatusSeeOther).To(target.String())
			}
		}
	}
	response, err := current.Page(c.Context(), path, state, encodings(c))
	if len(c.RequestCtx().URI().QueryString()) == 0 && len(current.Content().Business.Trackers) == 0 {
		return s.sendKept(c, response, err)
	}
	return s.sendPage(c, current, fiber.StatusOK, response, err)
}

// estimateBefore returns the query of the estimate whose page has the link that was followed, with or without scripts:
// the same links stand on all pages. "" if there is none.
func (s *Server) estimateBefore(c fiber.Ctx, current *site.Site) (string, error) {
	page := referrer(c, current)
	if page == nil || page.Path != content.EstimatePath {
		return "", nil
	}
	e, err := current.CarriedEstimate(c.Context(), page.RawQuery)
	if e != nil {
		return e.Answer.Query, err
	}
	return "", err
}

// notFound responds to an unknown path: with a redirect if its canonical spelling is a page, otherwise with the
// not-found page.
func (s *Server) notFound(c fiber.Ctx, _ int, _ error) error {
	current := s.site.Load()
	if c.Method() == fiber.MethodGet {
		if path := canonical(c.Path()); path != c.Path() && current.HasPage(path) {
			target := url.URL{Path: path, RawQuery: string(c.RequestCtx().URI().QueryString())}
			return c.Redirect().Status(fiber.StatusMovedPermanently).To(target.String())
		}
		if to := current.Content().Redirect(c.Path(), string(c.RequestCtx().URI().QueryString())); to != "" {
			return s.moved(c, to)
		}
	}
	s.metrics.notFound.Inc()
	s.notFoundLog.Log(requestContext(c), slog.LevelInfo, "not found", logged(c)...)
	return s.sendNotFound(c, fiber.StatusNotFound)
}

// sendNotFound sends the not-found page, whose links lead on, with a status.
func (s *Server) sendNotFound(c fiber.Ctx, status int) error {
	if strings.HasPrefix(c.Path(), site.AssetsPath) || wantsJSON(c) {
		// The client is a program, or a page that requests a file of an older build.
		c.Set(fiber.HeaderCacheControl, noStore)
		return c.Status(status).SendString("not found\n")
	}
	response, err := s.site.Load().NotFound(c.Context(), encodings(c))
	return s.send(c, status, response, err)
}

// canonical returns the canonical spelling of a path: lower case, with single slashes, and without one at the end.
func canonical(path string) string {
	parts := strings.FieldsFunc(strings.ToLower(path), func(r rune) bool { return r == '/' })
	return "/" + strings.Join(parts, "/")
}
