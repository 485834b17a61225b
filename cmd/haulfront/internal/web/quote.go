package web

import (
	"encoding/json"
	"fmt"

	"github.com/gofiber/fiber/v3"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/content"
)

const (
	// quotePath takes quote requests.
	quotePath = "/quote"
	// toastsIsland is the id of the region of toasts on every page, toastsComponent the name of its island.
	toastsIsland    = "toasts"
	toastsComponent = "Toasts"
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
	// exported says that the page is one of an export, which another web server serves at BASE_URL.
	exported bool
	key      string
	// asked is the text that the visitor was asked about before, see quote.Rejection.
	asked string
	// honeypot is a field that no person sees.
	honeypot string
	// elapsed is the time from the page being shown to the press, in milliseconds. Only the hydrated form reports it.
	elapsed string
	// token is the visitor's anonymous session with the backend, empty without one.
	token string
}

// quote takes a quote request.
func (s *Server) quote(c fiber.Ctx) error {
	p, err := s.parse(c)
	if err != nil {
		return err
	}
	if len(c.BodyRaw()) > MaxBody {
		return s.tooLarge(c, p)
	}
	messages := s.cfg.Site.QuoteMessages()
	if rejection := p.request.Check(p.asked, messages); rejection != nil {
		p.asked = rejection.Asked
		return s.reject(c, fiber.StatusUnprocessableEntity, p, rejection.Toast, rejection.Errors)
	}
	submission := lead.Submission{
		Request: p.request, Key: p.key, Page: p.page, SpamReason: p.request.SpamReason(p.honeypot, p.elapsed),
	}
	if p.honeypot != "" && submission.SpamReason == "" {
		s.cfg.Log.Info("the honeypot was filled in, and nothing else speaks of spam", "page", p.page)
	}
	if s.cfg.Session != nil {
		submission.Token = p.token
	}
	outcome, err := s.cfg.Leads.Submit(c.Context(), submission)
	if err != nil {
		return s.reject(c, fiber.StatusServiceUnavailable, p, messages.Failed, nil)
	}
	if !outcome.Delivered {
		return s.reject(c, fiber.StatusBadGateway, p, messages.Failed, nil)
	}
	if wantsJSON(c) {
		return sendJSON(c, fiber.StatusOK, answer{Toast: messages.Received})
	}
	if p.exported {
		return c.Redirect().Status(fiber.StatusSeeOther).To(s.cfg.BaseURL.JoinPath(receivedPath).String())
	}
	return c.Redirect().Status(fiber.StatusSeeOther).To(s.redirects.to(p.page, s.formOf(c, p)))
}

// tooMany answers an address that posts too often. What it typed comes back to it, unless it posts far too often.
func (s *Server) tooMany(c fiber.Ctx, far bool) error {
	messages := s.cfg.Site.QuoteMessages()
	switch {
	case wantsJSON(c):
		return sendJSON(c, fiber.StatusTooManyRequests, answer{Toast: messages.TooMany})
	case far:
		return s.answerFailure(c, fiber.StatusTooManyRequests, content.ErrorTooManyRequests)
	}
	p, err := s.parse(c)
	if err != nil {
		return err
	}
	return s.reject(c, fiber.StatusTooManyRequests, p, messages.TooMany, nil)
}

// tooLarge answers a request that is over MaxBody. What could be read of it comes back.
func (s *Server) tooLarge(c fiber.Ctx, p post) error {
	toast := s.book.now(c.Context()).toast(content.ErrorTooLarge)
	return s.reject(c, fiber.StatusRequestEntityTooLarge, p, toast, nil)
}

// Bounds of what a form says about itself, in bytes; the ids and keys that our pages make are shorter.
const (
	maxFormID = 64
	maxKey    = 128
	maxAsked  = 2 << 10 // more than the longest e-mail
)

// atMost returns text, or "" if it is longer than n bytes.
func atMost(n int, text string) string {
	if len(text) > n {
		return ""
	}
	return text
}

// parse reads a post in either of its two forms.
func (s *Server) parse(c fiber.Ctx) (post, error) {
	// Not c.FormValue: it would let the query string speak for the form.
	field := func(name string) string { return string(c.RequestCtx().PostArgs().Peek(name)) }
	if isJSON(c.Get(fiber.HeaderContentType)) {
		var values map[string]any
		if err := json.Unmarshal(c.BodyRaw(), &values); err != nil {
			return post{}, fmt.Errorf("%w: %w", errSyntax, err)
		}
		for name, value := range values {
			if _, ok := value.(string); !ok && value != nil {
				return post{}, fmt.Errorf("%w: %s is no string", errSyntax, bounded(name))
			}
		}
		field = func(name string) string { text, _ := values[name].(string); return text }
	}
	p := post{
		page: field("page"), form: atMost(maxFormID, field("form")), key: atMost(maxKey, field("key")),
		asked: atMost(maxAsked, field("emailAsked")), honeypot: field(quote.HoneypotName), elapsed: field("elapsed"),
		token: token(field("token")), request: quote.Read(field), exported: field("exported") != "",
	}
	// A lead is worth more than its label: a source or page that we do not know becomes the general one.
	if !quote.ValidSource(p.request.Source) {
		p.request.Source = quote.SourceContact
	}
	if !s.book.has(p.page) {
		p.page = "/"
	}
	return p, nil
}

func sendJSON(c fiber.Ctx, status int, a answer) error {
	if a.Errors == nil {
		a.Errors = map[string]string{}
	}
	c.Set(fiber.HeaderCacheControl, cacheNever)
	return c.Status(status).JSON(a)
}
