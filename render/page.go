package render

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
)

// Page is a rendered page: frozen HTML with a slot for each of its islands. It is safe for concurrent use.
type Page struct {
	engine *Engine
	name   string
	// props are kept with Config.NoMemo alone, which renders the page again.
	props []byte
	template
	compressed compressedPages
}

// template is a page cut at its slots: segments[0], slot 0's HTML, segments[1], slot 0's props, segments[2], …
type template struct {
	segments [][]byte
	slots    []Slot
}

// Slot is an island's place in a page.
type Slot struct {
	// ID is the island's id, unique in the page.
	ID string
	// Name is the name under which the island was registered.
	Name string
	// Props is the JSON that both sides render from, canonical: keys sorted, "<" escaped, no lone surrogates.
	Props json.RawMessage

	html  []byte
	props object
}

// Page renders the page that was registered as name, and each of its islands in its default state.
func (e *Engine) Page(ctx context.Context, name string, props any) (*Page, error) {
	data, err := json.Marshal(props)
	if err != nil {
		return nil, fmt.Errorf("encode the props of %s: %w", name, err)
	}
	t, err := e.template(ctx, name, data, e.defaultIsland)
	if err != nil {
		return nil, err
	}
	p := &Page{engine: e, name: name, template: *t}
	if e.noMemo {
		p.props = data
	}
	return p, nil
}

// Render returns the HTML of the page that was registered as name, with its islands, for one request: nothing of it is kept. It
// is for pages that differ from request to request outside of their islands. What differs in islands alone is cheaper as a
// state of a [Page], which see: [Page.With].
//
// The page and each of its islands wait for a runtime, at most [Config.Wait], take at most [Config.Timeout], and are observed by
// themselves. Islands whose props differ from earlier ones only in strings that [Config.Verbatim] names need no runtime.
func (e *Engine) Render(ctx context.Context, name string, props any) ([]byte, error) {
	data, err := json.Marshal(props)
	if err != nil {
		return nil, fmt.Errorf("encode the props of %s: %w", name, err)
	}
	t, err := e.template(ctx, name, data, e.island)
	if err != nil {
		return nil, err
	}
	return bytes.Join(t.pieces(nil), nil), nil
}

// defaultIsland renders an island that is kept in its page.
func (e *Engine) defaultIsland(ctx context.Context, name, id string, props encoded) ([]byte, error) {
	return e.pool.island(ctx, name, id, props.json)
}

// template renders a page, and each of its islands with island.
func (e *Engine) template(ctx context.Context, name string, props []byte, island func(ctx context.Context, name, id string, props encoded) ([]byte, error)) (*template, error) {
	r, err := e.pool.page(ctx, name, props)
	if err != nil {
		return nil, err
	}
	t, err := e.cut(name, r)
	if err != nil {
		return nil, err
	}
	for i := range t.slots {
		s := &t.slots[i]
		if s.html, err = island(ctx, s.Name, s.ID, s.props.encode()); err != nil {
			return nil, fmt.Errorf("page %s: %w", name, err)
		}
	}
	return t, nil
}

// cut splits a page's HTML at the markers that Island left. Text cannot forge a marker: React escapes its "<".
func (e *Engine) cut(name string, r *rendered) (*template, error) {
	t := &template{}
	rest := r.html
	if bytes.HasPrefix(rest, []byte("<html")) {
		// renderToString makes elements only, and without a doctype browsers use quirks mode.
		rest = append([]byte("<!doctype html>"), rest...)
	}
	for _, source := range r.slots {
		props, err := encodeObject(source.Props, e.fragments.rules[source.Name])
		if err != nil {
			return nil, fmt.Errorf("page %s: props of island %s: %w", name, source.ID, err)
		}
		for _, part := range []string{"html", "props"} {
			marker := fmt.Sprintf("<!--island %s %s-->", part, source.ID)
			before, after, found := bytes.Cut(rest, []byte(marker))
			if !found || bytes.Contains(after, []byte(marker)) {
				return nil, fmt.Errorf("page %s: the id %q of island %s must stand on the page once", name, source.ID, source.Name)
			}
			t.segments, rest = append(t.segments, before), after
		}
		t.slots = append(t.slots, Slot{ID: source.ID, Name: source.Name, Props: props.encode().json, props: props})
	}
	t.segments = append(t.segments, rest)
	return t, nil
}

// Slots returns the page's islands in their order in the page, in their default state.
func (p *Page) Slots() []Slot { return p.slots }
