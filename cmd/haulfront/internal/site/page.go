package site

import (
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"

	"haulfront/content"
	"haulfront/render"
)

// page knows how a page is rendered, and keeps what was rendered as long as the cache lets it.
type page struct {
	engine *render.Engine
	words  *content.Site
	log    *slog.Logger
	// noMemo: the page is rendered for each request, see [Config.NoMemo].
	noMemo bool
	// uncompressed: nothing of the page is compressed.
	uncompressed bool
	// cache bounds how many pages are kept; nil for pages that are always kept.
	cache *cache
	// path is empty for pages that do not belong to a route.
	path string
	// name and props say what the engine renders. Props are made when they are needed: those of all pages are large.
	name  string
	props func() any

	used      atomic.Uint64
	rendering sync.Mutex
	// current is the rendered page, nil until it is asked for. former is the page as it was before the content changed; it is
	// shown where current cannot be rendered at once, and nil from then on.
	current, former atomic.Pointer[rendering]
}

// rendering is a rendered page with everything that was made of it. Its resource is the default state.
type rendering struct {
	resource
	page *render.Page
	// digest is that of the props.
	digest [sha256.Size]byte
	// states maps a State that is the same for all visitors to its *resource.
	states sync.Map
}

// newPage makes a page that does not belong to a route. It is kept in memory even with [Config.NoMemo].
func (s *Site) newPage(name string, props func() any) *page {
	return &page{
		engine: s.cfg.Engine, words: s.cfg.Content, log: s.cfg.Log, name: name, props: props,
		uncompressed: s.cfg.Development || s.cfg.NoMemo,
	}
}

func (p *page) lastUse() *atomic.Uint64 { return &p.used }

func (p *page) drop() {
	p.current.Store(nil)
	p.former.Store(nil)
}

// adopt takes over what was rendered of the page before the content changed: for good where the page is still the same,
// otherwise until it is rendered anew. What other components have rendered is of no use.
func (p *page) adopt(before *page) error {
	old := before.latest()
	if old == nil || p.engine != before.engine {
		return nil
	}
	_, digest, err := p.encodedProps()
	if err != nil {
		return err
	}
	if digest == old.digest {
		old.states.Clear() // they say more than the props do, such as the message of a plan
		p.current.Store(old)
	} else {
		p.former.Store(old)
	}
	p.cache.add(p)
	return nil
}

// latest is what was last rendered of the page, nil where nothing is kept.
func (p *page) latest() *rendering {
	if current := p.current.Load(); current != nil {
		return current
	}
	return p.former.Load()
}

func (p *page) encodedProps() (data json.RawMessage, digest [sha256.Size]byte, err error) {
	data, err = json.Marshal(p.props())
	if err != nil {
		return nil, digest, fmt.Errorf("encode the props of %s: %w", p.name, err)
	}
	return data, sha256.Sum256(data), nil
}

// get returns the rendered page, rendering it on the first call. Where the content has just changed, a visitor does not wait
// for a page that is being rendered for another one, or that cannot be, but gets it as it was before.
func (p *page) get(ctx context.Context) (*rendering, error) {
	if p.noMemo {
		return p.render(ctx)
	}
	if current := p.current.Load(); current != nil {
		p.cache.use(p)
		return current, nil
	}
	former := p.former.Load()
	if former == nil {
		p.rendering.Lock()
	} else if !p.rendering.TryLock() {
		return former, nil
	}
	defer p.rendering.Unlock()
	current, err := p.renew(ctx)
	if err != nil && former != nil {
		p.log.Warn("a page is shown as it was before the content changed", "page", p.path, "error", err)
		return former, nil
	}
	return current, err
}

// renew renders the page unless it is rendered. The caller holds p.rendering.
func (p *page) renew(ctx context.Context) (*rendering, error) {
	if current := p.current.Load(); current != nil {
		return current, nil
	}
	current, err := p.render(ctx)
	if err != nil {
		return nil, err
	}
	if p.former.Load() != nil {
		// Visitors are shown the page as it was until all of it is made: its islands, too, have to wait for a runtime.
		if _, err := current.content(ctx); err != nil {
			return nil, err
		}
	}
	p.current.Store(current)
	p.former.Store(nil)
	p.cache.add(p)
	return current, nil
}

// render renders the page.
func (p *page) render(ctx context.Context) (*rendering, error) {
	data, digest, err := p.encodedProps()
	if err != nil {
		return nil, err
	}
	rendered, err := p.engine.Page(ctx, p.name, data)
	if err != nil {
		return nil, err
	}
	return &rendering{page: rendered, digest: digest, resource: resource{
		mediaType: htmlType, cache: cacheChecked, uncompressed: p.uncompressed, remake: true,
		make: func(ctx context.Context) ([]byte, error) { return rendered.HTML(ctx, nil) },
	}}, nil
}

// prepare renders the page anew after the content has changed, if it was kept before. Unlike get it says what is wrong.
func (p *page) prepare(ctx context.Context) error {
	if p.former.Load() == nil {
		return nil
	}
	return p.warm(ctx)
}

// warm makes the page in its default state, if it is not there yet.
func (p *page) warm(ctx context.Context) error {
	p.rendering.Lock()
	defer p.rendering.Unlock()
	current, err := p.renew(ctx)
	if err != nil {
		return err
	}
	_, err = current.content(ctx)
	return err
}

// label is the page's path, or the name of its component where it has none.
func (p *page) label() string { return cmp.Or(p.path, p.name) }

// response returns the page in its default state.
func (p *page) response(ctx context.Context, accepted Encodings) (Response, error) {
	rendered, err := p.get(ctx)
	if err != nil {
		return Response{}, err
	}
	return rendered.response(ctx, accepted)
}

// body returns the page in its default state, uncompressed. It keeps no compressed forms: exports ask for each page once.
func (p *page) body(ctx context.Context) ([]byte, error) {
	rendered, err := p.get(ctx)
	if err != nil {
		return nil, err
	}
	return rendered.page.HTML(ctx, nil)
}

// respond returns the page in a state, from memory if it is the same for all visitors.
func (p *page) respond(ctx context.Context, state State, accepted Encodings) (Response, error) {
	rendered, err := p.get(ctx)
	if err != nil {
		return Response{}, err
	}
	if state != (State{}) {
		state = p.known(rendered.page, state)
	}
	switch {
	case p.noMemo || state.Form != nil || state.Received != nil || state.Estimate != nil:
		return p.fresh(ctx, rendered.page, state, accepted)
	case state == State{}:
		return rendered.response(ctx, accepted)
	}
	kept, _ := rendered.states.LoadOrStore(state, &resource{mediaType: htmlType, cache: cacheNever, make: func(ctx context.Context) ([]byte, error) {
		return rendered.page.HTML(ctx, p.overrides(rendered.page, state))
	}})
	return kept.(*resource).response(ctx, accepted)
}

// known returns the state, or the default one if it is that of a form or a plan that the page does not have.
func (p *page) known(rendered *render.Page, state State) State {
	if state.Received != nil {
		if slot := formSlot(rendered, state.Received.Form); slot == nil || slot.ID != state.Received.Form {
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
		overrides := formOverrides(rendered, *state.Form, p.words)
		if state.Form.Estimate != nil && p.path == content.EstimatePath {
			overrides[estimatorIsland] = newEstimatorProps(state.Form.Estimate)
		}
		return overrides
	case state.Received != nil:
		form := Form{ID: state.Received.Form, Toast: p.words.QuoteMessages().Received, Received: state.Received.QuoteReceived}
		return formOverrides(rendered, form, p.words)
	case state.Estimate != nil:
		return p.estimateOverrides(rendered, state.Estimate)
	case state.Plan != "":
		form := p.props().(content.ServicePage).Contact.Form // no other kind of page has plans
		return planOverrides(rendered, p.words.PlanMessage(p.path, state.Plan), form.Values)
	}
	return nil
}

// fresh returns the page in a state for one visitor: the islands that the state changes are rendered.
func (p *page) fresh(ctx context.Context, rendered *render.Page, state State, accepted Encodings) (Response, error) {
	body, err := rendered.HTML(ctx, p.overrides(rendered, state))
	if err != nil {
		return Response{}, err
	}
	response := Response{Body: body, ContentType: htmlType, CacheControl: cacheNever, Varies: !p.uncompressed}
	if accepted.Gzip && !p.uncompressed {
		response.Body, response.ContentEncoding = gzipped(body, gzip.BestSpeed), "gzip"
	}
	return response, nil
}

// formID returns id if the page has a form of this id, else the id of its first form, "" if it has none.
func (p *page) formID(ctx context.Context, id string) string {
	rendered, err := p.get(ctx)
	if err != nil {
		return id // it is checked again when the page is shown
	}
	if slot := formSlot(rendered.page, id); slot != nil {
		return slot.ID
	}
	return ""
}
