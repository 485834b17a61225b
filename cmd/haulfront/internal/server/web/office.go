package web

import (
	"cmp"
	"errors"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/office/edits"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/render"
)

// userKey is the key of the signed-in user in a request's locals.
type userKey struct{}

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
	s.byNetwork(c)
	err := c.Next()
	if errors.Is(err, journal.ErrNotFound) {
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

// formKey is the key of the fields of a customer's post in a request's locals: its body may have been a stream.
type formKey struct{}

// typedForm returns the fields of a post of the office or of a customer, or nil if its form was not read.
func typedForm(c fiber.Ctx) url.Values {
	form, ok := c.Locals(formKey{}).(url.Values)
	if !ok && c.Method() == fiber.MethodPost && !hasFiles(c) {
		form, _ = url.ParseQuery(string(c.Body()))
	}
	return form
}

// hasFiles reports whether a request is a form that may have files.
func hasFiles(c fiber.Ctx) bool {
	return strings.HasPrefix(c.Get(fiber.HeaderContentType), fiber.MIMEMultipartForm)
}

// sendRetry answers a post that was not saved with a page whose button sends it again.
func (s *Server) sendRetry(c fiber.Ctx, status int) error {
	form, words := typedForm(c), s.wordsFor(c, s.site.Load())
	page := office.RetryPage{
		Layout: s.layout("OfficeRetry", words.Office().Retry.Title), Action: c.Path(),
		Fields: []office.Field{}, Files: hasFiles(c),
	}
	page.Layout.Lang, page.Layout.Words = words.Lang, words.Office().OfficeLabels
	if page.Files && form == nil { // what failed came before the form was read
		if p, err := s.readPost(c, s.site.Load()); err == nil {
			defer p.Close()
			form = p.Values
		}
	}
	if strings.HasPrefix(page.Action, office.CustomerPath) {
		page.Reach = words.Office().Customer.Reach
	}
	for _, name := range slices.Sorted(maps.Keys(form)) {
		for _, value := range form[name] {
			page.Fields = append(page.Fields, office.Field{Name: name, Value: value})
		}
	}
	return s.sendOffice(c, status, "OfficeRetry", page)
}

// shown serves a page that send also answers forms with, without a message.
func shown(send func(c fiber.Ctx, status int, message string) error) fiber.Handler {
	return func(c fiber.Ctx) error { return send(c, fiber.StatusOK, "") }
}

// sendOffice answers with a page of the office.
func (s *Server) sendOffice(c fiber.Ctx, status int, component string, props any) error {
	setHeaders(c.Response(), s.privateHeaders)
	var response site.Response
	again := func() (err error) {
		response, err = s.site.Load().Render(requestContext(c), component, props, encodings(c))
		return err
	}
	err := again()
	list, ok := props.(office.List)
	if ok && errors.As(err, new(*render.Error)) && !errors.Is(err, render.ErrTimeout) {
		err = s.cfg.Office.RenderRows(list, again)
	}
	return s.send(c, status, response, err)
}

// layout returns the layout of a page of the office or of a customer.
func (s *Server) layout(component, title string) office.Layout {
	current := s.site.Load()
	layout := office.Words{Site: current.Content()}.NewLayout(title)
	layout.Stylesheet, layout.Icon, layout.Mark = current.OfficeFiles(component)
	return layout
}

// officeLayout returns the layout of a page for the signed-in user.
func (s *Server) officeLayout(c fiber.Ctx, component, title string) office.Layout {
	current := s.site.Load()
	layout, words := s.layout(component, title), current.Content().Office()
	layout.Script, layout.User = current.OfficeScript(), s.cfg.Office.ActorName(user(c))
	var err error
	if layout.PushKey, err = s.cfg.Office.PushKey(c.Context()); err != nil {
		s.cfg.Log.ErrorContext(requestContext(c), "no notifications", "error", err)
	}
	tab := func(label, path string) office.Tab {
		return office.Tab{Label: label, Href: path, Current: path == c.Path()}
	}
	if s.cfg.Office.IsCrew(user(c)) {
		layout.Tabs = []office.Tab{tab(words.Day.Tab, office.DayPath)}
		return layout
	}
	if retries, err := s.cfg.Leads.Retries(c.Context()); err != nil {
		s.cfg.Log.ErrorContext(requestContext(c), "deliveries not counted", "error", err)
	} else if len(retries) > 0 {
		layout.Waiting = office.Counted(words.Waiting, words.WaitingMany, len(retries))
	}
	layout.Tabs = []office.Tab{
		tab(words.Inbox, office.Path), tab(words.Day.Tab, office.DayPath), tab(words.New.Tab, office.NewPath),
		tab(words.Week.Tab, office.WeekPath), tab(words.Site.Tab, edits.Path),
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
	q := office.Query{List: c.Query("stage"), Text: quote.CleanLine(c.Query("q")), Before: c.Query("before"),
		Customer: c.Query("customer")}
	page, err := s.cfg.Office.Inbox(requestContext(c), q)
	if err != nil {
		return err
	}
	page.Layout = s.officeLayout(c, "OfficeInbox", s.site.Load().Content().Office().Inbox)
	return s.sendOffice(c, fiber.StatusOK, "OfficeInbox", page)
}

// sendDay answers with the jobs of a day, after a form about one of them that was rejected with a message.
func (s *Server) sendDay(c fiber.Ctx, status int, message string) error {
	ctx := requestContext(c)
	page, err := s.cfg.Office.Day(ctx, user(c), c.Query("date"))
	for _, group := range page.Groups {
		for _, job := range group.Jobs {
			err = cmp.Or(err, s.linkPhotos(ctx, job.Photos))
		}
	}
	if err != nil {
		return err
	}
	page.Keep(c.Params("id"), typedForm(c), message)
	page.Layout = s.officeLayout(c, "OfficeDay", page.Day)
	return s.sendOffice(c, status, "OfficeDay", page)
}

// requireUser refuses the crew.
func (s *Server) requireUser(c fiber.Ctx) error {
	if s.cfg.Office.IsCrew(user(c)) {
		return office.ErrCrew
	}
	return c.Next()
}
