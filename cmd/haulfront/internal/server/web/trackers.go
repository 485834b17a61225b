package web

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"

	"haulfront/cmd/haulfront/internal/site"
	"haulfront/content/company"
)

// tracker is what one of company.Trackers loads.
type tracker struct {
	// kilobytes is about the size of its scripts and styles, compressed: https://www.sabatka.net/en/?p=1119 measured
	// Google's and Meta's, https://help.crisp.chat/en/article/will-crisp-slow-down-my-website-1wfqufw/ names Crisp's.
	kilobytes int
	// sources are what it may load and where it may send to, by directive of the Content-Security-Policy.
	sources [][2]string
}

// trackers are those that the program knows, by their keys. Their sources:
//
//   - google, googleAds: https://developers.google.com/tag-platform/security/guides/csp
//   - meta, which documents none: its base code and the address of its events,
//     https://developers.facebook.com/docs/meta-pixel/get-started
//   - crisp: https://docs.crisp.chat/guides/others/whitelisting-our-systems/crisp-domain-names
var trackers = map[string]tracker{
	"google": {100, [][2]string{
		{"script-src", "https://*.googletagmanager.com"},
		{"img-src", "https://*.google-analytics.com https://*.googletagmanager.com"},
		{"connect-src", "https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com"},
	}},
	"googleAds": {100, [][2]string{
		{"script-src", "https://www.googletagmanager.com https://www.googleadservices.com https://www.google.com " +
			"https://pagead2.googlesyndication.com https://googleads.g.doubleclick.net"},
		{"img-src", "https://www.googletagmanager.com https://googleads.g.doubleclick.net https://www.google.com " +
			"https://pagead2.googlesyndication.com https://www.googleadservices.com https://google.com"},
		{"frame-src", "https://www.googletagmanager.com"},
		{"connect-src", "https://pagead2.googlesyndication.com https://www.googleadservices.com " +
			"https://googleads.g.doubleclick.net https://ad.doubleclick.net https://www.google.com https://google.com"},
	}},
	"meta": {100, [][2]string{
		{"script-src", "https://connect.facebook.net"},
		{"img-src", "https://www.facebook.com"},
		{"connect-src", "https://www.facebook.com"},
	}},
	"crisp": {150, [][2]string{
		{"script-src", "https://*.crisp.chat"},
		{"style-src", "'unsafe-inline' https://*.crisp.chat"},
		{"img-src", "data: https://*.crisp.chat"},
		{"font-src", "https://*.crisp.chat"},
		{"media-src", "https://*.crisp.chat"},
		{"worker-src", "blob: https://*.crisp.chat"},
		{"frame-src", "https://*.crisp.chat"},
		{"connect-src", "https://*.crisp.chat wss://*.relay.crisp.chat"},
	}},
}

// sendPage is send for pages of the site: their policy lets the company's trackers in, unless the visitor opted out.
func (s *Server) sendPage(c fiber.Ctx, current *site.Site, status int, response site.Response, err error) error {
	used := current.Content().Business.Trackers
	if len(used) == 0 {
		return s.send(c, status, response, err)
	}
	c.Vary("Sec-GPC", "DNT")
	if !optedOut(c) {
		policy := c.GetRespHeader(fiber.HeaderContentSecurityPolicy)
		for _, key := range slices.Sorted(maps.Keys(used)) {
			for _, sources := range trackers[key].sources {
				policy = allow(policy, sources[0], sources[1])
			}
		}
		c.Set(fiber.HeaderContentSecurityPolicy, policy)
	}
	return s.send(c, status, response, err)
}

// TrackerCosts says what the company's trackers cost visitors, with a line for each.
func TrackerCosts(used company.Trackers) (lines []string) {
	for _, key := range slices.Sorted(maps.Keys(used)) {
		var hosts []string
		for _, sources := range trackers[key].sources {
			for _, source := range strings.Fields(sources[1]) {
				if _, host, ok := strings.Cut(source, "://"); ok && !slices.Contains(hosts, host) {
					hosts = append(hosts, host)
				}
			}
		}
		by := company.Trackers{key: used[key]}.Companies()[0]
		lines = append(lines, fmt.Sprintf("trackers: %s: from the first click, key or scroll on, a page loads about "+
			"%d KB more, and %s learns of the visit; the policy lets in %s", key, trackers[key].kilobytes, by,
			strings.Join(hosts, ", ")))
	}
	return lines
}

// allow adds sources to a directive of a policy.
func allow(policy, directive, sources string) string {
	before, rest, found := strings.Cut(policy, directive+" ")
	if !found {
		return fmt.Sprintf("%s; %s %s", policy, directive, sources)
	}
	own, after, more := strings.Cut(rest, ";")
	if more {
		after = ";" + after
	}
	return before + directive + " " + own + " " + sources + after
}
