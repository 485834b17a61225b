package web

import (
	"net/url"
	"strings"

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
// what most visitors never use; where there are no sessions only a page from before asks, and is answered with 204.
func (s *Server) session(c fiber.Ctx) error {
	c.Set(fiber.HeaderCacheControl, noStore)
	if s.cfg.Session == nil {
		return c.SendStatus(fiber.StatusNoContent)
	}
	return c.JSON(map[string]string{"url": s.cfg.Session.URL.String(), "key": s.cfg.Session.Key})
}

// maxToken is above the largest session token in bytes; anonymous ones have about a thousand.
const maxToken = 4 << 10

// token returns text if it has the form of a JSON Web Token (RFC 7519, section 3: base64url parts between dots), which it
// becomes a header as, and "" otherwise. Whether it is valid is for the backend to say.
func token(text string) string {
	foreign := func(r rune) bool {
		return !strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.", r)
	}
	if len(text) > maxToken || strings.Count(text, ".") != 2 || strings.ContainsFunc(text, foreign) {
		return ""
	}
	return text
}
