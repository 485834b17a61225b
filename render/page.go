package render

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

// Page is a rendered page: frozen HTML with a slot for each of its islands.
type Page struct {
	engine *Engine
	name   string
	props  []byte
	template
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

	html []byte
}

// Page renders the page that was registered as name, and each of its islands in its default state.
func (e *Engine) Page(ctx context.Context, name string, props any) (*Page, error) {
	data, err := json.Marshal(props)
	if err != nil {
		return nil, fmt.Errorf("encode the props of %s: %w", name, err)
	}
	t, err := e.template(ctx, name, data)
	if err != nil {
		return nil, err
	}
	return &Page{engine: e, name: name, props: data, template: *t}, nil
}

func (e *Engine) template(ctx context.Context, name string, props []byte) (*template, error) {
	r, err := e.pool.page(ctx, name, props)
	if err != nil {
		return nil, err
	}
	t, err := cut(name, r)
	if err != nil {
		return nil, err
	}
	for i := range t.slots {
		s := &t.slots[i]
		if s.html, err = e.pool.island(ctx, s.Name, s.ID, s.Props); err != nil {
			return nil, fmt.Errorf("page %s: %w", name, err)
		}
	}
	return t, nil
}

// cut splits a page's HTML at the markers that Island left. Text cannot forge a marker: React escapes its "<".
func cut(name string, r *rendered) (*template, error) {
	t := &template{}
	rest := r.html
	if bytes.HasPrefix(rest, []byte("<html")) {
		// renderToString makes elements only. Without a doctype a browser lays the page out as in the nineties.
		rest = append([]byte("<!doctype html>"), rest...)
	}
	for _, source := range r.slots {
		props, err := canonicalJSON(source.Props)
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
		t.slots = append(t.slots, Slot{ID: source.ID, Name: source.Name, Props: props})
	}
	t.segments = append(t.segments, rest)
	return t, nil
}

// Slots returns the page's islands in their order in the page, in their default state.
func (p *Page) Slots() []Slot { return p.slots }

// HTML returns the whole page. overrides maps an island's id to the props that take the place of its default ones; the
// islands that it does not name, and those whose props it leaves the same, stay as they are.
func (p *Page) HTML(ctx context.Context, overrides map[string]any) ([]byte, error) {
	t := &p.template
	if p.engine.noMemo {
		fresh, err := p.engine.template(ctx, p.name, p.props)
		if err != nil {
			return nil, err
		}
		t = fresh
	}
	known := 0
	var out bytes.Buffer
	for i, s := range t.slots {
		if props, ok := overrides[s.ID]; ok {
			known++
			fresh, err := p.engine.fill(ctx, s, props)
			if err != nil {
				return nil, fmt.Errorf("page %s: %w", p.name, err)
			}
			s = fresh
		}
		out.Write(t.segments[2*i])
		out.Write(s.html)
		out.Write(t.segments[2*i+1])
		out.Write(s.Props)
	}
	if known != len(overrides) {
		return nil, fmt.Errorf("page %s: overrides name an island that it does not have; it has %v", p.name, ids(t.slots))
	}
	out.Write(t.segments[len(t.segments)-1])
	return out.Bytes(), nil
}

// fill renders s with other props.
func (e *Engine) fill(ctx context.Context, s Slot, props any) (Slot, error) {
	data, err := canonicalJSON(props)
	if err != nil {
		return s, fmt.Errorf("props of island %s: %w", s.ID, err)
	}
	if bytes.Equal(data, s.Props) {
		return s, nil
	}
	s.Props = data
	s.html, err = e.pool.island(ctx, s.Name, s.ID, data)
	return s, err
}

func ids(slots []Slot) (ids []string) {
	for _, s := range slots {
		ids = append(ids, s.ID)
	}
	return ids
}

// canonicalJSON encodes props so that equal props have equal bytes, and so that the bytes may stand in a script element.
// What HTML cannot carry is replaced, so that both sides see the same text: decoding replaces lone surrogates, and line
// ends become "\n", which is what an HTML parser makes of them.
func canonicalJSON(props any) ([]byte, error) {
	data, err := json.Marshal(props)
	if err != nil {
		return nil, err
	}
	var value any
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	return json.Marshal(unixLines(value))
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// unixLines replaces the line ends in all strings of a JSON value.
func unixLines(value any) any {
	switch v := value.(type) {
	case string:
		return lineEnds.Replace(v)
	case []any:
		for i := range v {
			v[i] = unixLines(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = unixLines(v[key])
		}
	}
	return value
}
