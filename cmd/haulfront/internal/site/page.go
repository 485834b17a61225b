package site

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"log/slog"
	"sync/atomic"

	"haulfront/content"
	"haulfront/render"
)

// page renders one page and keeps the result, unless the cache drops it.
type page struct {
	engine       *render.Engine
	words        *content.Site
	log          *slog.Logger
	noMemo       bool // see [Config.NoMemo]
	uncompressed bool
	style        string        // see [Response.Style]
	cache        *cache[*page] // bounds the number of rendered pages; nil for pages that are always kept
	path         string        // "" for pages without a route
	// name is the component, props its props. They are made when they are needed: those of all pages are large.
	name  string
	props func() any

	rendering sharedCall[*rendering]
	// current is the rendered page, nil before the first request. former is the page before the last change of
	// content; it is served if current cannot be rendered at once, and nil after that.
	current, former atomic.Pointer[rendering]
}

// rendering is a rendered page. Its resource is the default state.
type rendering struct {
	resource
	page   *render.Page
	digest [sha256.Size]byte // of the props
}

// newPage makes a page without a route. It is kept in memory even with [Config.NoMemo].
func (s *Site) newPage(name string, props func() any) *page {
	return &page{
		engine: s.cfg.Engine, words: s.cfg.Content, log: s.cfg.Log, name: name, props: props,
		uncompressed: s.cfg.Development || s.cfg.NoMemo, style: s.styles[name].digest,
	}
}

func (p *page) drop() {
	p.current.Store(nil)
	p.former.Store(nil)
}

// adopt takes the rendering over from before the content changed: for good if the props are the same, otherwise until
// the page has been rendered again. The output of other components is of no use.
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
		p.current.Store(old)
	} else {
		p.former.Store(old)
	}
	p.cache.add(p)
	return nil
}

// latest is the page's last rendering, nil if none is kept.
func (p *page) latest() *rendering {
	return cmp.Or(p.current.Load(), p.former.Load())
}

func (p *page) encodedProps() (data json.RawMessage, digest [sha256.Size]byte, err error) {
	data, err = json.Marshal(p.props())
	if err != nil {
		return nil, digest, fmt.Errorf("encode the props of %s: %w", p.name, err)
	}
	return data, sha256.Sum256(data), nil
}

// get returns the rendered page, rendering it on the first call. After a change of content, the former page is served
// while another request renders the new one, or if that fails.
func (p *page) get(ctx context.Context) (*rendering, error) {
	if p.noMemo {
		return p.render(ctx)
	}
	if current := p.current.Load(); current != nil {
		p.cache.use(p)
		return current, nil
	}
	former := p.former.Load()
	current, err := p.rendering.do(ctx, former == nil, func() (*rendering, error) { return p.renew(ctx) })
	if err == nil || former == nil {
		return current, err
	}
	if !errors.Is(err, errInProgress) {
		p.log.Warn("serving the page as it was before the content changed", "page", p.path, "error", err)
	}
	return former, nil
}

// renew renders the page unless it is rendered. It is called by p.rendering.
func (p *page) renew(ctx context.Context) (*rendering, error) {
	if current := p.current.Load(); current != nil {
		return current, nil
	}
	current, err := p.render(ctx)
	if err != nil {
		return nil, err
	}
	if p.former.Load() != nil {
		// The former page is served until the new one is complete: its islands, too, may wait for a runtime.
		if _, err := current.content(ctx); err != nil {
			return nil, err
		}
	}
	p.current.Store(current)
	p.former.Store(nil)
	p.cache.add(p)
	return current, nil
}

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
		mediaType: htmlType, cache: cacheChecked, uncompressed: p.uncompressed, style: p.style, remake: true,
		make: func(ctx context.Context) ([]byte, error) { return rendered.HTML(ctx, nil) },
	}}, nil
}

// warm renders the page in its default state, unless it is kept.
func (p *page) warm(ctx context.Context) error {
	current, err := p.rendering.do(ctx, true, func() (*rendering, error) { return p.renew(ctx) })
	if err != nil {
		return err
	}
	_, err = current.content(ctx)
	return err
}

// label is the page's path, or the name of its component if it has none.
func (p *page) label() string { return cmp.Or(p.path, p.name) }

// body returns the page in its default state, uncompressed. It keeps no compressed forms: an export needs each page
// once.
func (p *page) body(ctx context.Context) ([]byte, error) {
	rendered, err := p.get(ctx)
	if err != nil {
		return nil, err
	}
	return rendered.page.HTML(ctx, nil)
}

// respond returns the page in a state. The default state comes from memory.
func (p *page) respond(ctx context.Context, state State, accepted Encodings) (Response, error) {
	rendered, err := p.get(ctx)
	if err != nil {
		return Response{}, err
	}
	state = p.applicable(state)
	if state == (State{}) && !p.noMemo {
		return rendered.response(ctx, accepted)
	}
	body, err := rendered.page.HTML(ctx, p.overrides(rendered.page, state))
	if err != nil {
		return Response{}, err
	}
	if state.Form != nil {
		// As https://design-system.service.gov.uk/patterns/validation/.
		body = prefixTitle(body, p.words.ErrorTitle())
	}
	response := forOne(body, accepted, p.uncompressed)
	response.Style = rendered.style
	return response, nil
}

// prefixTitle returns the HTML of a page with a text before its title: screen readers say first that a form was
// rejected.
func prefixTitle(page []byte, text string) []byte {
	return bytes.Replace(page, []byte("<title>"), []byte("<title>"+html.EscapeString(text)), 1)
}

// forOne is a page for one visitor.
func forOne(body []byte, accepted Encodings, uncompressed bool) Response {
	response := Response{Body: body, ContentType: htmlType, CacheControl: cacheNever, Varies: !uncompressed}
	if accepted.Gzip && !uncompressed {
		response.Body, response.ContentEncoding = gzipped(body, gzip.BestSpeed), "gzip"
	}
	return response
}
