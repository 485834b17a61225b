package site

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
	"haulfront/render"
)

// typedText draws what may stand in a field after quote.Request.Clean, with what has broken pages before in it.
func typedText() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		parts := rapid.SliceOfN(rapid.OneOf(
			rapid.SampledFrom([]string{"", `"`, "'", "<", ">", "&", "&amp;", "</script>", "<!--", "-->", "<!--<script>", "</textarea>", "</option>",
				"\u2028", "\u2029", "\ue0000\ue001", "\ue000", "\U0001f69b", "\\", `\u003c`, "{{", " ", "Ann", "x\ny", "\ufffd"}),
			rapid.String(),
		), 0, 5).Draw(t, "parts")
		text := strings.Join(parts, "")
		return strings.TrimSpace(strings.Map(func(r rune) rune {
			if r == '\r' || r == 0 {
				return -1
			}
			return r
		}, text))
	})
}

// drawState draws a state of a quote form. Any set of fields may be wrong, and a choice may be none of the options.
func drawState(t *rapid.T, words *content.Site, form content.QuoteForm) (content.Toast, formProps) {
	text := typedText()
	one := func(name string) string { return text.Draw(t, name) }
	messages := words.QuoteMessages()
	toast := rapid.SampledFrom([]content.Toast{messages.Failed, messages.TooMany, messages.Missing, messages.Received}).Draw(t, "toast")
	choice := func(name string, options []string) string {
		return rapid.OneOf(rapid.SampledFrom(append([]string{""}, options...)), text).Draw(t, name)
	}
	state := formProps{Errors: map[string]string{}, Result: toast}
	state.Values = quote.Request{
		Name: one("name"), Email: one("email"), Phone: one("phone"), ZIPCode: one("zipCode"), Message: one("message"),
		ServiceType:      choice("serviceType", form.Options["serviceType"]),
		ServiceTimeframe: choice("serviceTimeframe", form.Options["serviceTimeframe"]),
	}.Values()
	state.Asked = rapid.OneOf(rapid.Just(""), text).Draw(t, "asked")
	// Few sets of fields, or every other example would be of a shape of its own.
	for _, name := range rapid.SampledFrom([][]string{nil, {"name"}, {"phone", "zipCode"}, {"serviceType", "serviceTimeframe", "message"}}).Draw(t, "wrong") {
		state.Errors[name] = rapid.OneOf(rapid.Just(messages.Fields[name]), text).Draw(t, name+"'s error")
	}
	return toast, state
}

// A form that comes back is filled in, and has the bytes that rendering all of its page anew would have.
func TestStatesAreRenders(t *testing.T) {
	words, err := content.Load(content.FS)
	if err != nil {
		t.Fatal(err)
	}
	engine, err := engine()
	if err != nil {
		t.Fatal(err)
	}
	info := testInfo(t, words, engine)
	type subject struct {
		page *page
		form content.QuoteForm
		// estimate comes with the form; nil is none.
		estimate *content.Estimate
	}
	home, getQuote, city := words.Home(info), words.GetQuote(info), words.City(info, strings.TrimPrefix(program.First(content.KindCity), "/locations/"))
	subjects := []subject{
		{&page{engine: engine, words: words, name: "Home", props: func() any { return home }}, home.Contact.Form, nil},
		{&page{engine: engine, words: words, name: "Home", props: func() any { return home }}, home.Hero.Form, nil},
		{&page{engine: engine, words: words, name: "GetQuote", props: func() any { return getQuote }}, getQuote.Hero.Form, words.ReadEstimate("sofa=1&hot-tub=2")},
		{&page{engine: engine, words: words, name: "City", props: func() any { return city }}, city.Contact.Form, nil},
	}
	known := map[string]bool{}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(subjects).Draw(t, "form")
		toast, change := drawState(t, words, s.form)
		kept, err := s.page.get(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		rendered := kept.page
		state := Form{Estimate: s.estimate, ID: s.form.ID, Values: change.Values, Errors: change.Errors, Asked: change.Asked, Toast: toast}
		overrides := s.page.overrides(rendered, State{Form: &state})
		html := func(overrides map[string]any) ([]byte, int64) {
			changed, err := rendered.With(overrides)
			if err != nil {
				t.Fatal(err)
			}
			before := renders.Load()
			body, err := changed.HTML(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return body, renders.Load() - before
		}
		// What is known is ready on every page that has a form of this id, whatever was typed. A page's first form is a tool of
		// assistants, too.
		shape := fmt.Sprint(s.form.ID, s.form.Tool != nil, toast.Title, change.Asked != "", change.Values["message"] != "")
		for _, name := range slices.Sorted(maps.Keys(change.Errors)) {
			if change.Errors[name] != "" {
				shape += " " + name
			} else {
				shape += " no " + name
			}
		}
		got, n := html(overrides)
		if n > 0 && known[shape] {
			t.Fatalf("a state of the known shape %s took %d renders", shape, n)
		}
		known[shape] = true
		wantIslands(t, engine, s.page, overrides, got)
		// The next visitor's is filled in.
		state.Values = maps.Clone(change.Values)
		state.Values["name"] += " and Ann"
		if _, n := html(s.page.overrides(rendered, State{Form: &state})); n > 0 {
			t.Fatalf("another state of the shape %s took %d renders", shape, n)
		}
	})
}

// wantIslands renders the islands of a state by themselves, and wants the page to have exactly that HTML and no other.
func wantIslands(t *rapid.T, engine *render.Engine, s *page, overrides map[string]any, got []byte) {
	kept, err := s.get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	page := kept.page
	form, body, err := formFile(s.words)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{form.Src: body}
	if got, err = testkit.WholeProps(got, files); err != nil {
		t.Fatal(err)
	}
	usual, err := usualStateOf(t.Context(), engine, page, files)
	if err != nil {
		t.Fatal(err)
	}
	want := usual.html
	for _, slot := range page.Slots() {
		change, ok := overrides[slot.ID]
		if !ok {
			continue
		}
		var props map[string]any
		if err := json.Unmarshal(slot.Props, &props); err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(change)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, &props); err != nil {
			t.Fatal(err)
		}
		after, err := engine.Island(t.Context(), slot.Name, slot.ID, props)
		if err != nil {
			t.Fatal(err)
		}
		if data, err = json.Marshal(props); err != nil {
			t.Fatal(err)
		}
		for _, change := range [][2][]byte{{usual.islands[slot.ID], after}, {slot.Props, data}} {
			if bytes.Count(want, change[0]) != 1 {
				t.Fatalf("the page has %s %d times", change[0], bytes.Count(want, change[0]))
			}
			want = bytes.Replace(want, change[0], change[1], 1)
		}
	}
	if !bytes.Equal(got, want) {
		t.Fatalf("the state is\n%s\nwant\n%s", got, want)
	}
}

// usualState is a page in its default state, and each of its islands rendered by itself.
type usualState struct {
	html    []byte
	islands map[string][]byte // by the ID of the slot
}

// usualStates are those of the pages so far: hundreds of other states are compared with each.
var usualStates sync.Map

func usualStateOf(ctx context.Context, engine *render.Engine, page *render.Page, files map[string][]byte) (*usualState, error) {
	if known, ok := usualStates.Load(page); ok {
		return known.(*usualState), nil
	}
	html, err := page.HTML(ctx, nil)
	if err != nil {
		return nil, err
	}
	s := &usualState{islands: map[string][]byte{}}
	if s.html, err = testkit.WholeProps(html, files); err != nil {
		return nil, err
	}
	for _, slot := range page.Slots() {
		var props map[string]any
		if err := json.Unmarshal(slot.Props, &props); err != nil {
			return nil, err
		}
		if s.islands[slot.ID], err = engine.Island(ctx, slot.Name, slot.ID, props); err != nil {
			return nil, err
		}
	}
	usualStates.Store(page, s)
	return s, nil
}

// Whoever finds every runtime busy keeps what was typed, whatever a form without errors says, whether or not the visitor was
// asked about a text, and whether or not there is a message.
func TestWarmStatesAreReady(t *testing.T) {
	s, err := newPictured(t, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	set := s.pages.Load()
	p := set.pages["/get-quote"]
	set.pages = map[string]*page{"/get-quote": p}
	if err := p.warm(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.warmForms(t.Context()); err != nil {
		t.Fatal(err)
	}
	messages := s.cfg.Content.QuoteMessages()
	for _, toast := range append(messages.Toasts(), s.cfg.Content.ErrorToast(content.ErrorTooLarge)) {
		for i, asked := range []string{"", "ann@example", "", "ann@example"} {
			form := Form{Values: quote.Request{Name: "Ann", Message: []string{"", "Two sofas"}[i/2]}.Values(), Asked: asked, Toast: toast}
			kept, err := p.get(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			rendered := kept.page
			before := renders.Load()
			_, err = rendered.HTML(t.Context(), formOverrides(rendered, form, p.words))
			if n := renders.Load() - before; err != nil || n > 0 {
				t.Errorf("the form that says %q, asked about %q, with the message %q, took %d renders; %v", toast.Title, asked, form.Values["message"], n, err)
			}
		}
	}
}

// A page with a chosen plan is made once, and where it cannot be made, the page without the plan is there.
func TestPlansAreKept(t *testing.T) {
	s, err := newPictured(t, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	path, plan := program.PlansPage()
	p := s.pages.Load().pages[path]
	ask := func() Response {
		t.Helper()
		response, err := s.Page(t.Context(), path, State{Plan: plan}, Encodings{})
		if err != nil {
			t.Fatal(err)
		}
		return response
	}
	chosen := ask()
	if len(chosen.Fallbacks) > 0 {
		t.Errorf("the page has the fallbacks %v", chosen.Fallbacks)
	}
	states := &p.current.Load().states
	if made, ok := states.Load(State{Plan: plan}); !ok || made.(*resource).made.Load() == nil {
		t.Error("the page with the plan is not kept")
	}
	states.Store(State{Plan: plan}, &resource{make: func(context.Context) ([]byte, error) { return nil, render.ErrBusy }})
	plain, err := p.body(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got := ask()
	if !bytes.Equal(got.Body, plain) || bytes.Equal(got.Body, chosen.Body) {
		t.Errorf("with every runtime busy comes %.100s", got.Body)
	}
	if len(got.Fallbacks) != 1 || got.Fallbacks[0].Path != path || !errors.Is(got.Fallbacks[0].Err, render.ErrBusy) {
		t.Errorf("the simpler page says %v of itself", got.Fallbacks)
	}
}
