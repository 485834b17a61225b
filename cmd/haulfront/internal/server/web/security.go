package web

import (
	"fmt"
	"mime"
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"haulfront/cmd/haulfront/internal/site"
	"haulfront/content/company"
)

// fileHeaders returns the headers of built files. Browsers ignore the other headers on anything but pages; leaving them
// out saves half a kilobyte for each of the seven files of a first view. A drawing opened by itself may load nothing.
func fileHeaders(base *url.URL) [][2]string {
	return withStrictTransport(base, [][2]string{
		{"Content-Security-Policy", "default-src 'none'"},
		{"X-Content-Type-Options", "nosniff"},
		{"Cross-Origin-Resource-Policy", "same-origin"},
	})
}

// ownStyles is the part of the policy that a page with a style inside adds that one's digest to. With a tracker that
// needs inline styles, the part is another, and stays.
const ownStyles = "style-src 'self';"

// securityHeaders returns the headers of all other responses. No inline script runs, and no style of somebody else's.
// Pages may frame the map and, with sessions, connect to the backend.
func securityHeaders(base, maps *url.URL, session *Session) [][2]string {
	embed := company.OpenStreetMap
	if maps != nil {
		embed = maps.Scheme + "://" + maps.Host
	}
	connect := "connect-src 'self'"
	if session != nil {
		connect += " " + session.URL.Scheme + "://" + session.URL.Host
	}
	policy := strings.Join([]string{
		"default-src 'none'",
		"script-src 'self' 'inline-speculation-rules'", // of entry.browser.ts
		strings.TrimSuffix(ownStyles, ";"),
		"img-src 'self'",
		"font-src 'self'",
		"manifest-src 'self'",
		connect,
		"frame-src " + embed,
		"form-action 'self'",
		"base-uri 'none'",
		"frame-ancestors 'none'",
	}, "; ")
	return withStrictTransport(base, [][2]string{
		{"Content-Security-Policy", policy},
		{"X-Content-Type-Options", "nosniff"},
		{"X-Frame-Options", "DENY"},
		{"Referrer-Policy", "strict-origin-when-cross-origin"},
		{"Cross-Origin-Opener-Policy", "same-origin"},
		{"Cross-Origin-Resource-Policy", "same-origin"},
		{"Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
	})
}

// withStrictTransport adds HSTS (RFC 6797) for sites with an HTTPS address.
func withStrictTransport(base *url.URL, headers [][2]string) [][2]string {
	if base.Scheme == "https" {
		headers = append(headers, [2]string{"Strict-Transport-Security", "max-age=31536000"})
	}
	return headers
}

// begin sets the request's ID and the security headers. Below [site.AssetsPath] only errors are pages, see sendError.
func (s *Server) begin(c fiber.Ctx) error {
	s.setRequestID(c.RequestCtx())
	headers := s.headers
	if strings.HasPrefix(c.Path(), site.AssetsPath) {
		headers = s.fileHeaders
	}
	setHeaders(&c.RequestCtx().Response, headers)
	if c.Method() == fiber.MethodHead {
		c.Method(fiber.MethodGet) // Fiber's own routes for HEAD stand behind requireSession; fasthttp drops the body
	}
	return c.Next()
}

// setHeaders sets headers whose names are in canonical form.
func setHeaders(response *fasthttp.Response, headers [][2]string) {
	for _, kv := range headers {
		response.Header.SetCanonical([]byte(kv[0]), []byte(kv[1])) // no copies: neither is changed or kept
	}
}

// rejectCrossSite rejects posts that another site made a visitor's browser send. Browsers name the source of a post in
// Sec-Fetch-Site; old ones, and those that loaded the page over plain HTTP, in Origin. Clients that send neither are
// not browsers and have no session. This site is the requested host and BASE_URL: a misconfigured proxy sends its own
// Host.
func (s *Server) rejectCrossSite(c fiber.Ctx) error {
	site, origin := c.Get("Sec-Fetch-Site"), c.Get(fiber.HeaderOrigin)
	u, err := url.Parse(origin)
	known := err == nil && u.Host != ""
	switch {
	case site == "same-origin", site == "none", site == "" && origin == "",
		known && sameOrigin(u, s.site.Load().BaseURL()), // exported pages, which are another site to a browser
		site == "" && known && strings.EqualFold(u.Host, c.Host()):
		return c.Next()
	}
	return fmt.Errorf("%w: Origin %s, Sec-Fetch-Site %s; this site is %s and was asked for as %s",
		errCrossOrigin, quoteHeader(origin), quoteHeader(site), s.site.Load().BaseURL(), quoteHeader(c.Host()))
}

// allowExportedPages lets pages of an exported site, and their scripts, read the response
// (https://fetch.spec.whatwg.org/#http-access-control-allow-origin and #cross-origin-resource-policy-header).
func (s *Server) allowExportedPages(c fiber.Ctx) error {
	c.Vary(fiber.HeaderOrigin)
	origin := c.Get(fiber.HeaderOrigin)
	if u, err := url.Parse(origin); err == nil && u.Host != "" && sameOrigin(u, s.site.Load().BaseURL()) {
		c.Set(fiber.HeaderAccessControlAllowOrigin, origin)
		c.Set("Cross-Origin-Resource-Policy", "cross-origin")
	}
	return c.Next()
}

// sameOrigin reports whether two addresses have the same origin (RFC 6454, section 5).
func sameOrigin(a, b *url.URL) bool {
	return strings.EqualFold(a.Scheme, b.Scheme) && strings.EqualFold(a.Hostname(), b.Hostname()) && port(a) == port(b)
}

func port(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	return map[string]string{"http": "80", "https": "443"}[strings.ToLower(u.Scheme)]
}

// requireFormOrJSON rejects all media types but those of forms and JSON. Media types are case-insensitive (RFC 9110,
// section 8.3.1), but the code that reads the body expects lower case.
func requireFormOrJSON(c fiber.Ctx) error {
	if err := rejectCompressed(c); err != nil {
		return err
	}
	mediaType, parameters, err := mime.ParseMediaType(c.Get(fiber.HeaderContentType))
	switch {
	case err != nil:
	case mediaType == fiber.MIMEMultipartForm:
		c.Request().Header.SetContentType(mime.FormatMediaType(mediaType, parameters))
		return c.Next()
	case mediaType == fiber.MIMEApplicationForm, mediaType == fiber.MIMEApplicationJSON:
		c.Request().Header.SetContentType(mediaType)
		return c.Next()
	}
	return fmt.Errorf("%w: Content-Type %s", errMediaType, quoteHeader(c.Get(fiber.HeaderContentType)))
}

// rejectCompressed rejects compressed bodies: they may be larger than their length says. The header may have several
// lines (RFC 9110, section 5.2).
func rejectCompressed(c fiber.Ctx) error {
	for _, encoding := range c.RequestCtx().Request.Header.PeekAll(fiber.HeaderContentEncoding) {
		if text := string(encoding); text != "" && !strings.EqualFold(text, "identity") {
			return fmt.Errorf("%w: Content-Encoding %s", errMediaType, quoteHeader(text))
		}
	}
	return nil
}
