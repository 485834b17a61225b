package site

import (
	"context"
	"iter"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"

	"haulfront/content"
)

// Export says what the pages of an export, which another web server serves at BaseURL, do without this program.
//
// The program that takes their forms runs elsewhere, with the same BASE_URL: it accepts posts that come from there, lets
// scripts from there read its answers, and sends visitors without JavaScript back to a page there that says that their
// request was received. What is wrong with a request it says itself, on its own copy of the page.
type Export struct {
	// Forms is the address of that program's /quote; nil leaves the forms out, and with them views and sessions.
	Forms *url.URL
}

// ReceivedPath is where an exported site has the page that says that a request was received, and receivedFile its file.
const (
	ReceivedPath = "/received/"
	receivedFile = "/received/index.html"
)

// apply changes what pages are made with.
func (e *Export) apply(info *content.BuildInfo) {
	switch {
	case e == nil:
	case e.Forms == nil:
		info.NoForms, info.Views, info.Sessions = true, false, false
	default:
		info.FormsServer = strings.TrimSuffix(e.Forms.String(), QuotePath)
	}
}

// Files yields every file of the site with a function that makes it, so that any web server can serve them at BASE_URL: a
// page at /a/b is the file /a/b/index.html, because that is where all of them look.
func (s *Site) Files() iter.Seq2[string, func(context.Context) ([]byte, error)] {
	return func(yield func(string, func(context.Context) ([]byte, error)) bool) {
		for route, p := range s.routes() {
			file := route.Path
			if route.Kind != "" {
				file = path.Join(file, "index.html")
			}
			if !yield(file, p.body) {
				return
			}
		}
		if e := s.cfg.Export; e != nil && e.Forms != nil && !yield(receivedFile, s.pages.Load().received.body) {
			return
		}
		for _, file := range slices.Sorted(maps.Keys(s.files)) {
			if !yield(file, s.files[file].body) {
				return
			}
		}
	}
}
