package web

import (
	"context"
	"crypto/rand"
	"net/url"
	"regexp"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/office"

	"github.com/gofiber/fiber/v3"
)

const (
	// SignInPath begins the path of a link that signs somebody in; its token follows.
	SignInPath = office.OfficePath + "/in/"
	// sessionCookie holds a session's token. With the prefix, a browser takes it from this host alone, over HTTPS or
	// on localhost (RFC 6265bis, section 4.1.3.2).
	sessionCookie = "__Host-office"
	sessionDays   = 30
	// signInRateLimit is how many links a network may ask for in a minute.
	signInRateLimit = 5
	// signInMailLimit bounds the sending of one link, which nobody waits for.
	signInMailLimit = 30 * time.Second
)

// officeTarget matches the paths that a link may open after signing in.
var officeTarget = regexp.MustCompile(`^/office(/[A-Za-z0-9-]+)*$`)

// signInPage answers a stranger.
func (s *Server) signInPage(c fiber.Ctx) error { return s.sendSignIn(c, fiber.StatusOK, "", false) }

// sendSignIn answers with the page to sign in, after a try with a message.
func (s *Server) sendSignIn(c fiber.Ctx, status int, message string, failed bool) error {
	props := office.OfficeSignIn{
		Layout:  s.layout("OfficeSignIn", s.site.Load().Content().Office().SignIn.Title),
		Message: message, Failed: failed, Mails: s.cfg.Office.Send != nil,
	}
	response, err := s.site.Load().Shared(c.Context(), message, "OfficeSignIn", props, encodings(c))
	return s.send(c, status, response, err)
}

// officeNext returns the path to open after signing in: that of the page with the form, or what a link says, if that is
// one of the office.
func officeNext(path string) string {
	if !officeTarget.MatchString(path) || path == office.OfficePath+"/sign-in" || strings.HasPrefix(path, SignInPath) {
		return office.OfficePath
	}
	return path
}

// requestLink mails a link to a user. The answer is the same for everybody, at once: neither its words nor its time
// say whether the address is a user's.
func (s *Server) requestLink(c fiber.Ctx) error {
	words := s.site.Load().Content().Office().SignIn
	if taken, _ := s.signInLimiter.take(s.clientAddress(c), signInRateLimit, s.cfg.Now()); taken > signInRateLimit {
		return errSignInRate
	}
	if err := s.cfg.Leads.Ready(requestContext(c)); err != nil {
		return err // no link can be made
	}
	from, _ := url.Parse(c.Get(fiber.HeaderReferer)) // not in the form: the page would be another one at each address
	address, next := strings.TrimSpace(c.FormValue("email")), office.OfficePath
	if from != nil {
		next = officeNext(from.Path)
	}
	if known, ok := s.cfg.Office.Named(address); ok && known.Email != "" && s.cfg.Office.Send != nil {
		ctx := context.WithoutCancel(requestContext(c))
		s.background.Go(func() {
			ctx, cancel := context.WithTimeout(ctx, signInMailLimit)
			defer cancel()
			if err := s.mailLink(ctx, known.Email, next); err != nil {
				s.cfg.Log.ErrorContext(ctx, "link to sign in was not sent", "error", err)
			}
		})
	}
	return s.sendSignIn(c, fiber.StatusOK, words.Sent, false)
}

// mailLink makes a link and mails it.
func (s *Server) mailLink(ctx context.Context, address, next string) error {
	token, err := s.cfg.Office.MakeLink(ctx, address)
	if err != nil {
		return err
	}
	current := s.site.Load()
	link := current.BaseURL().JoinPath(SignInPath, token)
	if next != office.OfficePath {
		link.RawQuery = url.Values{"next": {next}}.Encode()
	}
	words := office.Words{Site: current.Content()}.SignInMail(link.String())
	return s.cfg.Office.Send(ctx, "sign-in."+rand.Text(), []string{address}, words)
}

// signIn begins a session. Only a person's request uses the link up: programs that preview links say that they prefetch
// (https://fetch.spec.whatwg.org/#sec-purpose-header).
func (s *Server) signIn(c fiber.Ctx) error {
	if c.Get("Sec-Purpose") != "" || c.Get("Purpose") == "prefetch" {
		return c.SendStatus(fiber.StatusNoContent)
	}
	token, err := s.cfg.Office.SignIn(requestContext(c), c.Params("token"), c.Get(fiber.HeaderUserAgent))
	if err != nil {
		return err
	}
	setSession(c, token, sessionDays)
	return c.Redirect().Status(fiber.StatusSeeOther).To(officeNext(c.Query("next")))
}

// setSession sets the cookie of a session for some days; 0 removes it.
func setSession(c fiber.Ctx, token string, days int) {
	cookie := &fiber.Cookie{
		Name: sessionCookie, Value: token, Path: "/", HTTPOnly: true, Secure: true,
		SameSite: fiber.CookieSameSiteLaxMode,
		MaxAge:   days * 24 * 60 * 60,
	}
	if days == 0 {
		cookie.MaxAge, cookie.Expires = -1, time.Unix(0, 0)
	}
	c.Cookie(cookie)
}

// askSignIn answers strangers with the page to sign in: at /office as such, elsewhere as an error.
func (s *Server) askSignIn(c fiber.Ctx, status int, _ error) error {
	if c.Path() == office.OfficePath && c.Method() == fiber.MethodGet {
		status = fiber.StatusOK
	}
	return s.sendSignIn(c, status, "", false)
}

// linkEnded answers a link to sign in that is used or too old.
func (s *Server) linkEnded(c fiber.Ctx, status int, _ error) error {
	return s.sendSignIn(c, status, s.site.Load().Content().Office().SignIn.Ended, true)
}

// tooManyLinks answers a network that asks for too many links.
func (s *Server) tooManyLinks(c fiber.Ctx, status int, _ error) error {
	return s.sendSignIn(c, status, s.site.Load().Content().Office().SignIn.TooMany, true)
}

// requireSession lets users in.
func (s *Server) requireSession(c fiber.Ctx) error {
	token := c.Cookies(sessionCookie)
	name, renewed, err := s.cfg.Office.User(requestContext(c), token)
	if err != nil {
		return err
	}
	if renewed {
		setSession(c, token, sessionDays)
	}
	c.Locals(userKey{}, name)
	return c.Next()
}

// signOut ends the session.
func (s *Server) signOut(c fiber.Ctx) error {
	if err := s.cfg.Office.SignOut(requestContext(c), c.Cookies(sessionCookie)); err != nil {
		return err
	}
	setSession(c, "", 0)
	c.Set("Clear-Site-Data", `"storage"`) // with it the service worker goes, and the list that it has kept
	return c.Redirect().Status(fiber.StatusSeeOther).To(office.OfficePath)
}
