package site

import (
	"bytes"
	"context"
	"fmt"
	"html/template"
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
	// Forms is the address of that program's /quote; nil omits the forms, and with them views and sessions. Then the
	// content has to be loaded without forms, too: see [content.Options].
	Forms *url.URL
}

// apply changes the information that pages are made with.
func (e *Export) apply(info *content.BuildInfo) {
	switch {
	case e == nil:
	case e.Forms == nil:
		info.Views, info.Sessions = false, false
	default:
		info.FormsServer = strings.TrimSuffix(e.Forms.String(), QuotePath)
	}
}

// redirectsFile is read by Netlify (https://docs.netlify.com/manage/routing/redirects/overview/) and Cloudflare Pages
// (https://developers.cloudflare.com/pages/configuration/redirects/).
const redirectsFile = "/_redirects"

// movedPage is a page at an address that has moved, for web servers that do not read redirectsFile.
var movedPage = template.Must(template.New("moved").Parse(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>{{.}}</title>
<link rel="canonical" href="{{.}}">
<meta http-equiv="refresh" content="0; url={{.}}">
<p><a href="{{.}}">{{.}}</a></p>
`))

// redirects are the files that lead from the company's former addresses on, by path. Addresses with a query need a
// server, and one that is gone has no file.
func (s *Site) redirects() map[string][]byte {
	files, rules := map[string][]byte{}, ""
	moved := s.cfg.Content.Redirects()
	for _, from := range slices.Sorted(maps.Keys(moved)) {
		to := moved[from]
		if to == content.Gone || strings.Contains(from, "?") {
			continue
		}
		// Netlify prefers the page to a redirect without "!"; Cloudflare ignores lines with it.
		rules += fmt.Sprintf("%s %s 301!\n%[1]s %[2]s 301\n", (&url.URL{Path: from}).EscapedPath(), to)
		if strings.HasPrefix(to, "/") {
			to = s.cfg.BaseURL.String() + to
		}
		var page bytes.Buffer
		_ = movedPage.Execute(&page, to) // it has no errors of its own, and neither has the buffer
		if path.Ext(from) != ".html" {
			from = path.Join(from, "index.html")
		}
		files[from] = page.Bytes()
	}
	if rules != "" && s.files[redirectsFile] == nil { // the company's own, in public
		files[redirectsFile] = []byte(rules)
	}
	return files
}

// Files yields every file of the site with a function that makes it, for any web server at BASE_URL: a page at /a/b is
// the file /a/b/index.html, which all web servers look for. An exported site has files for former addresses, too.
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
		if s.cfg.Export != nil {
			for file, body := range s.redirects() {
				if !yield(file, func(context.Context) ([]byte, error) { return body, nil }) {
					return
				}
			}
		}
		for _, file := range slices.Sorted(maps.Keys(s.files)) {
			if !yield(file, s.files[file].body) {
				return
			}
		}
	}
}
