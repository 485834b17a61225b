package render

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
)

// template is a page cut at its islands.
type template struct {
	pieces []piece // in document order
	slots  []Slot
}

// piece is frozen HTML, or the place of a part of a slot.
type piece struct {
	frozen []byte
	slot   int
	part   part
}

type part int

const (
	frozenPart part = iota
	// openPart is an island's HTML. If the island has children, it is the HTML before them, and closePart is the rest.
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
	// Props is the canonical JSON that both sides render from: keys sorted, "<" escaped, no lone surrogates.
	Props json.RawMessage

	island island
	props  object
	// never: the island is not hydrated, and its props are not in the page.
	never bool
	// inFile are the props that come from a file.
	inFile object
	fill   filling
}

type island struct {
	name, id string
	// children: the page has children for the component.
	children bool
}

// filling is the content of a slot: HTML in two parts around children, and the island's own props as JSON.
type filling struct{ open, close, props []byte }

// marker begins the comments that Island leaves in the HTML. Its random part keeps HTML of others, which components
// insert as it is, from having one.
var marker = "island " + rand.Text()

// childrenMarker marks the place of an island's children in its HTML.
var childrenMarker = []byte("<!--" + marker + " children-->")

// split cuts an island's HTML at its children. If the island does not show them, they are in a template for the
// browser.
func (s *Slot) split(html []byte) (before, after []byte, err error) {
	if !s.island.children {
		return html, nil, nil
	}
	before, after, found := bytes.Cut(html, childrenMarker)
	if !found {
		return slices.Concat(html, []byte("<template data-island-children>")), []byte("</template>"), nil
	}
	if bytes.Contains(after, childrenMarker) {
		return nil, nil, fmt.Errorf("island %s shows its children twice", s.ID)
	}
	return before, after, nil
}

// islandMarker matches a marker that Island leaves in a page.
var islandMarker = regexp.MustCompile("<!--" + marker + " (html|open|close|props) ([a-z][a-z0-9-]*)-->")

// These surround all markers except "html", which is alone in its island's element.
const markStart, markEnd = "<island-mark>", "</island-mark>"

const propsStart = `<script type="application/json" data-island-props="%s">`

// parts maps the kinds of markers to the parts of an island.
var parts = map[string]part{"html": openPart, "open": openPart, "close": closePart, "props": propsPart}

// cut splits a page's HTML at the markers that Island left.
func (t *template) cut(r rendered) error {
	html := r.html
	if bytes.HasPrefix(html, []byte("<html")) {
		// renderToString makes elements only, and without a doctype browsers use quirks mode.
		html = append([]byte("<!doctype html>"), html...)
	}
	index := map[string]int{}
	for i, slot := range r.slots {
		if _, exists := index[slot.ID]; exists {
			return fmt.Errorf("the id %q of island %s must stand on the page once", slot.ID, slot.Name)
		}
		index[slot.ID] = i
	}
	t.slots = r.slots
	at, placed := 0, map[string]bool{}
	for _, m := range islandMarker.FindAllSubmatchIndex(html, -1) {
		i, ok := index[string(html[m[4]:m[5]])]
		if !ok {
			continue // of an island that is not shown
		}
		kind := string(html[m[2]:m[3]])
		marker := kind + t.slots[i].ID
		if placed[marker] {
			return fmt.Errorf("island %s was rendered in two places", t.slots[i].ID)
		}
		placed[marker] = true
		from, to := m[0], m[1]
		if kind != "html" {
			from, to = from-len(markStart), to+len(markEnd)
		}
		frozen := html[at:from]
		if kind == "props" {
			frozen = fmt.Appendf(slices.Clip(frozen), propsStart, t.slots[i].ID)
		}
		t.pieces = append(t.pieces, piece{frozen: frozen}, piece{slot: i, part: parts[kind]})
		if at = to; kind == "props" {
			t.pieces = append(t.pieces, piece{frozen: []byte("</script>")})
		}
	}
	t.pieces = append(t.pieces, piece{frozen: html[at:]})
	return nil
}

// fill returns the whole page. changed are the islands in another state than the default, by the index of their slot.
func (t *template) fill(changed map[int]filling) []byte {
	pieces := make([][]byte, len(t.pieces))
	for i, p := range t.pieces {
		if p.part == frozenPart {
			pieces[i] = p.frozen
			continue
		}
		f, ok := changed[p.slot]
		if !ok {
			f = t.slots[p.slot].fill
		}
		pieces[i] = [...][]byte{openPart: f.open, closePart: f.close, propsPart: f.props}[p.part]
	}
	return bytes.Join(pieces, nil)
}
