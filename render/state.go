package render

import (
	"bytes"
	"context"
	"fmt"
)

// State is a page with some of its islands in another state than the default one. It is safe for concurrent use.
type State struct {
	page *Page
	// changes are the props that differ from the page's defaults, by the index of their slot.
	changes map[int]object
}

// With returns the page in another state. overrides maps the ids of islands to the props that change, in a value that
// encodes to a JSON object; all other props and islands keep their defaults.
func (p *Page) With(overrides map[string]any) (*State, error) {
	s := &State{page: p, changes: map[int]object{}}
	known := 0
	for i, slot := range p.slots {
		props, ok := overrides[slot.ID]
		if !ok {
			continue
		}
		known++
		changed, err := encodeObject(props, p.engine.fragments.rules[slot.Name])
		if err != nil {
			return nil, fmt.Errorf("page %s: props of island %s: %w", p.name, slot.ID, err)
		}
		if all := slot.props.with(changed); !bytes.Equal(all.encode().json, slot.Props) {
			s.changes[i] = all
		}
	}
	if known != len(overrides) {
		return nil, fmt.Errorf("page %s: overrides name an island that it does not have; it has %v", p.name, ids(p.slots))
	}
	return s, nil
}

// HTML returns the whole page in the state that overrides say, see [Page.With].
func (p *Page) HTML(ctx context.Context, overrides map[string]any) ([]byte, error) {
	s, err := p.With(overrides)
	if err != nil {
		return nil, err
	}
	return s.HTML(ctx)
}

// Pin renders the state and keeps it in memory for good, for itself and for all states that differ from it only in strings
// that [Config.Verbatim] names. The engine evicts other states when there are too many; how many are pinned is up to the
// caller.
func (s *State) Pin(ctx context.Context) error {
	e := s.page.engine
	for i, changed := range s.changes {
		props := changed.encode()
		if e.noMemo || len(props.texts) == 0 {
			continue
		}
		is := s.page.slots[i].island
		made, err := e.fragment(ctx, is, props)
		if err != nil {
			return fmt.Errorf("page %s: %w", s.page.name, err)
		}
		e.fragments.pin(fragmentKey(is, props.shape), made)
	}
	return nil
}

// Repin calls pin, which pins states, and then releases all that were pinned before and are not pinned by it. When pin fails,
// everything stays pinned. It must not be called twice at the same time.
func (e *Engine) Repin(pin func() error) error {
	release := e.fragments.repin()
	if err := pin(); err != nil {
		return err
	}
	release()
	return nil
}

// HTML returns the whole page.
func (s *State) HTML(ctx context.Context) ([]byte, error) {
	t, islands, err := s.render(ctx)
	if err != nil {
		return nil, err
	}
	pieces, _ := t.fill(islands)
	return bytes.Join(pieces, nil), nil
}

// render returns the page's template and the islands that are not in their default state, by the index of their slot.
func (s *State) render(ctx context.Context) (*template, map[int]filling, error) {
	p := s.page
	t := &p.template
	if p.engine.noMemo {
		fresh, err := p.engine.template(ctx, p.name, p.props, nil, p.engine.defaultIsland)
		if err != nil {
			return nil, nil, err
		}
		t = fresh
	}
	islands := make(map[int]filling, len(s.changes))
	for i, props := range s.changes {
		filled, err := t.slots[i].filled(ctx, props, p.engine.island)
		if err != nil {
			return nil, nil, fmt.Errorf("page %s: %w", p.name, err)
		}
		islands[i] = filled
	}
	return t, islands, nil
}

// island renders an island, or fills its texts into HTML that was rendered before.
func (e *Engine) island(ctx context.Context, s *Slot, props encoded) ([]byte, error) {
	is := s.island
	if !e.noMemo && len(props.texts) > 0 {
		f, err := e.fragment(ctx, is, props)
		if err != nil {
			return nil, err
		}
		if f.fills(props.texts) {
			texts := make([]string, len(props.texts))
			for i, t := range props.texts {
				texts[i] = t.value
			}
			return f.fill(nil, texts), nil
		}
	}
	return e.pool.island(ctx, is, props.json)
}

func ids(slots []Slot) (ids []string) {
	for _, s := range slots {
		ids = append(ids, s.ID)
	}
	return ids
}
