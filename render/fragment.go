package render

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// maxFragments bounds the fragments that an engine keeps on its own account. The least recently used is forgotten first. One
// of a form has some ten kilobytes.
const maxFragments = 512

// fragment is the HTML of an island with holes, which takes the texts of any props of one shape.
type fragment struct {
	// parts is empty if the component does something else with a text than it was said to: then it is rendered each time.
	parts []part
}

// part is a piece of HTML, and what comes after it.
type part struct {
	html []byte
	then partKind
	// text is the text's place among the props' texts; for a selected option, the option's, or -1 for the empty option.
	text int
	// value is the place of the value that selects the option.
	value int
}

type partKind int

const (
	thenNothing partKind = iota
	thenText
	thenSelected // ` selected=""` if the value is the option
)

// fragments keeps the fragments of all islands, by the name, id and shape of the props.
type fragments struct {
	rules map[string]*rules
	// render holds one runtime at a time back for making fragments, so that shapes nobody has seen before cannot take all
	// of them.
	render chan struct{}
	// wait bounds the wait for that: shorter than the one for a runtime, because who comes too late may have another state
	// that is known.
	wait time.Duration

	mu     sync.Mutex
	recent *simplelru.LRU[string, *fragment]
	kept   map[string]*fragment // see State.Keep
}

func newFragments(cfg Config) *fragments {
	f := &fragments{rules: map[string]*rules{}, kept: map[string]*fragment{}, render: make(chan struct{}, 1), wait: cfg.Wait / 4}
	for name, v := range cfg.Verbatim {
		f.rules[name] = newRules(v)
	}
	f.recent, _ = simplelru.NewLRU[string, *fragment](maxFragments, nil) // fails for no size but 0
	return f
}

func fragmentKey(name, id string, shape []byte) string {
	var key strings.Builder
	key.Grow(len(name) + len(id) + len(shape) + 2)
	for _, s := range []string{name, id} {
		key.WriteString(s)
		key.WriteByte(0)
	}
	key.Write(shape)
	return key.String()
}

func (f *fragments) get(key string) *fragment {
	f.mu.Lock()
	defer f.mu.Unlock()
	if found := f.kept[key]; found != nil {
		return found
	}
	found, _ := f.recent.Get(key)
	return found
}

// keep sees to it that a fragment is never forgotten.
func (f *fragments) keep(key string, made *fragment) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.kept[key] = made
	f.recent.Remove(key)
}

// fragment returns the kept fragment for props, making it if there is none.
func (e *Engine) fragment(ctx context.Context, name, id string, props encoded) (*fragment, error) {
	f := e.fragments
	key := fragmentKey(name, id, props.shape)
	if found := f.get(key); found != nil {
		return found, nil
	}
	timer := time.NewTimer(f.wait)
	defer timer.Stop()
	select {
	case f.render <- struct{}{}:
		defer func() { <-f.render }()
	case <-timer.C:
		return nil, fmt.Errorf("render %s: %w", name, ErrBusy)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if found := f.get(key); found != nil {
		return found, nil
	}
	made, err := makeFragment(props, func(texts []string) ([]byte, error) {
		return e.pool.island(ctx, name, id, filled(props.shape, texts))
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

// makeFragment renders an island with placeholders for its texts, and cuts the HTML there. Then it renders two more times
// with texts, and compares: a component that looks at a text, for a number to call or a link, is found out here.
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

// cutFragment cuts HTML at its placeholders.
func cutFragment(html []byte, texts []verbatim) *fragment {
	type place struct {
		from, to int
		part     part
	}
	values := map[int]int{} // of each choice, the place of its value
	for i, t := range texts {
		if t.rule.kind == chosen {
			values[t.rule.choice] = i
		}
	}
	var places []place
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
			return &fragment{} // a text of the component's own looks like a placeholder
		}
		from = at + len(placeholderStart) + len(digits) + len(placeholderEnd)
		places = append(places, place{at, from, part{then: thenText, text: i}})
		if r := texts[i].rule; r.kind == option && at > 0 && html[at-1] == '>' {
			value := values[r.choice]
			// React writes the attribute last, right before the ">".
			places = append(places, place{at - 1, at - 1, part{then: thenSelected, text: i, value: value}})
			if none := emptyOption(html[:at]); !first[r.choice] && none >= 0 {
				places = append(places, place{none, none, part{then: thenSelected, text: -1, value: value}})
			}
			first[r.choice] = true
		}
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Compare(a.from, b.from) })
	f := &fragment{parts: make([]part, 0, len(places)+1)}
	end := 0
	for _, p := range places {
		p.part.html = html[end:p.from]
		f.parts = append(f.parts, p.part)
		end = p.to
	}
	f.parts = append(f.parts, part{html: html[end:]})
	return f
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

// fill appends the HTML with texts in its holes.
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
