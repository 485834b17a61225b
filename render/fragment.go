package render

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// fragment is the HTML of an island with placeholders, into which the texts of all props of one shape can be filled.
type fragment struct {
	// parts is empty if the component does more with a text than Config.Verbatim says: then it is rendered each time.
	parts []fragmentPart
}

// fragmentPart is a piece of HTML and what follows it.
type fragmentPart struct {
	html []byte
	then partKind
	// text is the index of the text among the props' texts; for a selected option, the option's, or -1 for the empty option.
	text int
	// value is the index of the value that selects the option.
	value int
}

type partKind int

const (
	thenNothing partKind = iota
	thenText
	thenSelected // ` selected=""` if the value is the option
)

// fragments is the cache of fragments, by the name and id of the island and the shape of its props.
type fragments struct {
	rules map[string]*rules
	// render is a semaphore: one fragment is made at a time, so that requests for new shapes cannot occupy all runtimes.
	render chan struct{}
	// wait bounds the wait for it. It is shorter than that for a runtime, because the caller may have a simpler state that is
	// in the cache.
	wait time.Duration

	mu     sync.Mutex
	recent *simplelru.LRU[string, *fragment]
	pinned map[string]pin // see State.Pin
	// round counts the calls of Engine.Repin.
	round int
}

// pin is a fragment that is kept for good, and the round in which that was last asked for.
type pin struct {
	*fragment
	round int
}

func newFragments(cfg Config) *fragments {
	f := &fragments{rules: map[string]*rules{}, pinned: map[string]pin{}, render: make(chan struct{}, 1), wait: cfg.Wait / 4}
	for name, v := range cfg.Verbatim {
		f.rules[name] = newRules(v)
	}
	f.recent, _ = simplelru.NewLRU[string, *fragment](max(cfg.Fragments, 1), nil) // fails for no positive size
	return f
}

func fragmentKey(is island, shape []byte) string {
	var key strings.Builder
	key.Grow(len(is.name) + len(is.id) + len(shape) + 3)
	for _, s := range []string{is.name, is.id} {
		key.WriteString(s)
		key.WriteByte(0)
	}
	if is.children {
		key.WriteByte(1)
	}
	key.Write(shape)
	return key.String()
}

func (f *fragments) get(key string) *fragment {
	f.mu.Lock()
	defer f.mu.Unlock()
	if found, ok := f.pinned[key]; ok {
		return found.fragment
	}
	found, _ := f.recent.Get(key)
	return found
}

// pin keeps a fragment for good.
func (f *fragments) pin(key string, made *fragment) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.pinned[key] = pin{made, f.round}
	f.recent.Remove(key)
}

// repin begins a round, and returns a function that releases what is not pinned in it.
func (f *fragments) repin() (release func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.round++
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		maps.DeleteFunc(f.pinned, func(_ string, p pin) bool { return p.round < f.round })
	}
}

// fragment returns the fragment for props, making it if it is not in the cache.
func (e *Engine) fragment(ctx context.Context, is island, props encoded) (*fragment, error) {
	f := e.fragments
	key := fragmentKey(is, props.shape)
	if found := f.get(key); found != nil {
		return found, nil
	}
	timer := time.NewTimer(f.wait)
	defer timer.Stop()
	select {
	case f.render <- struct{}{}:
		defer func() { <-f.render }()
	case <-timer.C:
		return nil, fmt.Errorf("render %s: %w", is.name, ErrBusy)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if found := f.get(key); found != nil {
		return found, nil
	}
	made, err := makeFragment(props, func(texts []string) ([]byte, error) {
		return e.pool.island(ctx, is, filled(props.shape, texts))
	})
	if err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.recent.Add(key, made)
	return made, nil
}

// A placeholder stands between two characters of the Private Use Area, which no font has and nothing escapes.
const (
	placeholderStart = "\ue000"
	placeholderEnd   = "\ue001"
)

// makeFragment renders an island with placeholders for its texts, and cuts the HTML there. Then it renders twice more with
// texts, and compares, to detect components that look into a text, for a phone number or a link for instance.
func makeFragment(props encoded, render func(texts []string) ([]byte, error)) (*fragment, error) {
	n := len(props.texts)
	placeholders, hostile, plain := make([]string, n), make([]string, n), make([]string, n)
	for i, t := range props.texts {
		placeholders[i] = placeholderStart + strconv.Itoa(i) + placeholderEnd
		hostile[i] = fmt.Sprintf("%d \"&'<b>\n\u2028</script><!-- \U0001f69b (555) 555-0100 1–2 https://a.example", i)
		if t.rule.kind == nonEmpty || t.rule.kind == option {
			plain[i] = strconv.Itoa(i)
		}
	}
	for i, t := range props.texts {
		if t.rule.kind != chosen {
			continue
		}
		for j, o := range props.texts {
			if o.rule.kind == option && o.rule.choice == t.rule.choice {
				hostile[i] = hostile[j] // the last one wins
			}
		}
	}
	html, err := render(placeholders)
	if err != nil {
		return nil, err
	}
	f := cutFragment(html, props.texts)
	for _, texts := range [][]string{hostile, plain} {
		want, err := render(texts)
		if err != nil {
			return nil, err
		}
		if !bytes.Equal(f.fill(nil, texts), want) {
			return &fragment{}, nil
		}
	}
	return f, nil
}

// cutFragment cuts HTML at its placeholders. The zero fragment says that it cannot be cut.
func cutFragment(html []byte, texts []verbatim) *fragment {
	type cut struct {
		from, to int
		part     fragmentPart
	}
	values := choiceValues(texts)
	var cuts []cut
	first := map[int]bool{}
	for from := 0; ; {
		at := bytes.Index(html[from:], []byte(placeholderStart))
		if at < 0 {
			break
		}
		at += from
		digits, _, found := bytes.Cut(html[at+len(placeholderStart):], []byte(placeholderEnd))
		i, err := strconv.Atoi(string(digits))
		if !found || err != nil || i < 0 || i >= len(texts) {
			return &fragment{} // a text of the component itself looks like a placeholder
		}
		from = at + len(placeholderStart) + len(digits) + len(placeholderEnd)
		cuts = append(cuts, cut{at, from, fragmentPart{then: thenText, text: i}})
		r := texts[i].rule
		// Without a value in the props, no option is selected.
		if value, isChosen := values[r.choice]; isChosen && r.kind == option && at > 0 && html[at-1] == '>' {
			// React writes the attribute last, right before the ">".
			cuts = append(cuts, cut{at - 1, at - 1, fragmentPart{then: thenSelected, text: i, value: value}})
			if none := emptyOption(html[:at]); !first[r.choice] && none >= 0 {
				cuts = append(cuts, cut{none, none, fragmentPart{then: thenSelected, text: -1, value: value}})
			}
			first[r.choice] = true
		}
	}
	slices.SortFunc(cuts, func(a, b cut) int { return cmp.Compare(a.from, b.from) })
	f := &fragment{parts: make([]fragmentPart, 0, len(cuts)+1)}
	end := 0
	for _, p := range cuts {
		p.part.html = html[end:p.from]
		f.parts = append(f.parts, p.part)
		end = p.to
	}
	f.parts = append(f.parts, fragmentPart{html: html[end:]})
	return f
}

// choiceValues maps each choice to the index of its value.
func choiceValues(texts []verbatim) map[int]int {
	values := map[int]int{}
	for i, t := range texts {
		if t.rule.kind == chosen {
			values[t.rule.choice] = i
		}
	}
	return values
}

// emptyOption returns where the empty option's tag ends in the <select> that html ends in, -1 without one.
func emptyOption(html []byte) int {
	const tag = `<option value=""`
	list := bytes.LastIndex(html, []byte("<select"))
	at := bytes.Index(html[max(list, 0):], []byte(tag+">"))
	if list < 0 || at < 0 {
		return -1
	}
	return list + at + len(tag)
}

// fills reports whether the fragment's HTML with these texts is what the component would render.
func (f *fragment) fills(texts []verbatim) bool {
	// React doubles a line feed at the beginning of a <textarea>, because an HTML parser drops it.
	return len(f.parts) > 0 && !slices.ContainsFunc(texts, func(t verbatim) bool { return strings.HasPrefix(t.value, "\n") })
}

// fill appends the HTML with texts in place of the placeholders.
func (f *fragment) fill(out []byte, texts []string) []byte {
	for _, p := range f.parts {
		out = append(out, p.html...)
		switch p.then {
		case thenText:
			out = appendEscaped(out, texts[p.text])
		case thenSelected:
			wanted := ""
			if p.text >= 0 {
				wanted = texts[p.text]
			}
			if texts[p.value] == wanted {
				out = append(out, ` selected=""`...)
			}
		}
	}
	return out
}

func appendEscaped(out []byte, text string) []byte {
	if !strings.ContainsAny(text, `"&'<>`) {
		return append(out, text...)
	}
	return append(out, escaper.Replace(text)...)
}
