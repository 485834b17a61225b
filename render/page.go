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

// Page renders the page that was registered as name, and each of its islands in its default state.
func (e *Engine) Page(ctx context.Context, name string, props any) (*Page, error) {
	data, err := json.Marshal(props)
	if err != nil {
		return nil, fmt.Errorf("encode the props of %s: %w", name, err)
	}
	t, err := e.template(ctx, name, data, nil, e.defaultIsland)
	if err != nil {
		return nil, err
	}
	p := &Page{engine: e, name: name, template: *t}
	if e.noMemo {
		p.props = data
	}
	return p, nil
}

// Render returns the HTML of the page that was registered as name, with its islands, for one request: the page is not kept. It
// is for pages that differ from request to request outside of their islands. What differs in islands alone is cheaper as a
// state of a [Page], see [Page.With].
//
// What the request does not change is not rendered again: static components, see serve in @haulfront/render, are put in place as
// they were rendered before, with their islands. Of those, the least recently used are dropped when there are more than
// [Config.Fragments]. Islands whose props differ from earlier ones only in strings that [Config.Verbatim] names need no runtime.
//
// The page and each of its islands wait for a runtime, at most [Config.Wait], take at most [Config.Timeout], and are observed by
// themselves. With [Config.NoMemo] everything is rendered; the bytes are the same.
func (e *Engine) Render(ctx context.Context, name string, props any) ([]byte, error) {
	t, err := e.forRequest(ctx, name, props)
	if err != nil {
		return nil, err
	}
	pieces, _ := t.fill(nil)
	return bytes.Join(pieces, nil), nil
}

// forRequest renders a page and its islands for one request.
func (e *Engine) forRequest(ctx context.Context, name string, props any) (*template, error) {
	data, err := json.Marshal(props)
	if err != nil {
		return nil, fmt.Errorf("encode the props of %s: %w", name, err)
	}
	return e.template(ctx, name, data, e.statics, e.keptIsland)
}

// Slots returns the page's islands in their order in the page, in their default state.
func (p *Page) Slots() []Slot { return p.slots }
