package web

import (
	"fmt"
	"mime"
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v3"
)

// securityHeaders are sent with every answer. Nothing inline runs: there is no script, style or handler in the HTML, only
// JSON. The map's address may be framed; the backend's may be asked for a session.
func securityHeaders(base, maps *url.URL, session *Session) [][2]string {
	embed := maps.Scheme + "://" + maps.Host
	connect := "connect-src 'self'"
	if session != nil {
		connect += " " + session.URL.Scheme + "://" + session.URL.Host
	}
	policy := strings.Join([]string{
		"default-src 'none'",
		"script-src 'self'",
		"style-src 'self'",
		"img-src 'self'",
		"font-src 'self'",
		"manifest-src 'self'",
		connect,
		"frame-src " + embed,
		"form-action 'self'",
		"base-uri 'none'",
		"frame-ancestors 'none'",
	}, "; ")
	headers := [][2]string{
		{"Content-Security-Policy", policy},
		{"X-Content-Type-Options", "nosniff"},
		{"X-Frame-Options", "DENY"},
		{"Referrer-Policy", "strict-origin-when-cross-origin"},
		{"Cross-Origin-Opener-Policy", "same-origin"},
		{"Cross-Origin-Resource-Policy", "same-origin"},
		{"Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
	}
	if base.Scheme == "https" {
		headers = append(headers, [2]string{"Strict-Transport-Security", "max-age=31536000"})
	}
	return headers
}

// setSecurityHeaders sets them.
func (s *Server) setSecurityHeaders(c fiber.Ctx) error {
	h := &c.RequestCtx().Response.Header
	for _, kv := range s.headers {
		h.Set(kv[0], kv[1])
	}
	return c.Next()
}

// rejectCrossSite refuses posts that another site made a visitor's browser send. A browser says where a post comes from in
// Sec-Fetch-Site; an old one, or one that got the page by plain HTTP, in Origin; a client that sends neither is not a browser
// and carries nobody's session. This site is the requested host, and BASE_URL: a proxy that is not configured to pass the
// visitor's Host on sends its own.
func (s *Server) rejectCrossSite(c fiber.Ctx) error {
	site, origin := c.Get("Sec-Fetch-Site"), c.Get(fiber.HeaderOrigin)
	u, err := url.Parse(origin)
	known := err == nil && u.Host != ""
	switch {
	case site == "same-origin", site == "none", site == "" && origin == "",
		known && sameOrigin(u, s.site.Load().BaseURL()), // exported pages are served there, and are another site to a browser
		site == "" && known && strings.EqualFold(u.Host, c.Host()):
		return c.Next()
	}
	return fmt.Errorf("%w: Origin %s, Sec-Fetch-Site %s; this site is %s and was asked for as %s",
		errCrossOrigin, quoteHeader(origin), quoteHeader(site), s.site.Load().BaseURL(), quoteHeader(c.Host()))
}

// allowExportedPages lets pages of an exported site have the answer, and their scripts read it
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

// requireFormOrJSON refuses every media type but those of forms and of JSON. Media types are case-insensitive (RFC 9110,
// section 8.3.1), but the code that reads the body later knows only lower case.
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

// rejectCompressed refuses a compressed body, because it could be larger than it looks. The header may come in several
// lines, and every one counts (RFC 9110, section 5.2).
func rejectCompressed(c fiber.Ctx) error {
	for _, encoding := range c.RequestCtx().Request.Header.PeekAll(fiber.HeaderContentEncoding) {
		if text := string(encoding); text != "" && !strings.EqualFold(text, "identity") {
			return fmt.Errorf("%w: Content-Encoding %s", errMediaType, quoteHeader(text))
		}
	}
	return nil
}
