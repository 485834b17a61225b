package web

import (
	"context"
	"iter"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"

	"haulfront/content"
)

// Export says what exported pages, which another web server serves at BaseURL, do without this program.
//
// The program that takes their forms runs elsewhere, with the same BASE_URL: it accepts posts that come from there, lets
// scripts from there read its answers, and sends visitors without JavaScript back to a page there that says that their
// request was received. What is wrong with a request it says itself, on its own copy of the page.
type Export struct {
	// Forms is the address of that program's /quote; nil leaves the forms out, and with them views and sessions.
	Forms *url.URL
}

// receivedFile is where an exported site has the page that says that a request was received, and receivedPath its address.
const (
	receivedFile = "/received/index.html"
	receivedPath = "/received/"
)

// frame changes what pages are made with.
func (e *Export) frame(f *content.BuildInfo) {
	switch {
	case e == nil:
	case e.Forms == nil:
		f.NoForms, f.Views, f.Sessions = true, false, false
	default:
		f.FormsServer = strings.TrimSuffix(e.Forms.String(), quotePath)
	}
}

// Files yields every file of the site with a function that makes it, so that any web server can serve them at BASE_URL: a
// page at /a/b is the file /a/b/index.html, because that is where all of them look.
func (s *Server) Files() iter.Seq2[string, func(context.Context) ([]byte, error)] {
	maker := func(d *document) func(context.Context) ([]byte, error) {
		return func(ctx context.Context) ([]byte, error) {
			made, err := d.content(ctx)
			if err != nil {
				return nil, err
			}
			return made.identity.body, nil
		}
	}
	return func(yield func(string, func(context.Context) ([]byte, error)) bool) {
		for r, sheet := range s.pages() {
			file := r.Path
			if r.Kind != "" {
				file = path.Join(file, "index.html")
			}
			if !yield(file, maker(&sheet.document)) {
				return
			}
		}
		if e := s.cfg.Export; e != nil && e.Forms != nil {
			told := s.cfg.Site.Notice(s.frame(s.book.year()), s.cfg.Site.QuoteMessages().Received)
			if page := s.book.sheet("Failure", told); !yield(receivedFile, maker(&page.document)) {
				return
			}
		}
		for _, file := range slices.Sorted(maps.Keys(s.files)) {
			if !yield(file, maker(s.files[file])) {
				return
			}
		}
	}
}

// shared lets pages of an exported site have the answer, and their scripts read it
// (https://fetch.spec.whatwg.org/#http-access-control-allow-origin and #cross-origin-resource-policy-header).
func (s *Server) shared(c fiber.Ctx) error {
	c.Vary(fiber.HeaderOrigin)
	origin := c.Get(fiber.HeaderOrigin)
	if u, err := url.Parse(origin); err == nil && u.Host != "" && sameOrigin(u, s.cfg.BaseURL) {
		c.Set(fiber.HeaderAccessControlAllowOrigin, origin)
		c.Set("Cross-Origin-Resource-Policy", "cross-origin")
	}
	return c.Next()
}
