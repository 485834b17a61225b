package web

import (
	"database/sql"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v3"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/content"
)

// request serves the page of one request.
func (s *Server) request(c fiber.Ctx) error {
	return s.sendRequest(c, fiber.StatusOK, office.Change{}, "")
}

// sendRequest answers with the page of a request, after a form that was rejected with a message.
func (s *Server) sendRequest(c fiber.Ctx, status int, typed office.Change, message string) error {
	ctx := requestContext(c)
	l, err := s.cfg.Leads.Get(ctx, c.Params("id"))
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

// changeRequest changes a request by a form, and returns to the page that it came from. htmx gets the card instead.
func (s *Server) changeRequest(c fiber.Ctx) error {
	id, ctx := c.Params("id"), requestContext(c)
	change := readChange(c)
	if err := s.cfg.Office.Change(ctx, id, change); err != nil {
		return s.rejectChange(c, change, err)
	}
	s.cfg.Leads.Announce(ctx, lead.Change{ID: id})
	if c.Get("HX-Request") == "true" {
		card, err := s.cfg.Office.Card(ctx, id)
		if err != nil {
			return err
		}
		return s.sendFragment(c, "OfficeCard", card)
	}
	back := requestPath(c)
	if from, err := url.Parse(c.Get(fiber.HeaderReferer)); err == nil && from.Path == content.OfficePath {
		back = from.RequestURI()
	}
	return c.Redirect().Status(fiber.StatusSeeOther).To(back)
}

// readChange reads the form of a request.
func readChange(c fiber.Ctx) office.Change {
	form := c.RequestCtx().PostArgs() // not c.FormValue, which would let the query string speak for the form
	text := func(name string) string { return strings.ToValidUTF8(string(form.Peek(name)), "\uFFFD") }
	change := office.Change{
		Actor: user(c), Revision: -1, Stage: text("stage"), Tapped: text("tapped") != "", Note: text("note"),
		Lost: text("lost"), Price: text("price"), Included: text("included"), Stop: text("stop") != "",
		Review: text("review") != "",
	}
	for _, slot := range form.PeekMulti("slots") {
		change.Slots = append(change.Slots, string(slot))
	}
	if revision, err := strconv.ParseInt(text("revision"), 10, 64); err == nil {
		change.Revision = revision
	}
	return change
}

// rejectChange answers a form that cannot be used with the page of the request, which keeps what was typed.
func (s *Server) rejectChange(c fiber.Ctx, typed office.Change, err error) error {
	words := &s.site.Load().Content().Office().Request
	if errors.Is(err, office.ErrChanged) {
		return s.sendRequest(c, fiber.StatusConflict, typed, words.Changed)
	}
	for problem, message := range map[error]string{
		office.ErrPrice: words.BadPrice, office.ErrSlot: words.BadSlot, office.ErrNothing: words.Nothing,
		office.ErrNote:  words.LongNote,
		office.ErrStage: strings.ReplaceAll(words.Failed, "[reason]", office.ErrStage.Error()),
	} {
		if errors.Is(err, problem) {
			return s.sendRequest(c, fiber.StatusUnprocessableEntity, typed, message)
		}
	}
	return err
}

// releaseRequest takes a request out of quarantine.
func (s *Server) releaseRequest(c fiber.Ctx) error {
	return s.operate(c, "release", func(tx *sql.Tx) error {
		return s.cfg.Leads.Journal().ReleaseTx(requestContext(c), tx, c.Params("id"), s.cfg.Now())
	})
}

// replayRequest queues the deliveries of a request again.
func (s *Server) replayRequest(c fiber.Ctx) error {
	return s.operate(c, "replay", func(tx *sql.Tx) error {
		return s.cfg.Leads.Journal().ReplayTx(requestContext(c), tx, c.Params("id"), false, s.cfg.Now())
	})
}

// operate does something with a request's deliveries, or shows why it failed.
func (s *Server) operate(c fiber.Ctx, action string, f func(*sql.Tx) error) error {
	ctx, id := requestContext(c), c.Params("id")
	err := s.cfg.Office.Operate(ctx, id, user(c), action, f)
	if errors.Is(err, lead.ErrNotFound) || errors.Is(err, lead.ErrUnavailable) {
		return err
	}
	if err != nil {
		failed := s.site.Load().Content().Office().Request.Failed
		failed = strings.ReplaceAll(failed, "[reason]", err.Error())
		return s.sendRequest(c, fiber.StatusConflict, office.Change{}, failed)
	}
	s.cfg.Leads.Announce(ctx, lead.Change{ID: id})
	return c.Redirect().Status(fiber.StatusSeeOther).To(requestPath(c))
}

// person returns all requests of the person of a request: with the same phone number or email address.
func (s *Server) person(c fiber.Ctx) ([]lead.Lead, error) {
	ctx, journal := requestContext(c), s.cfg.Leads.Journal()
	l, err := journal.Get(ctx, c.Params("id"))
	if err != nil {
		return nil, err
	}
	leads := []lead.Lead{l}
	for _, of := range []string{l.Request.Phone, l.Request.Email} {
		ids, err := journal.FindPerson(ctx, of)
		if err != nil {
			continue // not a number or an address by which people are found
		}
		for _, id := range ids {
			if slices.ContainsFunc(leads, func(l lead.Lead) bool { return l.ID == id }) {
				continue
			}
			if other, err := journal.Get(ctx, id); err == nil { // else it is removed already
				leads = append(leads, other)
			}
		}
	}
	return leads, nil
}

// askRemoval asks before a person is removed.
func (s *Server) askRemoval(c fiber.Ctx) error {
	leads, err := s.person(c)
	if err != nil {
		return err
	}
	site := s.site.Load().Content()
	words := &site.Office().Request
	page := content.OfficeRemoval{
		Layout: s.officeLayout(c, "OfficeRemoval", words.Remove), Title: words.Remove, Text: words.Remaining,
		Action: c.Path(), Confirm: words.Confirm, Back: content.Link{Label: words.Back, Href: requestPath(c)},
	}
	for _, l := range leads {
		page.Requests = append(page.Requests, content.Link{
			Label: l.Request.Name + ", " + l.Request.ServiceType + ", " + site.OfficeTime(l.Received),
			Href:  content.OfficePath + "/leads/" + l.ID,
		})
	}
	return s.sendOffice(c, fiber.StatusOK, "OfficeRemoval", page)
}

// removePerson removes the requests that the page showed, and those that came meanwhile.
func (s *Server) removePerson(c fiber.Ctx) error {
	leads, err := s.person(c)
	if err != nil {
		return err
	}
	ctx := requestContext(c)
	var ids []string
	for _, l := range leads {
		ids = append(ids, l.ID)
	}
	removed, err := s.cfg.Leads.Remove(ctx, ids)
	if err != nil {
		return err
	}
	s.cfg.Log.InfoContext(ctx, "person removed in the office", "leads", removed)
	for _, id := range ids {
		s.cfg.Leads.Announce(ctx, lead.Change{ID: id})
	}
	return c.Redirect().Status(fiber.StatusSeeOther).To(content.OfficePath)
}
