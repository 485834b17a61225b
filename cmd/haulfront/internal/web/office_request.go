package web

import (
	"cmp"
	"database/sql"
	"errors"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/content"
)

// request serves the page of one request.
func (s *Server) request(c fiber.Ctx) error {
	return s.sendRequest(c, fiber.StatusOK, nil, "")
}

// sendRequest answers with the page of a request, after a form that was rejected with a message.
func (s *Server) sendRequest(c fiber.Ctx, status int, typed url.Values, message string) error {
	ctx := requestContext(c)
	l, err := s.cfg.Leads.Journal().Get(ctx, c.Params("id"))
	if err != nil {
		return err
	}
	page, err := s.cfg.Office.Request(ctx, l, typed, message)
	if err != nil {
		return err
	}
	for _, p := range l.Request.Photos {
		src, err := s.photoURL(ctx, &url.URL{}, p.ID) // of the address that the browser asked for
		if err != nil {
			return err
		}
		page.Photos = append(page.Photos, content.OfficePhoto{Src: src, Width: p.Width, Height: p.Height})
	}
	page.Layout = s.officeLayout(c, "OfficeRequest", page.Card.Title)
	return s.sendOffice(c, status, "OfficeRequest", page)
}

// requestPath returns the path of the page of a form's request.
func requestPath(c fiber.Ctx) string { return content.OfficePath + "/leads/" + c.Params("id") }

// changeRequest changes a request by a form, and returns to the page that it came from.
func (s *Server) changeRequest(c fiber.Ctx) error {
	form, _ := url.ParseQuery(string(c.Body())) // of what is no form, there are no fields
	if err := s.cfg.Office.Change(requestContext(c), c.Params("id"), user(c), form); err != nil {
		return s.rejectChange(c, form, err)
	}
	back := requestPath(c)
	page := cmp.Or(c.Get("HX-Current-URL"), c.Get(fiber.HeaderReferer)) // htmx names it even where referrers are off
	if from, err := url.Parse(page); err == nil && from.Path == content.OfficePath {
		back = from.RequestURI()
	}
	return c.Redirect().Status(fiber.StatusSeeOther).To(back)
}

// rejectChange answers a form that cannot be used with the page of the request, which keeps what was typed.
func (s *Server) rejectChange(c fiber.Ctx, typed url.Values, err error) error {
	words := &s.site.Load().Content().Office().Request
	if errors.Is(err, office.ErrChanged) {
		return s.sendRequest(c, fiber.StatusConflict, typed, words.Changed)
	}
	for problem, message := range map[error]string{
		office.ErrPrice: words.BadPrice, office.ErrSlot: words.BadSlot, office.ErrNothing: words.Nothing,
		office.ErrNote: words.LongNote, office.ErrTaken: words.BadSlot, office.ErrChoose: words.BadSlot,
		office.ErrStage: strings.ReplaceAll(words.Failed, "[reason]", office.ErrStage.Error()),
	} {
		if errors.Is(err, problem) {
			return s.sendRequest(c, fiber.StatusUnprocessableEntity, typed, message)
		}
	}
	return err
}

// operate takes a request out of quarantine or queues its deliveries again, or shows why that failed. The path ends
// with the action.
func (s *Server) operate(c fiber.Ctx) error {
	ctx, id, action := requestContext(c), c.Params("id"), path.Base(c.Path())
	err := s.cfg.Office.Operate(ctx, id, user(c), action, func(tx *sql.Tx) error {
		if action == "release" {
			return s.cfg.Leads.Journal().ReleaseTx(ctx, tx, id, s.cfg.Now())
		}
		return s.cfg.Leads.Journal().ReplayTx(ctx, tx, id, false, s.cfg.Now())
	})
	if errors.Is(err, lead.ErrNotFound) || errors.Is(err, lead.ErrUnavailable) {
		return err
	}
	if err != nil {
		failed := s.site.Load().Content().Office().Request.Failed
		failed = strings.ReplaceAll(failed, "[reason]", err.Error())
		return s.sendRequest(c, fiber.StatusConflict, nil, failed)
	}
	return c.Redirect().Status(fiber.StatusSeeOther).To(requestPath(c))
}

// person returns the IDs of all requests of the person of a request: with the same phone number or email address.
func (s *Server) person(c fiber.Ctx) ([]string, error) {
	ctx, journal := requestContext(c), s.cfg.Leads.Journal()
	l, err := journal.Get(ctx, c.Params("id"))
	ids := []string{l.ID}
	for _, of := range []string{l.Request.Phone, l.Request.Email} {
		others, _ := journal.FindPerson(ctx, of) // an error for what is no number or address
		ids = append(ids, slices.DeleteFunc(others, func(id string) bool { return slices.Contains(ids, id) })...)
	}
	return ids, err
}

// askRemoval asks before a person is removed.
func (s *Server) askRemoval(c fiber.Ctx) error {
	ids, err := s.person(c)
	if err != nil {
		return err
	}
	site := s.site.Load().Content()
	page := content.OfficeRemoval{
		Layout: s.officeLayout(c, "OfficeRemoval", site.Office().Request.Remove), Path: requestPath(c),
	}
	for _, id := range ids {
		l, err := s.cfg.Leads.Journal().Get(requestContext(c), id)
		if err != nil {
			continue // it is removed already
		}
		page.Requests = append(page.Requests, content.Link{
			Label: l.Request.Name + ", " + l.Request.ServiceType + ", " + site.OfficeTime(l.Received),
			Href:  content.OfficePath + "/leads/" + l.ID,
		})
	}
	return s.sendOffice(c, fiber.StatusOK, "OfficeRemoval", page)
}

// removePerson removes the requests that the page showed, and those that came meanwhile.
func (s *Server) removePerson(c fiber.Ctx) error {
	ctx := requestContext(c)
	ids, err := s.person(c)
	if err != nil {
		return err
	}
	removed, err := s.cfg.Leads.Remove(ctx, ids)
	if err != nil {
		return err
	}
	s.cfg.Log.InfoContext(ctx, "person removed in the office", "leads", removed)
	s.cfg.Leads.Announce(ctx, lead.Changed)
	return c.Redirect().Status(fiber.StatusSeeOther).To(content.OfficePath)
}
