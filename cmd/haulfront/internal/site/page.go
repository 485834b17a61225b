package site

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/content"
	"haulfront/render"
)

// page knows how a page is rendered, and is the resource of its default state.
type page struct {
	resource
	engine *render.Engine
	words  *content.Site
	noMemo bool
	// path is empty for pages that do not belong to a route.
	path string
	// name and props say what the engine renders.
	name  string
	props any

	rendering sync.Mutex
	rendered  atomic.Pointer[render.Page]
	// states maps a State that is the same for all visitors to its *resource.
	states sync.Map
}

// newPage makes a page that does not belong to a route. It is kept in memory even with [Config.NoMemo].
func (s *Site) newPage(name string, props any) *page {
	p := &page{engine: s.cfg.Engine, words: s.cfg.Content, name: name, props: props}
	p.resource = resource{mediaType: htmlType, cache: cacheChecked, make: func(ctx context.Context) ([]byte, error) {
		rendered, err := p.render(ctx)
		if err != nil {
			return nil, err
		}
		return rendered.HTML(ctx, nil)
	}}
	return p
}

// respond returns the page in a state, from memory if it is the same for all visitors.
func (p *page) respond(ctx context.Context, state State, accepted Encodings) (Response, error) {
	if state == (State{}) && !p.noMemo {
		return p.response(ctx, accepted)
	}
	rendered, err := p.render(ctx)
	if err != nil {
		return Response{}, err
	}
	state = p.known(rendered, state)
	switch {
	case p.noMemo || state.Form != nil:
		return p.fresh(ctx, rendered, state, accepted)
	case state == State{}:
		return p.response(ctx, accepted)
	}
	kept, _ := p.states.LoadOrStore(state, &resource{mediaType: htmlType, cache: cacheNever, make: func(ctx context.Context) ([]byte, error) {
		return rendered.HTML(ctx, p.overrides(rendered, state))
	}})
	return kept.(*resource).response(ctx, accepted)
}

// known returns the state, or the default one if it is that of a form or a plan that the page does not have.
func (p *page) known(rendered *render.Page, state State) State {
	if state.Received != "" {
		if slot := formSlot(rendered, state.Received); slot == nil || slot.ID != state.Received {
			return State{}
		}
	}
	if state.Plan != "" && p.words.PlanMessage(p.path, state.Plan) == "" {
		return State{}
	}
	return state
}

// overrides returns the props that make the rendered page show a known state, see [render.Page.With].
func (p *page) overrides(rendered *render.Page, state State) map[string]any {
	switch {
	case state.Form != nil:
		return formOverrides(rendered, *state.Form)
	case state.Received != "":
		return formOverrides(rendered, Form{ID: state.Received, Toast: p.words.QuoteMessages().Received})
	case state.Plan != "":
		form := p.props.(content.ServicePage).Contact.Form // no other kind of page has plans
		return planOverrides(rendered, p.words.PlanMessage(p.path, state.Plan), form.Values)
	}
	return nil
}

// fresh returns the page in a state that is rendered for one visitor.
func (p *page) fresh(ctx context.Context, rendered *render.Page, state State, accepted Encodings) (Response, error) {
	changed, err := rendered.With(p.overrides(rendered, state))
	if err != nil {
		return Response{}, err
	}
	response := Response{ContentType: htmlType, CacheControl: cacheNever, Varies: !p.noMemo}
	if accepted.Gzip && !p.noMemo {
		response.ContentEncoding = "gzip"
		response.Body, err = changed.Gzip(ctx)
	} else {
		response.Body, err = changed.HTML(ctx)
	}
	return response, err
}

// render returns the page in its default state, rendering it on the first call.
func (p *page) render(ctx context.Context) (*render.Page, error) {
	if rendered := p.rendered.Load(); rendered != nil {
		return rendered, nil
	}
	p.rendering.Lock()
	defer p.rendering.Unlock()
	if rendered := p.rendered.Load(); rendered != nil {
		return rendered, nil
	}
	rendered, err := p.engine.Page(ctx, p.name, p.props)
	if err != nil {
		return nil, err
	}
	p.rendered.Store(rendered)
	return rendered, nil
}

// formID returns id if the page has a form of this id, else the id of its first form, "" if it has none.
func (p *page) formID(ctx context.Context, id string) string {
	rendered, err := p.render(ctx)
	if err != nil {
		return id // it is checked again when the page is shown
	}
	if slot := formSlot(rendered, id); slot != nil {
		return slot.ID
	}
	return ""
}

// warmForms renders, for good, the states that each form of the page comes back in when nothing is wrong with its fields:
// with each of the toasts, with and without a text that the visitor was asked about, with and without a message.
func (p *page) warmForms(ctx context.Context, toasts []content.Toast) error {
	rendered, err := p.render(ctx)
	if err != nil {
		return err
	}
	for _, slot := range rendered.Slots() {
		if slot.Name != formComponent {
			continue
		}
		for _, toast := range toasts {
			for _, asked := range []string{"", "x"} { // only whether there is one matters
				for _, message := range []string{"", "x"} {
					values := quote.Request{Message: message}.Values()
					changed, err := rendered.With(formOverrides(rendered, Form{ID: slot.ID, Values: values, Toast: toast, Asked: asked}))
					if err != nil {
						return err
					}
					if err := changed.Pin(ctx); err != nil {
						return fmt.Errorf("form %s: %w", slot.ID, err)
					}
				}
			}
		}
	}
	return nil
}
