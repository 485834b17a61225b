package web

import (
	"net/url"

	"github.com/gofiber/fiber/v3"

	"haulfront/cmd/haulfront/internal/lead"
)

// attributionName is the field that the site's script adds to a form, see [lead.ParseAttribution].
const attributionName = "attribution"

// attribution returns where the visitor who posts a form came from; nil if that is unknown. Without
// scripts it is what the address of the form's page says, which browsers send as the referrer of a post on the same site.
func (s *Server) attribution(c fiber.Ctx, sent string) *lead.Attribution {
	if a := lead.ParseAttribution(sent); a != nil {
		return a
	}
	page, err := url.Parse(c.Get(fiber.HeaderReferer))
	// A proxy in front may not pass on the host that the visitor asked for.
	if err != nil || (page.Host != s.site.Load().BaseURL().Host && page.Host != c.Host()) {
		return nil
	}
	return lead.AttributionOf(page)
}

// optedOut reports whether the visitor has asked not to be tracked (W3C: Global Privacy Control, the header Sec-GPC; Tracking
// Preference Expression, the header DNT).
func optedOut(c fiber.Ctx) bool { return c.Get("Sec-GPC") == "1" || c.Get("DNT") == "1" }
