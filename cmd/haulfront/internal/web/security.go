package web

import (
	"fmt"
	"mime"
	"net/netip"
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v3"
)

// securityHeaders are sent with every answer. Nothing inline runs: there is no script, style or handler in the HTML, only
// JSON. The map's address may be framed, and be asked once whether it answers; the backend's may be asked for a session.
func securityHeaders(base, maps *url.URL, session *Session) [][2]string {
	embed := maps.Scheme + "://" + maps.Host
	connect := "connect-src 'self' " + embed
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

// secure sets the security headers.
func (s *Server) secure(c fiber.Ctx) error {
	h := &c.RequestCtx().Response.Header
	for _, kv := range s.headers {
		h.Set(kv[0], kv[1])
	}
	return c.Next()
}

// sameSite refuses posts that another site made a visitor's browser send. A browser says where a post comes from in
// Sec-Fetch-Site, an older one in Origin; a client that sends neither is no browser and carries nobody's session.
func sameSite(c fiber.Ctx) error {
	switch c.Get("Sec-Fetch-Site") {
	case "same-origin", "none":
		return c.Next()
	case "":
	default:
		return errForeign
	}
	origin := c.Get(fiber.HeaderOrigin)
	if origin == "" {
		return c.Next()
	}
	if u, err := url.Parse(origin); err == nil && u.Host != "" && strings.EqualFold(u.Host, c.Host()) {
		return c.Next()
	}
	return errForeign
}

// plainBody refuses what is not a plain form or JSON.
func plainBody(c fiber.Ctx) error {
	if err := unpacked(c); err != nil {
		return err
	}
	mediaType, _, err := mime.ParseMediaType(c.Get(fiber.HeaderContentType))
	if err != nil || (mediaType != fiber.MIMEApplicationForm && mediaType != fiber.MIMEApplicationJSON) {
		return fmt.Errorf("%w: Content-Type %q", errMediaType, c.Get(fiber.HeaderContentType))
	}
	return c.Next()
}

// unpacked refuses a body that is compressed, because it could be larger than it looks. The header may come more than once,
// and every line of it counts (RFC 9110, section 5.2).
func unpacked(c fiber.Ctx) error {
	for _, encoding := range c.RequestCtx().Request.Header.PeekAll(fiber.HeaderContentEncoding) {
		if text := string(encoding); text != "" && text != "identity" {
			return fmt.Errorf("%w: Content-Encoding %q", errMediaType, text)
		}
	}
	return nil
}

// network returns what a rate limit counts by: an IPv4 address, or the /64 that an IPv6 user has to themselves.
func network(ip string) string {
	addr, err := netip.ParseAddr(ip)
	if err != nil {
		return ip
	}
	addr = addr.Unmap()
	if addr.Is4() {
		return addr.String()
	}
	prefix, _ := addr.WithZone("").Prefix(64)
	return prefix.String()
}
