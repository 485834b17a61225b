package render

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"maps"
	"regexp"
)

// Page is a rendered page: frozen HTML with a slot for each of its islands. It is safe for concurrent use.
type Page struct {
	engine *Engine
	name   string
	template
}

// Page renders the page registered as name, with each of its islands in its default state.
func (e *Engine) Page(ctx context.Context, name string, props any) (*Page, error) {
	r, err := e.pool.page(ctx, name, props)
	if err != nil {
		return nil, err
	}
	r.html = bytes.Replace(r.html, []byte(markStart+"<!--"+marker+" assets-->"+markEnd), e.bundle.links(), 1)
	p := &Page{engine: e, name: name}
	if err := p.cut(r); err != nil {
		return nil, fmt.Errorf("page %s: %w", name, err)
	}
	for i := range p.slots {
		s := &p.slots[i]
		if s.fill, err = p.filling(ctx, s, s.props, s.Props); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Render returns the HTML of the page registered as name, with its islands, for one request. It is for pages that
// differ between requests outside of their islands; if only islands differ, [Page.HTML] costs less.
//
// The page and each of its islands wait for a runtime, at most [Config.Wait], and take at most [Config.Timeout].
func (e *Engine) Render(ctx context.Context, name string, props any) ([]byte, error) {
	p, err := e.Page(ctx, name, props)
	if err != nil {
		return nil, err
	}
	return p.fill(nil), nil
}

// Slots returns the page's islands in document order, in their default state. The slice is shared: do not change it.
func (p *Page) Slots() []Slot { return p.slots }

// HTML returns the whole page. overrides maps the ids of islands to the props that change, each a value that encodes to
// a JSON object; all other props and islands keep their defaults. Only islands whose props differ are rendered.
func (p *Page) HTML(ctx context.Context, overrides map[string]any) ([]byte, error) {
	changed := map[int]filling{}
	found := 0
	for i := range p.slots {
		s := &p.slots[i]
		override, ok := overrides[s.ID]
		if !ok {
			continue
		}
		found++
		changes, err := encodeObject(override)
		if err != nil {
			return nil, fmt.Errorf("page %s: props of island %s: %w", p.name, s.ID, err)
		}
		props := maps.Clone(s.props)
		maps.Copy(props, changes)
		all := props.encode()
		if bytes.Equal(all, s.Props) {
			continue
		}
		if changed[i], err = p.filling(ctx, s, props, all); err != nil {
			return nil, err
		}
	}
	if found != len(overrides) {
		var ids []string
		for _, s := range p.slots {
			ids = append(ids, s.ID)
		}
		return nil, fmt.Errorf("page %s: overrides name an island that it does not have; it has %v", p.name, ids)
	}
	return p.fill(changed), nil
}

// inline matches the elements whose content a Content-Security-Policy decides about.
var inline = regexp.MustCompile(`(?is)<(style|script)( [^>]*)?>(.*?)</`)

// PolicyHashes returns the sources for a Content-Security-Policy that allow the inline elements of a page, for the
// directive style-src with "style" as element, and script-src with "script": 'sha256-…' of each. Scripts that are data,
// such as the props of islands, need none. HTML of others that components insert as it is gets its hashes, too.
func PolicyHashes(html []byte, element string) (sources []string) {
	for _, m := range inline.FindAllSubmatch(html, -1) {
		if string(m[1]) != element || bytes.Contains(m[2], []byte(`type="application/`)) || len(m[3]) == 0 {
			continue
		}
		sum := sha256.Sum256([]byte(lineEnds.Replace(string(m[3])))) // as the browser's parser has them
		sources = append(sources, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	}
	return sources
}

// filling renders the island of a slot with props, which encode to all.
func (p *Page) filling(ctx context.Context, s *Slot, props object, all []byte) (f filling, err error) {
	html, err := p.engine.pool.island(ctx, s.island, all)
	if err != nil {
		return f, fmt.Errorf("page %s: %w", p.name, err)
	}
	if f.open, f.close, err = s.split(html); err != nil {
		return f, fmt.Errorf("page %s: %w", p.name, err)
	}
	switch {
	case s.never:
	case len(s.inFile) == 0:
		f.props = all
	default:
		f.props = props.without(s.inFile).encode()
	}
	return f, nil
}
