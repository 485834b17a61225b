package web

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/content"
	"haulfront/render"
)

const (
	// quotePath takes quote requests.
	quotePath = "/quote"
	// toastsIsland is the id of the region of toasts on every page.
	toastsIsland = "toasts"
	// formComponent is the name of the quote form's island.
	formComponent = "QuoteForm"
)

// answer is the JSON answer to a quote request.
type answer struct {
	Toast content.Toast `json:"toast"`
	// Errors maps a field's name to what is wanted of it.
	Errors map[string]string `json:"errors"`
}

// post is what a form or a program sends to /quote.
type post struct {
	request quote.Request
	// page is the path that the form stands on, form the form's id there.
	page, form string
	key        string
	// trap is a field that no person sees; a program that fills in everything fills it in too.
	trap string
	// elapsed is the time from the page being shown to the press, in milliseconds. Only the hydrated form reports it.
	elapsed string
	// token is the visitor's anonymous session with the backend, empty without one.
	token string
}

// hurry is the time in which nobody can have opened the list of services and chosen from it, with everything else filled
// in by the browser at one press. It is short on purpose: a person taken for a program is a lost lead. It starts when the
// page was shown, not when the form was hydrated, because a press before that is done right after it.
const hurry = 250 * time.Millisecond

// suspect returns why a post looks like spam, or "". A post that reports no time, or none that makes sense, is not
// suspected for it: pages come from memory, and without JavaScript nobody can tell how long one was open.
func (p post) suspect() string {
	var reasons []string
	if p.trap != "" {
		reasons = append(reasons, "the trap field was filled in")
	}
	if ms, err := strconv.ParseUint(p.elapsed, 10, 32); err == nil && time.Duration(ms)*time.Millisecond < hurry {
		reasons = append(reasons, fmt.Sprintf("the form was sent %d ms after the page was shown", ms))
	}
	return strings.Join(reasons, "; ")
}

// quote takes a quote request.
func (s *Server) quote(c fiber.Ctx) error {
	p, err := s.parse(c)
	if err != nil {
		return err
	}
	messages := s.cfg.Site.QuoteMessages()
	if missing := p.request.Missing(); len(missing) > 0 {
		fields := map[string]string{}
		for _, name := range missing {
			fields[name] = messages.Fields[name]
		}
		return s.reject(c, fiber.StatusUnprocessableEntity, p, messages.Missing, fields)
	}
	submission := lead.Submission{Request: p.request, Key: p.key, Page: p.page, Suspect: p.suspect()}
	if s.cfg.Session != nil {
		submission.Token = p.token
	}
	outcome, err := s.cfg.Desk.Submit(c.Context(), submission)
	if err != nil {
		return s.reject(c, fiber.StatusServiceUnavailable, p, messages.Failed, nil)
	}
	if !outcome.Delivered {
		return s.reject(c, fiber.StatusBadGateway, p, messages.Failed, nil)
	}
	if wantsJSON(c) {
		return sendJSON(c, fiber.StatusOK, answer{Toast: messages.Received})
	}
	back := url.URL{Path: p.page, RawQuery: url.Values{received: {p.form}}.Encode(), Fragment: p.form}
	return c.Redirect().Status(fiber.StatusSeeOther).To(back.String())
}

// tooMany answers an address that posts too often. What it typed comes back to it.
func (s *Server) tooMany(c fiber.Ctx) error {
	p, err := s.parse(c)
	if err != nil {
		return err
	}
	return s.reject(c, fiber.StatusTooManyRequests, p, s.cfg.Site.QuoteMessages().TooMany, nil)
}

// parse reads a post in either of its two forms.
func (s *Server) parse(c fiber.Ctx) (post, error) {
	// Not c.FormValue: it would let the query string speak for the form.
	field := func(name string) string { return string(c.RequestCtx().PostArgs().Peek(name)) }
	if strings.HasPrefix(c.Get(fiber.HeaderContentType), fiber.MIMEApplicationJSON) {
		var values map[string]any
		if err := json.Unmarshal(c.BodyRaw(), &values); err != nil {
			return post{}, fmt.Errorf("%w: %w", errSyntax, err)
		}
		for name, value := range values {
			if _, ok := value.(string); !ok && value != nil {
				return post{}, fmt.Errorf("%w: %s is %T, want a string", errSyntax, name, value)
			}
		}
		field = func(name string) string { text, _ := values[name].(string); return text }
	}
	p := post{
		page: field("page"), form: field("form"), key: field("key"),
		trap: field("website"), elapsed: field("elapsed"), token: token(field("token")),
	}
	p.request = quote.Request{
		Name: field("name"), Email: field("email"), Phone: field("phone"),
		ServiceType: field("serviceType"), ZIPCode: field("zipCode"), ServiceTimeframe: field("serviceTimeframe"),
		Message: field("message"), Source: field("source"),
	}.Clean()
	// A lead is worth more than its label: a source or page that we do not know becomes the general one.
	if !quote.ValidSource(p.request.Source) {
		p.request.Source = quote.SourceContact
	}
	if !s.book.has(p.page) {
		p.page = "/"
	}
	return p, nil
}

// reject answers a request that did not arrive: the same page with everything kept, or JSON.
func (s *Server) reject(c fiber.Ctx, status int, p post, toast content.Toast, fields map[string]string) error {
	if wantsJSON(c) {
		return sendJSON(c, status, answer{Toast: toast, Errors: fields})
	}
	e, err := s.book.now(c.Context())
	if err != nil {
		return err
	}
	sheet := e.pages[p.page]
	overrides, err := s.state(c, sheet, p.form, toast, func(f *content.QuoteForm) {
		f.Values = content.QuoteValues{
			Name: p.request.Name, Email: p.request.Email, Phone: p.request.Phone,
			ServiceType: p.request.ServiceType, ZIPCode: p.request.ZIPCode, ServiceTimeframe: p.request.ServiceTimeframe,
			Message: p.request.Message,
		}
		if fields != nil {
			f.Errors = fields
		}
	})
	if err != nil {
		return err
	}
	return s.sendState(c, status, sheet, overrides)
}

// receivedState is the page after a success without JavaScript, nil if the page has no such form.
func (s *Server) receivedState(c fiber.Ctx, sheet *sheet, form string) (map[string]any, error) {
	t, err := sheet.template(c.Context())
	if err != nil {
		return nil, err
	}
	if slot := formSlot(t, form); slot == nil || slot.ID != form {
		return nil, nil
	}
	return s.state(c, sheet, form, s.cfg.Site.QuoteMessages().Received, func(*content.QuoteForm) {})
}

// state is the props of the islands that show a result: the toasts, and the form that it belongs to.
func (s *Server) state(c fiber.Ctx, sheet *sheet, form string, toast content.Toast, change func(*content.QuoteForm)) (map[string]any, error) {
	t, err := sheet.template(c.Context())
	if err != nil {
		return nil, err
	}
	overrides := map[string]any{}
	for _, slot := range t.Slots() {
		if slot.ID == toastsIsland {
			var toasts content.ToastsIsland
			if err := json.Unmarshal(slot.Props, &toasts); err != nil {
				return nil, err
			}
			toasts.Toasts = []content.Toast{toast}
			overrides[slot.ID] = toasts
		}
	}
	if slot := formSlot(t, form); slot != nil {
		var props content.QuoteForm
		if err := json.Unmarshal(slot.Props, &props); err != nil {
			return nil, err
		}
		props.Result = &toast
		change(&props)
		overrides[slot.ID] = props
	}
	return overrides, nil
}

// formSlot returns the page's form with the given id, its first form if it has none of that id, nil without any form.
func formSlot(t *render.Page, id string) *render.Slot {
	var first *render.Slot
	for i := range t.Slots() {
		slot := &t.Slots()[i]
		if slot.Name != formComponent {
			continue
		}
		if slot.ID == id {
			return slot
		}
		if first == nil {
			first = slot
		}
	}
	return first
}

func sendJSON(c fiber.Ctx, status int, a answer) error {
	if a.Errors == nil {
		a.Errors = map[string]string{}
	}
	c.Set(fiber.HeaderCacheControl, cacheNever)
	return c.Status(status).JSON(a)
}
