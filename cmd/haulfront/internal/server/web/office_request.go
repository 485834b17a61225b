package web

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v3"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/office/edits"
	"haulfront/content"
)

// sendRequest answers with the page of a request, or of the one that it was merged into, after a form that was rejected
// with a message.
func (s *Server) sendRequest(c fiber.Ctx, status int, message string) error {
	ctx := requestContext(c)
	l, err := s.cfg.Leads.Get(ctx, c.Params("id"))
	if err == nil && l.MergedInto != "" {
		l, err = s.cfg.Leads.Get(ctx, l.MergedInto)
	}
	if err != nil {
		return err
	}
	page, err := s.cfg.Office.Request(ctx, l, user(c), typedForm(c), message)
	if err != nil {
		return err
	}
	if err = s.linkPhotos(ctx, page.Photos); err != nil {
		return err
	}
	page.Layout = s.officeLayout(c, "OfficeRequest", page.Card.Name)
	return s.sendOffice(c, status, "OfficeRequest", page)
}

// linkPhotos makes the links to photographs, on the host that the browser asked.
func (s *Server) linkPhotos(ctx context.Context, photos []office.Photo) (err error) {
	for i, p := range photos {
		if photos[i].Src, err = s.photoURL(ctx, &url.URL{}, p.ID); err != nil {
			return err
		}
	}
	return nil
}

// requestPath returns the path of the page of a form's request.
func requestPath(c fiber.Ctx) string { return office.Path + "/leads/" + c.Params("id") }

// changeRequest does what a form asks for, and returns to the page that it came from.
func (s *Server) changeRequest(c fiber.Ctx) error {
	photos, rejected, err := s.readPhotos(c)
	if err != nil {
		return err
	}
	if rejected != nil {
		return s.sendRefused(c, statusOf(rejected.Outcome), rejected.Errors[quote.PhotosName])
	}
	err = s.cfg.Office.Change(requestContext(c), c.Params("id"), user(c), typedForm(c), photos...)
	if err != nil {
		return err
	}
	back := requestPath(c)
	if s.cfg.Office.IsCrew(user(c)) {
		back = office.DayPath
	}
	page := cmp.Or(c.Get("HX-Current-URL"), c.Get(fiber.HeaderReferer)) // htmx names it even where referrers are off
	if from, err := url.Parse(page); err == nil && (from.Path == office.Path || from.Path == office.DayPath) {
		back = from.RequestURI()
	}
	return c.Redirect().Status(fiber.StatusSeeOther).To(back)
}

// readPhotos returns the photographs of a form of the office, or why they are rejected. Its fields are those of
// typedForm.
func (s *Server) readPhotos(c fiber.Ctx) ([]quote.Photo, *quote.Result, error) {
	if !hasFiles(c) {
		return nil, nil, nil
	}
	p, err := s.readPost(c, s.site.Load())
	if err != nil {
		return nil, nil, err
	}
	defer p.Close()
	c.Locals(formKey{}, p.Values)
	rejected := p.ReadPhotos(requestContext(c))
	return p.Photos, rejected, nil
}

// refused answers a form whose action is not possible with the page of the request, which keeps what was typed.
func (s *Server) refused(c fiber.Ctx, status int, err error) error {
	var refusal office.Refusal
	if !errors.As(err, &refusal) {
		return err
	}
	message := s.wordsFor(c, s.site.Load()).Office().Refusals[string(refusal)]
	if named := (office.TimeRefusal{}); errors.As(err, &named) {
		message = named.Words
	}
	return s.sendRefused(c, status, message)
}

// sendRefused answers with the page of a form, and a message. That of the crew is always the day.
func (s *Server) sendRefused(c fiber.Ctx, status int, message string) error {
	switch {
	case s.cfg.Office.IsCrew(user(c)):
		return s.sendDay(c, status, message)
	case strings.HasPrefix(c.Path(), office.CustomerPath):
		return s.sendCustomer(c, status, message)
	case c.Path() == office.NewPath:
		return s.sendNew(c, status, message)
	case c.Path() == edits.Path:
		return s.sendSite(c, status, message)
	}
	return s.sendRequest(c, status, message)
}

// sendNew answers with the form for a request that came by phone or in person, and what was typed, after one that was
// rejected with a message. A link can have chosen its slots.
func (s *Server) sendNew(c fiber.Ctx, status int, message string) error {
	typed := typedForm(c)
	if slots := c.Query("slots"); typed == nil && slots != "" {
		typed = url.Values{"slots": {slots}}
	}
	page, err := s.cfg.Office.New(requestContext(c), typed, message)
	if err != nil {
		return err
	}
	page.Layout = s.officeLayout(c, "OfficeNew", s.site.Load().Content().Office().New.Title)
	return s.sendOffice(c, status, "OfficeNew", page)
}

// enterRequest stores a request of that form, and opens its page. A phone number is looked up by a post, too: an
// address would keep it in histories and logs.
func (s *Server) enterRequest(c fiber.Ctx) error {
	ctx, form := requestContext(c), typedForm(c)
	if form.Has("find") {
		return s.sendNew(c, fiber.StatusOK, "")
	}
	entered, event, err := s.cfg.Office.Enter(ctx, user(c), form)
	if err != nil {
		return err
	}
	outcome, err := s.cfg.Leads.Submit(ctx, entered)
	if named := (office.TimeRefusal{}); errors.As(err, &named) {
		return named
	}
	if refusal := office.Refusal(""); errors.As(err, &refusal) {
		return refusal
	}
	if err != nil {
		return err
	}
	if event.Crew != nil {
		s.cfg.Office.Notify(outcome.ID, *event)
	}
	return c.Redirect().Status(fiber.StatusSeeOther).To(office.Path + "/leads/" + outcome.ID)
}

// askRemoval asks before a person is removed.
func (s *Server) askRemoval(c fiber.Ctx) error {
	ids, err := s.cfg.Office.Person(requestContext(c), c.Params("id"))
	if err != nil {
		return err
	}
	site := s.site.Load().Content()
	page := office.RemovalPage{
		Layout: s.officeLayout(c, "OfficeRemoval", site.Office().Request.Remove), Path: requestPath(c),
	}
	for _, id := range ids {
		l, err := s.cfg.Leads.Get(requestContext(c), id)
		if errors.Is(err, journal.ErrNotFound) {
			continue // it is removed already
		}
		if err != nil {
			return err
		}
		received := office.Words{Site: site}.TimeWords(l.Received)
		page.Requests = append(page.Requests, content.Link{
			Label: l.Request.Name + ", " + l.Request.ServiceType + ", " + received,
			Href:  office.Path + "/leads/" + l.ID,
		})
	}
	return s.sendOffice(c, fiber.StatusOK, "OfficeRemoval", page)
}

// removePerson removes the requests that the page showed, and those that came meanwhile.
func (s *Server) removePerson(c fiber.Ctx) error {
	ctx := requestContext(c)
	ids, err := s.cfg.Office.Person(ctx, c.Params("id"))
	if err != nil {
		return err
	}
	removed, err := s.cfg.Leads.Remove(ctx, ids...)
	if err != nil {
		return err
	}
	s.cfg.Log.InfoContext(ctx, "person removed in the office", "leads", removed)
	s.cfg.Leads.Announce(ctx, journal.Changed)
	return c.Redirect().Status(fiber.StatusSeeOther).To(office.Path)
}
