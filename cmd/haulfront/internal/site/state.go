package site

import (
	"context"
	"fmt"
	"maps"
	"sync"

	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/content"
	"haulfront/render"
)

// State is what a page shows to one visitor. The zero State is the page as everybody gets it; of several fields the first
// that is set counts.
type State struct {
	// Form is a quote form whose request was not taken, and comes back.
	Form *Form
	// Received is the id of the form whose request was received.
	Received string
	// Plan is the key of a plan that the visitor chose. It is nothing to a page that has no such plan.
	Plan string
}

// Form is a quote form with what its visitor typed, and what became of it.
type Form struct {
	// ID is the form's on its page. One that the page does not have stands for its first form.
	ID string
	// Values are the fields by their names, Errors what is wrong with some of them.
	Values, Errors map[string]string
	// Asked is the text that the visitor is asked about, see [quote.Rejection].
	Asked string
	// Toast says what became of the request.
	Toast content.Toast
}

const (
	// toastsIsland is the id of the region of toasts on every page, toastsComponent the name of its island.
	toastsIsland    = "toasts"
	toastsComponent = "Toasts"
	// formComponent is the name of the quote form's island.
	formComponent = "QuoteForm"
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

// formProps is what a [Form] changes in the props of its island, see [content.QuoteForm].
type formProps struct {
	// Values has all fields: the states of a form differ in their strings alone.
	Values map[string]string `json:"values"`
	Errors map[string]string `json:"errors"`
	Result content.Toast     `json:"result"`
	Asked  string            `json:"asked"`
}

// toastsProps is the same for the toasts, see [content.ToastsIsland].
type toastsProps struct {
	Toasts []content.Toast `json:"toasts"`
}

// planProps is what a chosen plan changes in the props of the page's form.
type planProps struct {
	Values map[string]string `json:"values"`
}

// Page returns the page at path in a state. Where that cannot be rendered, a simpler state takes its place, see
// [Response.Fallbacks]: a form that comes back always keeps what was typed if any page can show it.
func (s *Site) Page(ctx context.Context, path string, state State, accepted Encodings) (Response, error) {
	set := s.currentPages(ctx)
	p := set.pages[path]
	if p == nil {
		return Response{}, ErrNotFound
	}
	var response Response
	var err error
	message := s.cfg.Content.PlanMessage(path, state.Plan)
	switch {
	case state.Form != nil:
		return s.rejected(ctx, set, path, *state.Form, accepted)
	case state.Received != "":
		response, err = s.received(ctx, p, state.Received, accepted)
	case message != "":
		response, err = p.shared(ctx, &p.plans, state.Plan, accepted, func(ctx context.Context) (map[string]any, error) {
			return p.planOverrides(ctx, message)
		})
	default:
		return p.defaultState(ctx, accepted)
	}
	if err == nil {
		return response, nil
	}
	// Nothing that goes wrong after a success may look like a failure.
	simpler := set.received.response
	if state.Received == "" {
		simpler = p.defaultState
	}
	fallback := Fallback{path, err}
	response, err = simpler(ctx, accepted)
	response.Fallbacks = []Fallback{fallback}
	return response, err
}

// FormID returns the id of the quote form that a post from the page at path belongs to: id if the page has such a form, else
// that of its first form, "" if it has none.
func (s *Site) FormID(ctx context.Context, path, id string) string {
	rendered, err := s.pages.Load().pages[path].render(ctx)
	if err != nil {
		return id // the page knows its forms when it is there
	}
	if slot := formSlot(rendered, id); slot != nil {
		return slot.ID
	}
	return ""
}

// defaultState is the page as everybody gets it.
func (p *page) defaultState(ctx context.Context, accepted Encodings) (Response, error) {
	if p.noMemo {
		return p.inState(ctx, nil, accepted)
	}
	return p.response(ctx, accepted)
}

// rejected is the page with a form that comes back. Where that cannot be rendered, a simpler state that was rendered before
// keeps what was typed.
func (s *Site) rejected(ctx context.Context, set *pageSet, path string, form Form, accepted Encodings) (Response, error) {
	plain := form
	plain.Errors = nil
	var fallbacks []Fallback
	for _, try := range []struct {
		path string
		form Form
	}{{path, form}, {path, plain}, {"/", plain}} {
		p := set.pages[try.path]
		overrides, err := p.formOverrides(ctx, try.form)
		if err == nil {
			var response Response
			if response, err = p.inState(ctx, overrides, accepted); err == nil {
				response.Fallbacks = fallbacks
				return response, nil
			}
		}
		fallbacks = append(fallbacks, Fallback{try.path, err})
	}
	response, err := s.Failure(ctx, content.ErrorBusy, accepted)
	response.Fallbacks = fallbacks
	return response, err
}

// received is the page that says that a form's request was received. A page that has no such form is as it always is.
func (s *Site) received(ctx context.Context, p *page, form string, accepted Encodings) (Response, error) {
	rendered, err := p.render(ctx)
	if err != nil {
		return Response{}, err
	}
	if slot := formSlot(rendered, form); slot == nil || slot.ID != form {
		return p.defaultState(ctx, accepted)
	}
	return p.shared(ctx, &p.received, form, accepted, func(ctx context.Context) (map[string]any, error) {
		return p.formOverrides(ctx, Form{ID: form, Toast: s.cfg.Content.QuoteMessages().Received})
	})
}

// shared is the page in a state that is the same for everybody, from those that it keeps by key.
func (p *page) shared(ctx context.Context, kept *sync.Map, key string, accepted Encodings,
	overrides func(context.Context) (map[string]any, error),
) (Response, error) {
	if p.noMemo {
		changes, err := overrides(ctx)
		if err != nil {
			return Response{}, err
		}
		return p.inState(ctx, changes, accepted)
	}
	made, _ := kept.LoadOrStore(key, &resource{mediaType: htmlType, cache: cacheNever, make: func(ctx context.Context) ([]byte, error) {
		changes, err := overrides(ctx)
		if err != nil {
			return nil, err
		}
		return p.html(ctx, changes)
	}})
	return made.(*resource).response(ctx, accepted)
}

// inState is the page in a state that is rendered for one visitor.
func (p *page) inState(ctx context.Context, overrides map[string]any, accepted Encodings) (Response, error) {
	state, err := p.state(ctx, overrides)
	if err != nil {
		return Response{}, err
	}
	response := Response{ContentType: htmlType, CacheControl: cacheNever, Varies: !p.noMemo}
	if accepted.Gzip && !p.noMemo {
		response.ContentEncoding = "gzip"
		response.Body, err = state.Gzip(ctx)
	} else {
		response.Body, err = state.HTML(ctx)
	}
	return response, err
}

// formOverrides is the props of the islands that show what became of a request: the toasts, and the form that it belongs to.
func (p *page) formOverrides(ctx context.Context, form Form) (map[string]any, error) {
	rendered, err := p.render(ctx)
	if err != nil {
		return nil, err
	}
	overrides := map[string]any{toastsIsland: toastsProps{[]content.Toast{form.Toast}}}
	if slot := formSlot(rendered, form.ID); slot != nil {
		props := formProps{Values: form.Values, Errors: form.Errors, Result: form.Toast, Asked: form.Asked}
		if props.Values == nil {
			props.Values = quote.Request{}.Values()
		}
		if props.Errors == nil {
			props.Errors = map[string]string{}
		}
		overrides[slot.ID] = props
	}
	return overrides, nil
}

// planOverrides is the props of the page's form that begins with the message of a chosen plan. Only those without JavaScript
// ask for it, see components/entry.browser.ts.
func (p *page) planOverrides(ctx context.Context, message string) (map[string]any, error) {
	rendered, err := p.render(ctx)
	if err != nil {
		return nil, err
	}
	slot := formSlot(rendered, "")
	if slot == nil {
		return nil, nil
	}
	values := quote.Request{Message: message}.Values()
	maps.Copy(values, p.props.(content.ServicePage).Contact.Form.Values) // only pages of services have plans
	return map[string]any{slot.ID: planProps{values}}, nil
}

// formSlot returns the page's form with the given id, its first form if it has none of that id, nil without any form.
func formSlot(p *render.Page, id string) *render.Slot {
	var first *render.Slot
	for i := range p.Slots() {
		slot := &p.Slots()[i]
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

// warmForms renders the states that a form comes back in when nothing is wrong with its fields, for each form of each page,
// with and without a text that the visitor was asked about. Pages share them, and nothing that anybody sends displaces them.
func (s *Site) warmForms(ctx context.Context) error {
	messages := s.cfg.Content.QuoteMessages()
	toasts := append(messages.Toasts(), s.FailureToast(content.ErrorTooLarge))
	for path, p := range s.pages.Load().pages {
		rendered, err := p.render(ctx)
		if err != nil {
			return err
		}
		for _, slot := range rendered.Slots() {
			if slot.Name != formComponent {
				continue
			}
			for _, toast := range toasts {
				for _, asked := range []string{"", "x"} { // what matters is whether there is one
					if err := p.warmForm(ctx, Form{ID: slot.ID, Toast: toast, Asked: asked}); err != nil {
						return fmt.Errorf("make a state of the page %s: %w", path, err)
					}
				}
			}
		}
	}
	return nil
}

// warmForm renders the state of a form for good.
func (p *page) warmForm(ctx context.Context, form Form) error {
	overrides, err := p.formOverrides(ctx, form)
	if err != nil {
		return err
	}
	state, err := p.state(ctx, overrides)
	if err != nil {
		return err
	}
	return state.Keep(ctx)
}
