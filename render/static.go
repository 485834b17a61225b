package render

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/dop251/goja"
	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// A static component renders the same HTML from the same props, in the same surroundings. Engine.Render keeps that HTML and puts
// it in place without calling the component. Its surroundings are all that React lets it see: the contexts that it reads, its
// position where it makes ids, the elements around it, and whether a text precedes it. TestTrees compares the bytes.

// statics is the cache of what static components have rendered.
type statics struct {
	mu sync.Mutex
	// seen is what each component, by its index, has ever looked at. It only grows, and is part of the key.
	seen   map[int]surroundings
	recent *simplelru.LRU[staticKey, *static]
}

type staticKey [sha256.Size]byte

// static is what a component has rendered. It does not change.
type static struct {
	html  []byte
	slots []slotSource
	// embedded is that of the tree behind it.
	embedded bool
}

// surroundings are what a component looks at besides its props.
type surroundings struct {
	contexts uint64 // a bit mask of tree.contexts
	position bool
}

func (s surroundings) with(other surroundings) surroundings {
	return surroundings{s.contexts | other.contexts, s.position || other.position}
}

// keptIsland is the HTML of an island that stands in a static component: its props are as static.
type keptIsland struct{ html atomic.Pointer[[]byte] }

// newStatics returns nil with Config.NoMemo.
func newStatics(cfg Config) *statics {
	if cfg.NoMemo {
		return nil
	}
	s := &statics{seen: map[int]surroundings{}}
	s.recent, _ = simplelru.NewLRU[staticKey, *static](cfg.Fragments, nil) // fails for no positive size
	return s
}

func (s *statics) looksAt(component int) surroundings {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seen[component]
}

func (s *statics) get(key staticKey) *static {
	s.mu.Lock()
	defer s.mu.Unlock()
	found, _ := s.recent.Get(key)
	return found
}

// recording is a static component that is being rendered.
type recording struct {
	component int
	// own is the key without the surroundings, and position where the component stands.
	own      []byte
	position int
	// out, pieces and slots are the lengths of the tree's at its start.
	out, pieces, slots int
	seen               surroundings
	// lost says that what it has looked at has no key.
	lost bool
}

// maxStaticKey bounds the props of a component that is kept, in bytes.
const maxStaticKey = 1 << 20

// registerStatics takes the static components and the contexts that they may read, both in the order of the server's entry.
func (t *tree) registerStatics(call goja.FunctionCall) goja.Value {
	components, contexts := call.Argument(0).ToObject(t.vm), call.Argument(1).ToObject(t.vm)
	t.components = map[*goja.Object]int{}
	for i := range int(components.Get("length").ToInteger()) {
		component := components.Get(decimal(i)).ToObject(t.vm)
		if component.ClassName() != "Function" {
			panic(t.vm.NewTypeError("static component %d is no function", i))
		}
		t.components[component] = i
	}
	for i := range int(contexts.Get("length").ToInteger()) {
		t.contexts = append(t.contexts, contexts.Get(decimal(i)).ToObject(t.vm))
	}
	if len(t.contexts) > 64 {
		panic(t.vm.NewTypeError("static components may read 64 contexts"))
	}
	return goja.Undefined()
}

// readContext notes that a component reads a context.
func (t *tree) readContext(call goja.FunctionCall) goja.Value {
	if len(t.recordings) == 0 {
		return goja.Undefined()
	}
	context, _ := call.Argument(0).(*goja.Object)
	if i := slices.Index(t.contexts, context); i >= 0 {
		t.look(surroundings{contexts: 1 << i})
		return goja.Undefined()
	}
	for i := range t.recordings {
		t.recordings[i].lost = true
	}
	return goja.Undefined()
}

// look notes what the components that are being rendered have looked at.
func (t *tree) look(at surroundings) {
	for i := range t.recordings {
		t.recordings[i].seen = t.recordings[i].seen.with(at)
	}
}

// static renders a static component, or puts what it has rendered before in place.
func (v visit) static(index int, component, props *goja.Object, at place) (known bool) {
	own, ok := v.ownKey(index, props, at)
	if !ok {
		return v.call(component, props, at)
	}
	seen := v.statics.looksAt(index)
	if key, ok := v.key(own, seen, at.position); ok {
		if kept := v.statics.get(key); kept != nil {
			v.out, v.embedded = append(v.out, kept.html...), kept.embedded
			v.slots = append(v.slots, kept.slots...)
			v.look(seen)
			v.put++
			v.bound(len(v.out))
			return true
		}
	}
	v.recordings = append(v.recordings, recording{
		component: index, own: own, position: at.position, out: len(v.out), pieces: len(v.pieces), slots: len(v.slots),
	})
	depth := len(v.recordings)
	defer func() { v.recordings = v.recordings[:depth-1] }()
	if !v.call(component, props, at) {
		return false
	}
	v.keep(v.recordings[depth-1])
	return true
}

// keep keeps what a component has rendered, unless a part of it was left to React, which has more to do than writing it.
func (v visit) keep(r recording) {
	if r.lost || len(v.pieces) != r.pieces {
		return
	}
	s := v.statics
	s.mu.Lock()
	seen := s.seen[r.component].with(r.seen)
	s.seen[r.component] = seen
	s.mu.Unlock()
	key, ok := v.key(r.own, seen, r.position)
	if !ok {
		return
	}
	slots := v.slots[r.slots:]
	for i := range slots {
		if slots[i].kept == nil { // not of another static component in this one
			slots[i].kept = &keptIsland{}
		}
	}
	kept := &static{html: slices.Clone(v.out[r.out:]), slots: slices.Clone(slots), embedded: v.embedded}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.recent.Add(key, kept)
}

// ownKey is the key of a component without what it may look at. Not all props have one.
func (v visit) ownKey(index int, props *goja.Object, at place) (key []byte, ok bool) {
	key = binary.AppendUvarint(nil, uint64(index))
	key = append(key, ' ')
	if v.embedded {
		key = append(key, 'e')
	}
	// What Go writes depends on nothing else of the elements around it, see appendSelected.
	if key, ok = appendKey(key, at.format.context(v.tree).(*goja.Object).Get("selectedValue"), 0); !ok {
		return nil, false
	}
	return appendKey(key, props, 0)
}

// key is the key of a component that looks at so much.
func (t *tree) key(own []byte, seen surroundings, at int) (key staticKey, ok bool) {
	all := binary.AppendUvarint(slices.Clip(own), seen.contexts)
	for i, context := range t.contexts {
		if seen.contexts&(1<<i) == 0 {
			continue
		}
		value, ok := t.contextKey(context)
		if !ok {
			return key, false
		}
		all = append(all, value[:]...)
	}
	if seen.position {
		p := t.positions[at]
		all = append(binary.AppendUvarint(all, uint64(p.id)), p.overflow...)
	}
	return sha256.Sum256(all), true
}

// contextKey is the key of what a context says at the current node. It is made once in a render for each value.
func (t *tree) contextKey(context *goja.Object) (key staticKey, ok bool) {
	value := context.Get("_currentValue2")
	object, isObject := value.(*goja.Object)
	if key, ok := t.contextKeys[object]; ok && isObject {
		return key, true
	}
	all, ok := appendKey(nil, value, 0)
	if !ok {
		return key, false
	}
	key = sha256.Sum256(all)
	if isObject {
		if t.contextKeys == nil {
			t.contextKeys = map[*goja.Object]staticKey{}
		}
		t.contextKeys[object] = key
	}
	return key, true
}

// appendKey appends a value that JSON could have: others are not ok. Equal keys are of equal values.
func appendKey(key []byte, value goja.Value, depth int) (_ []byte, ok bool) {
	if depth > 64 || len(key) > maxStaticKey {
		return key, false
	}
	switch v := value.(type) {
	case nil:
		return append(key, 'u'), true
	case goja.String:
		return appendKeyText(append(key, '"'), v.String()), true
	case *goja.Symbol:
		return key, false
	case *goja.Object:
		return appendObjectKey(key, v, depth)
	}
	switch v := value.Export().(type) {
	case nil:
		if goja.IsUndefined(value) {
			return append(key, 'u'), true
		}
		return append(key, 'n'), true
	case bool:
		if v {
			return append(key, 't'), true
		}
		return append(key, 'x'), true
	case int64:
		return binary.AppendVarint(append(key, 'i'), v), true
	case float64:
		return binary.BigEndian.AppendUint64(append(key, 'd'), math.Float64bits(v)), true
	}
	return key, false
}

func appendObjectKey(key []byte, object *goja.Object, depth int) (_ []byte, ok bool) {
	switch object.ClassName() {
	case "Array":
		length := object.Get("length").ToInteger()
		key = binary.AppendVarint(append(key, '['), length)
		for i := range int(length) {
			if key, ok = appendKey(key, object.Get(decimal(i)), depth+1); !ok {
				return key, false
			}
		}
		return key, true
	case "Object":
		key = append(key, '{')
		for _, name := range object.GetOwnPropertyNames() {
			key = appendKeyText(append(key, ':'), name)
			if key, ok = appendKey(key, object.Get(name), depth+1); !ok {
				return key, false
			}
		}
		return append(key, '}'), true
	}
	return key, false
}

func appendKeyText(key []byte, text string) []byte {
	return append(binary.AppendUvarint(key, uint64(len(text))), text...)
}

// add takes an island of the page that is being rendered, as JSON.
func (t *tree) add(call goja.FunctionCall) goja.Value {
	var slot slotSource
	if err := json.Unmarshal([]byte(call.Argument(0).String()), &slot); err != nil {
		panic(t.vm.NewGoError(err))
	}
	t.slots = append(t.slots, slot)
	return goja.Undefined()
}

// keptIsland renders the island of a page for one request, once if a static component has it.
func (e *Engine) keptIsland(ctx context.Context, s *Slot, props encoded) ([]byte, error) {
	if s.kept == nil {
		return e.island(ctx, s, props)
	}
	if html := s.kept.html.Load(); html != nil {
		return *html, nil
	}
	html, err := e.pool.island(ctx, s.island, props.json)
	if err == nil {
		s.kept.html.Store(&html)
	}
	return html, err
}
