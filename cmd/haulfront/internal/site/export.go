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

// Export configures pages for another web server, which serves them at BaseURL without this program.
//
// The program that takes their forms runs elsewhere, with the same BASE_URL: it accepts posts from there, lets scripts
// from there read its responses, and has the customers' pages. Errors it shows itself, on its own copy of the page.
type Export struct {
	// Forms is the address of that program's /quote; nil omits the forms, and with them views and sessions.
	Forms *url.URL
}

// apply changes the information that pages are made with.
func (e *Export) apply(info *content.BuildInfo) {
	switch {
	case e == nil:
	case e.Forms == nil:
		info.NoForms, info.Views, info.Sessions = true, false, false
	default:
		info.FormsServer = strings.TrimSuffix(e.Forms.String(), QuotePath)
	}
}

// Files yields every file of the site with a function that makes it, for any web server at BASE_URL: a page at /a/b is
// the file /a/b/index.html, which all web servers look for.
func (s *Site) Files() iter.Seq2[string, func(context.Context) ([]byte, error)] {
	return func(yield func(string, func(context.Context) ([]byte, error)) bool) {
		set := s.pages.Load()
		for _, route := range set.order {
			if !yield(path.Join(route, "index.html"), set.pages[route].body) {
				return
			}
		}
		if !yield(notFoundFile, set.notFound.body) {
			return
		}
		for _, file := range slices.Sorted(maps.Keys(s.files)) {
			if !yield(file, s.files[file].body) {
				return
			}
		}
	}
}
