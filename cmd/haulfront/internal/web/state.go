package web

import (
	"context"
	"fmt"
	"log/slog"
	"sync"

	"github.com/gofiber/fiber/v3"

	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/content"
	"haulfront/render"
)

// Verbatim says what the islands whose state an answer changes do with strings, see render.Config. What a form's fields hold
// and what it says about them are such strings, so that a form that comes back is rendered once for each set of fields that
// something is wrong with.
func Verbatim() map[string]render.Verbatim {
	form := render.Verbatim{
		// Forms differ from page to page in the first three. A description is not among them: a phone number in it becomes
		// a link.
		NonEmpty: []string{"title", "source", "page", "asked", "errors.*", "result.title"},
	}
	for _, f := range quote.Fields() {
		if f.Choice {
			form.Choices = append(form.Choices, render.Choice{Value: "values." + f.Name, Options: "options." + f.Name})
		} else {
			form.Texts = append(form.Texts, "values."+f.Name)
		}
	}
	return map[string]render.Verbatim{
		formComponent:   form,
		toastsComponent: {NonEmpty: []string{"toasts.*.title"}},
	}
}

// formState is what an answer changes in the props of a quote form, see content.QuoteForm.
type formState struct {
	// Values has all fields: the states of a form differ in their strings alone.
	Values map[string]string `json:"values"`
	Errors map[string]string `json:"errors"`
	Result *content.Toast    `json:"result"`
	Asked  string            `json:"asked"`
}

// toastsState is what it changes in the props of the toasts, see content.ToastsIsland.
type toastsState struct {
	Toasts []content.Toast `json:"toasts"`
}

// reject answers a request that did not arrive: the same page with everything kept, or JSON.
func (s *Server) reject(c fiber.Ctx, status int, p post, toast content.Toast, fields map[string]string) error {
	if wantsJSON(c) {
		return sendJSON(c, status, answer{Toast: toast, Errors: fields})
	}
	change := func(f *formState) {
		f.Values, f.Asked = p.request.Values(), p.asked
		if fields != nil {
			f.Errors = fields
		}
	}
	plain := func(f *formState) {
		change(f)
		f.Errors = map[string]string{}
	}
	e := s.book.now(c.Context())
	// Where the page cannot be rendered, a simpler one that was rendered before keeps what was typed.
	for _, try := range []struct {
		page   string
		change func(*formState)
	}{{p.page, change}, {p.page, plain}, {"/", plain}} {
		sheet := e.pages[try.page]
		overrides, err := sheet.overrides(c.Context(), p.form, toast, try.change)
		if err == nil {
			err = s.sendState(c, status, sheet, overrides)
		}
		if err == nil {
			return nil
		}
		s.fellBack(try.page, err)
	}
	return s.answerFailure(c, status, content.ErrorBusy)
}

// overrides is the props of the islands that show a result: the toasts, and the form that it belongs to.
func (s *sheet) overrides(ctx context.Context, form string, toast content.Toast, change func(*formState)) (map[string]any, error) {
	t, err := s.template(ctx)
	if err != nil {
		return nil, err
	}
	overrides := map[string]any{toastsIsland: toastsState{[]content.Toast{toast}}}
	if slot := formSlot(t, form); slot != nil {
		state := formState{Values: quote.Request{}.Values(), Errors: map[string]string{}, Result: &toast}
		change(&state)
		overrides[slot.ID] = state
	}
	return overrides, nil
}

// fellBack reports a page that is answered in a simpler form.
func (s *Server) fellBack(page string, err error) {
	s.metrics.fallbacks.Inc()
	s.simpler.Log(slog.LevelError, "a page was not rendered in its state", "page", page, "error", err)
}

// sendState answers with a page that is made for this request.
func (s *Server) sendState(c fiber.Ctx, status int, sheet *sheet, overrides map[string]any) error {
	state, err := sheet.state(c.Context(), overrides)
	if err != nil {
		return err
	}
	gzip := !s.cfg.NoMemo && accepts(c, "gzip")
	render := state.HTML
	if gzip {
		render = state.Gzip
	}
	body, err := render(c.Context())
	if err != nil {
		return err
	}
	h := &c.RequestCtx().Response.Header
	h.SetContentType(htmlType)
	h.Set(fiber.HeaderCacheControl, cacheNever)
	if !s.cfg.NoMemo {
		c.Vary(fiber.HeaderAcceptEncoding)
	}
	if gzip {
		h.Set(fiber.HeaderContentEncoding, "gzip")
	}
	c.Status(status)
	c.RequestCtx().Response.SetBodyRaw(body)
	return nil
}

// received answers the visitor who comes back after a success. Nothing that goes wrong here may look like a failure.
func (s *Server) received(c fiber.Ctx, e *edition, sheet *sheet, form string) error {
	t, err := sheet.template(c.Context())
	if err == nil {
		if slot := formSlot(t, form); slot == nil || slot.ID != form {
			return s.sendPage(c, sheet)
		}
		if err = s.sendSuccess(c, sheet, form); err == nil {
			return nil
		}
	}
	s.fellBack(c.Path(), err)
	return e.received.send(c, fiber.StatusOK)
}

// sendSuccess answers with the page that says that a form's request was received. It is the same for everybody.
func (s *Server) sendSuccess(c fiber.Ctx, sheet *sheet, form string) error {
	toast := s.cfg.Site.QuoteMessages().Received
	if s.cfg.NoMemo {
		overrides, err := sheet.overrides(c.Context(), form, toast, func(*formState) {})
		if err != nil {
			return err
		}
		return s.sendState(c, fiber.StatusOK, sheet, overrides)
	}
	return sheet.kept(&sheet.successes, form, func(ctx context.Context) (map[string]any, error) {
		return sheet.overrides(ctx, form, toast, func(*formState) {})
	}).send(c, fiber.StatusOK)
}

// kept returns the document of a state that is the same for everybody, from those that the page has by key.
func (s *sheet) kept(documents *sync.Map, key string, overrides func(context.Context) (map[string]any, error)) *document {
	made, _ := documents.LoadOrStore(key, &document{mediaType: htmlType, cache: cacheNever, make: func(ctx context.Context) ([]byte, error) {
		changes, err := overrides(ctx)
		if err != nil {
			return nil, err
		}
		return s.html(ctx, changes)
	}})
	return made.(*document)
}

// formOf returns the id of the form that a post came from, on its page.
func (s *Server) formOf(c fiber.Ctx, p post) string {
	t, err := s.book.current.Load().pages[p.page].template(c.Context())
	if err != nil {
		return p.form // the page knows its forms when it is there
	}
	if slot := formSlot(t, p.form); slot != nil {
		return slot.ID
	}
	return ""
}

// warmStates renders the states that a form comes back in when nothing is wrong with its fields, for each form of each page,
// with and without a text that the visitor was asked about. Pages share them, and nothing that anybody sends displaces them.
func (s *Server) warmStates(ctx context.Context) error {
	e := s.book.current.Load()
	messages := s.cfg.Site.QuoteMessages()
	toasts := append(messages.Toasts(), e.toast(content.ErrorTooLarge))
	for path, sheet := range e.pages {
		t, err := sheet.template(ctx)
		if err != nil {
			return err
		}
		for _, slot := range t.Slots() {
			if slot.Name != formComponent {
				continue
			}
			for _, toast := range toasts {
				for _, asked := range []string{"", "x"} { // what matters is whether there is one
					if err := sheet.warmState(ctx, slot.ID, toast, asked); err != nil {
						return fmt.Errorf("make a state of the page %s: %w", path, err)
					}
				}
			}
		}
	}
	return nil
}

// warmState renders the state of a form with a toast, for good.
func (s *sheet) warmState(ctx context.Context, form string, toast content.Toast, asked string) error {
	overrides, err := s.overrides(ctx, form, toast, func(f *formState) { f.Asked = asked })
	if err != nil {
		return err
	}
	state, err := s.state(ctx, overrides)
	if err != nil {
		return err
	}
	return state.Keep(ctx)
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
