package web

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/base/outbound"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/content/contact"

	"github.com/gofiber/fiber/v3"
	"github.com/sethvargo/go-retry"
)

const (
	// SignInPath begins the path of a link that signs somebody in; its token follows.
	SignInPath = office.Path + "/in/"
	// sessionCookie holds a session's token. With the prefix, a browser takes it from this host alone, over HTTPS or
	// on localhost (RFC 6265bis, section 4.1.3.2).
	sessionCookie = "__Host-office"
	sessionDays   = 30
	// signInRateLimit is how many links a network may ask for in a minute.
	signInRateLimit = 5
	// signInMailLimit bounds an attempt to send a link, which nobody waits for. The next one follows after
	// signInMailRetry, then after twice that, and so on until signInMailEnd: mail servers let unknown senders wait.
	signInMailLimit = 30 * time.Second
	signInMailRetry = time.Second
	signInMailEnd   = 20 * time.Minute
)

// officeTarget matches the paths that a link may open after signing in.
var officeTarget = regexp.MustCompile(`^/office(/[A-Za-z0-9-]+)*$`)

// signInPage answers a stranger.
func (s *Server) signInPage(c fiber.Ctx) error {
	return s.sendSignIn(c, fiber.StatusOK, office.SignInPage{})
}

// sendSignIn answers with the page to sign in.
func (s *Server) sendSignIn(c fiber.Ctx, status int, props office.SignInPage) error {
	props.Layout = s.layout("OfficeSignIn", s.site.Load().Content().Office().SignIn.Title)
	props.Mails = s.cfg.Office.Send != nil
	key := fmt.Sprint(props.Opened, props.Message)
	response, err := s.site.Load().Shared(c.Context(), key, "OfficeSignIn", props, encodings(c))
	return s.send(c, status, response, err)
}

// officeNext returns the path to open after signing in: that of the page with the form, or what a link says, if that is
// one of the office.
func officeNext(path string) string {
	if !officeTarget.MatchString(path) || path == office.Path+"/sign-in" || strings.HasPrefix(path, SignInPath) {
		return office.Path
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
	address, next := contact.CleanEmail(c.FormValue("email")), office.Path
	if from != nil {
		next = officeNext(from.Path)
	}
	if known, ok := s.cfg.Office.Named(address); ok && known.Email != "" && s.cfg.Office.Send != nil {
		ctx, cancel := context.WithCancel(context.WithoutCancel(requestContext(c)))
		stop := context.AfterFunc(s.ended, cancel)
		s.background.Go(func() {
			defer cancel()
			defer stop()
			if err := s.mailLink(ctx, known.Email, next); err != nil {
				s.cfg.Log.ErrorContext(ctx, "link to sign in was not sent", "error", err)
			}
		})
	}
	return s.sendSignIn(c, fiber.StatusOK, office.SignInPage{Message: words.Sent})
}

// mailLink makes a link and mails it.
func (s *Server) mailLink(ctx context.Context, address, next string) error {
	token, err := s.cfg.Office.MakeLink(ctx, address, true)
	if err != nil {
		return err
	}
	current := s.site.Load()
	link := current.BaseURL().JoinPath(SignInPath, token)
	if next != office.Path {
		link.RawQuery = url.Values{"next": {next}}.Encode()
	}
	words := office.Words{Site: current.Content()}.SignInMail(link.String())
	id := "sign-in." + rand.Text()
	pauses := retry.WithMaxDuration(signInMailEnd, retry.NewExponential(signInMailRetry))
	err = retry.Do(ctx, pauses, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, signInMailLimit)
		defer cancel()
		err := s.cfg.Office.Send(ctx, id, []string{address}, words)
		if failure := (*outbound.Error)(nil); errors.As(err, &failure) && failure.Class == outbound.Temporary {
			return retry.RetryableError(err)
		}
		return err
	})
	if err != nil {
		s.metrics.unsentLinks.Inc()
	}
	return err
}

// signInLink answers a link with a button, which uses it up: mail servers and programs open links, too.
func (s *Server) signInLink(c fiber.Ctx) error {
	if err := s.cfg.Office.CheckLink(requestContext(c), c.Params("token")); err != nil {
		return err
	}
	return s.sendSignIn(c, fiber.StatusOK, office.SignInPage{Opened: true})
}

// signIn begins a session.
func (s *Server) signIn(c fiber.Ctx) error {
	token, err := s.cfg.Office.SignIn(requestContext(c), c.Params("token"), c.Get(fiber.HeaderUserAgent))
	if err != nil {
		return err
	}
	setSession(c, token, sessionDays)
	next := officeNext(c.Query("next"))
	if name, _, err := s.cfg.Office.User(requestContext(c), token); err == nil && s.cfg.Office.IsCrew(name) {
		next = office.DayPath
	}
	return c.Redirect().Status(fiber.StatusSeeOther).To(next)
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
	if c.Path() == office.Path && c.Method() == fiber.MethodGet {
		status = fiber.StatusOK
	}
	return s.sendSignIn(c, status, office.SignInPage{})
}

// refuseSignIn answers a link that is used or too old, or was opened over plain HTTP, and a network that asks for too
// many links.
func (s *Server) refuseSignIn(c fiber.Ctx, status int, err error) error {
	words := s.site.Load().Content().Office().SignIn
	page := office.SignInPage{Message: words.Ended, Failed: true}
	switch {
	case errors.Is(err, errSignInRate):
		page.Message = words.TooMany
	case errors.Is(err, errPlainHTTP):
		page.Message, page.Opened = words.PlainHTTP, true
	}
	return s.sendSignIn(c, status, page)
}

// requireSession lets users and the crew in.
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

// requireTrustworthy refuses links to sign in over plain HTTP, except on localhost: browsers would not keep the cookie,
// and the link would be used up. Browsers send Sec-Fetch-Site over HTTPS and on localhost alone
// (https://www.w3.org/TR/fetch-metadata/), whatever a proxy makes of the request.
func (s *Server) requireTrustworthy(c fiber.Ctx) error {
	host := c.Hostname()
	address, err := netip.ParseAddr(strings.Trim(host, "[]"))
	base := s.site.Load().BaseURL()
	switch {
	case c.Secure(), c.Get("Sec-Fetch-Site") != "", err == nil && address.IsLoopback(),
		host == "localhost", strings.HasSuffix(host, ".localhost"),
		base.Scheme == "https" && strings.EqualFold(host, base.Hostname()): // an old browser, behind a proxy
		return c.Next()
	}
	return errPlainHTTP
}
