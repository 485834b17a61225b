package render

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
)

// template is a page cut at its islands.
type template struct {
	pieces []piece // in order
	slots  []Slot
}

// piece is frozen HTML, or what a slot puts in its place.
type piece struct {
	frozen []byte
	slot   int
	part   part
}

type part int

const (
	frozenPart part = iota
	// openPart is an island's HTML; of an island with children, that before them, and closePart is that after them.
	openPart
	closePart
	propsPart
)

// Slot is an island's place in a page.
type Slot struct {
	// ID is the island's id, unique in the page.
	ID string
	// Name is the name under which the island was registered.
	Name string
	// Props is the JSON that both sides render from, canonical: keys sorted, "<" escaped, no lone surrogates.
	Props json.RawMessage

	island island
	props  object
	kept   *keptIsland // see slotSource
	// never says that the island is not hydrated, and that its props are not in the page.
	never bool
	// nested says that the slot is among the children of an island, which may take it out of the document.
	nested bool
	// shared are those of the props that the page has once for several islands, or that come from a file.
	shared object
	fill   filling
}

// island is what is rendered in a slot.
type island struct {
	name, id string
	// children says that the page has something for the component to put around.
	children bool
}

// filling is what a slot puts into its page: HTML, in two parts around children, and JSON.
type filling struct{ open, close, props []byte }

// renderIsland makes the HTML of a slot's island.
type renderIsland func(context.Context, *Slot, encoded) ([]byte, error)

// defaultIsland renders an island that is kept in its page.
func (e *Engine) defaultIsland(ctx context.Context, s *Slot, props encoded) ([]byte, error) {
	return e.pool.island(ctx, s.island, props.json)
}

// template renders a page, and each of its islands with render. Static components are kept in statics, nil for none.
func (e *Engine) template(ctx context.Context, name string, props []byte, statics *statics, render renderIsland) (*template, error) {
	r, err := e.pool.page(ctx, name, props, statics)
	if err != nil {
		return nil, err
	}
	t, err := e.cut(name, r)
	if err != nil {
		return nil, err
	}
	for i := range t.slots {
		s := &t.slots[i]
		if s.fill, err = s.filled(ctx, s.props, render); err != nil {
			return nil, fmt.Errorf("page %s: %w", name, err)
		}
	}
	return t, nil
}

// filled renders the slot's island with props.
func (s *Slot) filled(ctx context.Context, props object, render renderIsland) (f filling, err error) {
	all := props.encode()
	html, err := render(ctx, s, all)
	if err != nil {
		return f, err
	}
	if f.open, f.close, err = s.island.split(html); err != nil {
		return f, err
	}
	switch {
	case s.never:
	case len(s.shared) == 0:
		f.props = all.json
	default:
		f.props = props.without(s.shared).encode().json
	}
	return f, nil
}

// childrenMarker is where an island with children has put them.
var childrenMarker = []byte("<!--island children-->")

// split cuts an island's HTML at its children. An island that does not show them has them in a template, for the browser.
func (is island) split(html []byte) (before, after []byte, err error) {
	if !is.children {
		return html, nil, nil
	}
	before, after, found := bytes.Cut(html, childrenMarker)
	if !found {
		return slices.Concat(html, []byte("<template data-island-children>")), []byte("</template>"), nil
	}
	if bytes.Contains(after, childrenMarker) {
		return nil, nil, fmt.Errorf("island %s shows its children twice", is.id)
	}
	return before, after, nil
}

// islandMarker is what Island leaves in a page. Text cannot forge one: React escapes its "<".
var islandMarker = regexp.MustCompile(`<!--island (html|open|close|props) ([a-z][a-z0-9-]*)-->`)

// What stands around all of them but "html", which fills its island's element.
const markStart, markEnd = "<island-mark>", "</island-mark>"

// parts are the parts that a marker stands for, in the order in which an island has them.
var parts = map[string]part{"html": openPart, "open": openPart, "close": closePart, "props": propsPart}

// cut splits a page's HTML at the markers that Island left.
func (e *Engine) cut(name string, r *rendered) (*template, error) {
	t := &template{}
	html := r.html
	if bytes.HasPrefix(html, []byte("<html")) {
		// renderToString makes elements only, and without a doctype browsers use quirks mode.
		html = append([]byte("<!doctype html>"), html...)
	}
	index := map[string]int{}
	for i, source := range r.slots {
		slot, err := e.newSlot(source)
		if err != nil {
			return nil, fmt.Errorf("page %s: %w", name, err)
		}
		if _, twice := index[source.ID]; twice {
			return nil, fmt.Errorf("page %s: the id %q of island %s must stand on the page once", name, source.ID, source.Name)
		}
		index[source.ID] = i
		t.slots = append(t.slots, slot)
	}
	t.nest(html, index)
	blocks := t.share()
	at, placed := 0, map[string]bool{}
	for _, m := range islandMarker.FindAllSubmatchIndex(html, -1) {
		i, known := index[string(html[m[4]:m[5]])]
		if !known {
			continue // of the page's own text
		}
		kind := string(html[m[2]:m[3]])
		if marker := kind + t.slots[i].ID; placed[marker] {
			return nil, fmt.Errorf("page %s: island %s was rendered in two places", name, t.slots[i].ID)
		} else {
			placed[marker] = true
		}
		from, to := m[0], m[1]
		if kind != "html" {
			from, to = from-len(markStart), to+len(markEnd)
		}
		frozen := html[at:from]
		if kind == "props" {
			frozen = slices.Concat(frozen, blocks.before(t.slots, i))
		}
		t.pieces = append(t.pieces, piece{frozen: frozen}, piece{slot: i, part: parts[kind]})
		if at = to; kind == "props" {
			t.pieces = append(t.pieces, piece{frozen: []byte("</script>")})
		}
	}
	t.pieces = append(t.pieces, piece{frozen: html[at:]})
	for _, s := range t.slots {
		if !placed["html"+s.ID] && !placed["close"+s.ID] {
			return nil, fmt.Errorf("page %s: island %s was rendered and is not on the page", name, s.ID)
		}
	}
	return t, nil
}

// newSlot is the place of an island as the page named it.
func (e *Engine) newSlot(source slotSource) (Slot, error) {
	props, err := encodeObject(source.Props, e.fragments.rules[source.Name])
	if err != nil {
		return Slot{}, fmt.Errorf("props of island %s: %w", source.ID, err)
	}
	inFile := object{}
	for _, key := range source.InFile {
		if value, ok := props[key]; ok {
			inFile[key] = value
		}
	}
	return Slot{
		ID: source.ID, Name: source.Name, Props: props.encode().json, props: props, shared: inFile, never: source.Never,
		island: island{source.Name, source.ID, source.Children}, kept: source.kept,
	}, nil
}

// nest finds the slots that are among the children of others.
func (t *template) nest(html []byte, index map[string]int) {
	depth := 0
	for _, m := range islandMarker.FindAllSubmatchIndex(html, -1) {
		i, known := index[string(html[m[4]:m[5]])]
		if !known {
			continue
		}
		switch string(html[m[2]:m[3]]) {
		case "open":
			depth++
		case "close":
			depth--
		case "props":
			t.slots[i].nested = depth > 0
		}
	}
}

// fill returns the parts of the page in order, with changed islands, by the index of their slot, in place of the default ones.
// fresh says which parts are those of changed islands.
func (t *template) fill(changed map[int]filling) (pieces [][]byte, fresh []bool) {
	pieces, fresh = make([][]byte, 0, len(t.pieces)), make([]bool, 0, len(t.pieces))
	for _, p := range t.pieces {
		if p.part == frozenPart {
			pieces, fresh = append(pieces, p.frozen), append(fresh, false)
			continue
		}
		f, isChanged := changed[p.slot]
		if !isChanged {
			f = t.slots[p.slot].fill
		}
		html := [...][]byte{openPart: f.open, closePart: f.close, propsPart: f.props}[p.part]
		pieces, fresh = append(pieces, html), append(fresh, isChanged)
	}
	return pieces, fresh
}
