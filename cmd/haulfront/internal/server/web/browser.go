package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/url"

	"github.com/gofiber/fiber/v3"

	"haulfront/cmd/haulfront/internal/server/analytics"
)

const (
	// pageviewPath accepts page views.
	pageviewPath = "/pageview"
	// maxPageview is the size of the largest report in bytes; the longest path and query make less than half of it.
	maxPageview = 2 << 10
	// pageviewRateLimit is how many views an address may report a minute: more than a whole office needs.
	pageviewRateLimit = 240
)

// errBadPageview is returned for a body that is not a report of a page view.
var errBadPageview = errors.New("the body is not the JSON of a page view")

// pageview queues a page view. Without an analytics service, only pages from before a restart report views. Visitors
// who opted out of tracking are not tracked. The body is JSON, or JSON as plain text, which is how sendBeacon sends a
// string.
func (s *Server) pageview(c fiber.Ctx) error {
	c.Status(fiber.StatusNoContent)
	if s.cfg.Analytics == nil || optedOut(c) {
		return nil
	}
	if err := rejectCompressed(c); err != nil {
		return err
	}
	mediaType, _, err := mime.ParseMediaType(c.Get(fiber.HeaderContentType))
	if err != nil || (mediaType != fiber.MIMEApplicationJSON && mediaType != fiber.MIMETextPlain) {
		return fmt.Errorf("%w: Content-Type %s", errMediaType, quoteHeader(c.Get(fiber.HeaderContentType)))
	}
	body := c.BodyRaw()
	if len(body) > maxPageview {
		return fiber.ErrRequestEntityTooLarge
	}
	var sent struct{ Path, Query string }
	if err := json.Unmarshal(body, &sent); err != nil {
		return errBadPageview // the decoder's error quotes input
	}
	view := analytics.View{
		Path: sent.Path, Query: sent.Query,
		Address: s.clientAddress(c).String(), UserAgent: c.Get(fiber.HeaderUserAgent),
	}
	if !view.Valid() {
		return fmt.Errorf("%w: no path and query of a browser", errBadPageview)
	}
	s.cfg.Analytics.Report(view)
	return nil
}

// sessionPath serves the settings of anonymous sessions to forms in use.
const sessionPath = "/session"

// Session is the backend's authentication service, at which browsers sign visitors in anonymously.
type Session struct {
	// URL is the backend's address (SUPABASE_URL), Key its public key.
	URL *url.URL
	Key string
}

// session serves the backend's address and public key. Forms request them on first use, since most visitors use none.
// Without sessions, only pages from before a restart do, and get 204.
func (s *Server) session(c fiber.Ctx) error {
	c.Set(fiber.HeaderCacheControl, noStore)
	if s.cfg.Session == nil {
		return c.SendStatus(fiber.StatusNoContent)
	}
	return c.JSON(map[string]string{"url": s.cfg.Session.URL.String(), "key": s.cfg.Session.Key})
}
