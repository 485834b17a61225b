package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"mime"

	"github.com/gofiber/fiber/v3"

	"haulfront/cmd/haulfront/internal/analytics"
)

const (
	// pageviewPath takes reports of pages that were shown.
	pageviewPath = "/pageview"
	// maxPageview is the size of the largest report in bytes; the longest path and query make less than half of it.
	maxPageview = 2 << 10
	// pageviewRateLimit is how many views an address may report a minute, more than an office behind one address needs.
	pageviewRateLimit = 240
)

// errBadPageview is returned for a body that is not a report of a page view.
var errBadPageview = errors.New("the body is not the JSON of a page view")

// pageview takes a report of a page that was shown, and passes it on without waiting. Without an analytics service only pages
// from before a restart report, and get the same answer. Visitors who ask not to be tracked are not.
func (s *Server) pageview(c fiber.Ctx) error {
	c.Status(fiber.StatusNoContent)
	if s.cfg.Analytics == nil || optedOut(c) {
		return nil
	}
	view, err := s.parsePageview(c)
	if err != nil {
		return err
	}
	s.cfg.Analytics.Report(view)
	return nil
}

// parsePageview reads a report: JSON, or the same as plain text, which is what sendBeacon makes of a string.
func (s *Server) parsePageview(c fiber.Ctx) (analytics.View, error) {
	if err := rejectCompressed(c); err != nil {
		return analytics.View{}, err
	}
	mediaType, _, err := mime.ParseMediaType(c.Get(fiber.HeaderContentType))
	if err != nil || (mediaType != fiber.MIMEApplicationJSON && mediaType != fiber.MIMETextPlain) {
		return analytics.View{}, fmt.Errorf("%w: Content-Type %s", errMediaType, quoteHeader(c.Get(fiber.HeaderContentType)))
	}
	body := c.BodyRaw()
	if len(body) > maxPageview {
		return analytics.View{}, fiber.ErrRequestEntityTooLarge
	}
	var sent struct{ Path, Query string }
	if err := json.Unmarshal(body, &sent); err != nil {
		return analytics.View{}, errBadPageview // the decoder's error quotes what was sent
	}
	view := analytics.View{Path: sent.Path, Query: sent.Query, Address: s.clientAddress(c).String(), UserAgent: c.Get(fiber.HeaderUserAgent)}
	if !view.Valid() {
		return analytics.View{}, fmt.Errorf("%w: no path and query of a browser", errBadPageview)
	}
	return view, nil
}
