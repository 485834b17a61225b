package web

import (
	"net/url"

	"github.com/gofiber/fiber/v3"
)

// sessionPath tells a form that is being used where its visitor can be signed in.
const sessionPath = "/session"

// Session is the backend's authentication service, which the browser signs visitors in at, anonymously.
type Session struct {
	// URL is the backend's address (SUPABASE_URL), Key its public key.
	URL *url.URL
	Key string
}

// session answers with the backend's address and public key. A form asks when it is first used, so that pages need not carry
// what most visitors never use. Without sessions only pages from before a restart ask, and get 204.
func (s *Server) session(c fiber.Ctx) error {
	c.Set(fiber.HeaderCacheControl, noStore)
	if s.cfg.Session == nil {
		return c.SendStatus(fiber.StatusNoContent)
	}
	return c.JSON(map[string]string{"url": s.cfg.Session.URL.String(), "key": s.cfg.Session.Key})
}
