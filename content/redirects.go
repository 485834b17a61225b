package content

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"path"
	"strings"

	"haulfront/content/load"
)

const redirectsFile = "redirects.yaml"

// Gone is the target of an address that has no page any more and no other in its place.
const Gone = "gone"

// redirectSource is redirects.yaml: former addresses such as "/about-us/" or "/?page_id=12", and what is there now.
type redirectSource struct {
	Redirects map[string]*redirect
}

// redirect is a path of the site, Gone, or an address elsewhere that says so: { to: https://…, elsewhere: true }.
type redirect struct {
	To        string
	Elsewhere bool `yaml:",omitempty"`
}

func (r *redirect) DecodeText(_ *load.Decoder, _ load.Position, written string) {
	r.To = strings.TrimSpace(written)
}

// Redirect returns the target of an address that has moved, a path with the query if it has one; "" for others.
func (s *Site) Redirect(path, query string) string {
	return cmp.Or(s.redirects[clean(path)+"?"+query], s.redirects[clean(path)])
}

// Redirects are the targets of all addresses that have moved or are gone, as in Redirect, by path and query.
func (s *Site) Redirects() map[string]string { return maps.Clone(s.redirects) }

func clean(address string) string { return path.Clean("/" + address) }

// readRedirects reads the company's redirects, and reports those that lead nowhere, or from a page that exists.
func (s *Site) readRedirects(d *load.Decoder) {
	s.redirects = map[string]string{}
	var src redirectSource
	d.Read(redirectsFile, &src)
	from := map[string]string{}
	for address, r := range src.Redirects {
		u, err := url.Parse(address)
		if err != nil || !strings.HasPrefix(address, "/") || u.Fragment != "" {
			d.Report(r, "wanted a path such as /about-us", "%q is no path of the site", address)
			continue
		}
		key := clean(u.Path)
		if u.RawQuery != "" {
			key += "?" + u.RawQuery
		}
		if from[key] != "" {
			d.Report(r, "wanted one of them", "%q and %q are the same address", address, from[key])
		}
		from[key], s.redirects[key] = address, r.To
		if wrong, _ := s.brokenLink(u.Path); wrong == "" && u.RawQuery == "" {
			d.Report(r, "wanted the address of a page that is gone", "the site has a page %q", address)
		}
	}
	for address, r := range src.Redirects {
		wrong, wanted := s.brokenLink(r.To)
		u, _ := url.Parse(r.To)
		switch {
		case r.To == Gone:
		case u != nil && s.redirects[clean(u.Path)] != "" && u.Host == "":
			d.Report(r, "wanted the page at the end of the way", "%q leads to %q, which leads on", address, r.To)
		case wrong != "" && s.services.inPlace[r.To] == "":
			d.Report(r, wanted+", or "+Gone, "%s", wrong)
		case u.Host != "" && !r.Elsewhere:
			d.Report(r, fmt.Sprintf("wanted { to: %s, elsewhere: true } if it is meant", r.To),
				"%q leads to another site", address)
		}
	}
	for former, at := range s.services.inPlace {
		s.redirects[former] = cmp.Or(s.redirects[former], at)
	}
}
