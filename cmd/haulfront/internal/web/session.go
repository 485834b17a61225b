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
// what most visitors never use. Without sessions only pages from before a restart ask, and get 204.
func (s *Server) session(c fiber.Ctx) error {
	c.Set(fiber.HeaderCacheControl, noStore)
	if s.cfg.Session == nil {
		return c.SendStatus(fiber.StatusNoContent)
	}
	return c.JSON(map[string]string{"url": s.cfg.Session.URL.String(), "key": s.cfg.Session.Key})
}

// maxToken is above the largest session token in bytes; anonymous ones have about a thousand.
const maxToken = 4 << 10

// token returns text if it looks like a JSON Web Token (RFC 7519, section 3: base64url parts between dots), because it becomes
// a header, and "" otherwise. The backend decides whether it is valid.
func token(text string) string {
	outside := func(r rune) bool {
		return !strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.", r)
	}
	if len(text) > maxToken || strings.Count(text, ".") != 2 || strings.ContainsFunc(text, outside) {
		return ""
	}
	return text
}
