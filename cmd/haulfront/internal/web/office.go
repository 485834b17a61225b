package web

import (
	"errors"
	"net/url"

	"github.com/gofiber/fiber/v3"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/content"
)

// userKey is the key of the signed-in user in a request's locals.
type userKey struct{}

// routeOffice adds the routes of the office, unless it is off. Those behind requireSession are for users alone.
func (s *Server) routeOffice() {
	if s.cfg.Office == nil {
		return
	}
	s.routeCustomers()
	group := s.app.Group(content.OfficePath, s.private)
	group.Get("/in/:token", s.signIn)
	group.Get("/sign-in", s.signInPage)
	group.Get(workerPath, s.officeWorker)
	group.Get(officeManifestPath, s.officeManifest)
	group.Post("/sign-in", s.rejectCrossSite, s.requestLink)
	group.Get("/calendar.ics", s.officeCalendar)
	group.Use(s.requireSession)
	group.Post("/*", s.rejectCrossSite)
	group.Post("/sign-out", s.signOut)
	group.Get("", s.inbox)
	group.Get("/leads/:id", s.request)
	group.Post("/leads/:id", s.changeRequest)
	group.Post("/leads/:id/release", s.operate)
	group.Post("/leads/:id/replay", s.operate)
	group.Get("/leads/:id/remove", s.askRemoval)
	group.Post("/leads/:id/remove", s.removePerson)
	group.Get("/events", s.officeEvents)
	group.Post("/push", s.officePush)
	group.Get(weekPath, s.week)
	group.Get(weekPath+".csv", s.weekCSV)
}

// privateHeaders returns the headers of the office and of customers' pages: nothing is stored, indexed, framed, or
// fetched from elsewhere.
func privateHeaders(base *url.URL) [][2]string {
	return withStrictTransport(base, [][2]string{
		{"Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; " +
			"font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; " +
			"base-uri 'none'; frame-ancestors 'none'"},
		{"Referrer-Policy", "same-origin"},
	})
}

// private marks every response of the routes behind it, errors included, as one person's.
func (s *Server) private(c fiber.Ctx) error {
	err := c.Next()
	if errors.Is(err, lead.ErrNotFound) {
		err = site.ErrNotFound // an unknown lead is an unknown path
	}
	if err != nil {
		err = s.handleError(c, err) // an error page has the headers of all others
	} else {
		setHeaders(c.Response(), s.privateHeaders)
	}
	c.Set(fiber.HeaderCacheControl, noStore)
	c.Set(robotsTag, "noindex")
	return err
}

// sendOffice answers with a page of the office.
func (s *Server) sendOffice(c fiber.Ctx, status int, component string, props any) error {
	response, err := s.site.Load().Render(requestContext(c), component, props, encodings(c))
	return s.send(c, status, response, err)
}

// officeLayout returns the layout of a page for the signed-in user.
func (s *Server) officeLayout(c fiber.Ctx, component, title string) content.OfficeLayout {
	current := s.site.Load()
	layout, words := current.OfficeLayout(component, title), current.Content().Office()
	layout.Script, layout.User = current.OfficeScript(), s.cfg.Office.ActorName(user(c))
	var err error
	if layout.PushKey, err = s.cfg.Office.PushKey(c.Context()); err != nil {
		s.cfg.Log.ErrorContext(requestContext(c), "no notifications", "error", err)
	}
	tab := func(label, path string) content.OfficeTab {
		return content.OfficeTab{Label: label, Href: path, Current: path == c.Path()}
	}
	layout.Tabs = []content.OfficeTab{
		tab(words.Inbox, content.OfficePath), tab(words.Week.Tab, content.OfficePath+weekPath),
	}
	return layout
}

// user returns the signed-in user.
func user(c fiber.Ctx) string {
	name, _ := c.Locals(userKey{}).(string)
	return name
}

// inbox serves the list of requests.
func (s *Server) inbox(c fiber.Ctx) error {
	q := office.Query{List: c.Query("stage"), Text: quote.CleanLine(c.Query("q")), Before: c.Query("before")}
	page, err := s.cfg.Office.Inbox(requestContext(c), q)
	if err != nil {
		return err
	}
	page.Layout = s.officeLayout(c, "OfficeInbox", s.site.Load().Content().Office().Inbox)
	return s.sendOffice(c, fiber.StatusOK, "OfficeInbox", page)
}
