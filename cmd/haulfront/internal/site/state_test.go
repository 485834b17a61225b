package site

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
	"haulfront/content/wording"
	"haulfront/render"
)

// typedText draws a field's text after quote.Request.Clean, with texts that have broken pages before.
func typedText() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		parts := rapid.SliceOfN(rapid.OneOf(
			rapid.SampledFrom([]string{"", `"`, "'", "<", ">", "&", "&amp;", "</script>", "<!--", "-->", "<!--<script>",
				"</textarea>", "</option>", "\u2028", "\u2029", "\ue0000\ue001", "\ue000", "\U0001f69b", "\\", `\u003c`,
				"{{", " ", "Ann", "x\ny", "\ufffd"}),
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

// drawForm draws a rejected form. Any fields may have errors, and a choice may not be among the options.
func drawForm(t *rapid.T, words *content.Site, form content.QuoteForm) *Form {
	text := typedText()
	draw := func(name string) string { return text.Draw(t, name) }
	choose := func(name string) string {
		return rapid.OneOf(rapid.SampledFrom(append([]string{""}, form.Options[name]...)), text).Draw(t, name)
	}
	messages := words.Quote().Messages
	toasts := []wording.Toast{messages.Failed, messages.TooMany, messages.Missing}
	state := &Form{ID: form.ID, Errors: map[string]string{}, Toast: rapid.SampledFrom(toasts).Draw(t, "toast")}
	state.Values = quote.Request{
		Name: draw("name"), Email: draw("email"), Phone: draw("phone"), ZIPCode: draw("zipCode"),
		Message: draw("message"), ServiceType: choose("serviceType"),
		ServiceTimeframe: choose("serviceTimeframe"),
	}.Values()
	state.Asked = rapid.OneOf(rapid.Just(""), text).Draw(t, "asked")
	invalid := [][]string{nil, {"name"}, {"phone", "zipCode"}, {"serviceType", "serviceTimeframe", "message"}}
	for _, name := range rapid.SampledFrom(invalid).Draw(t, "invalid") {
		state.Errors[name] = rapid.OneOf(rapid.Just(messages.Fields[name]), text).Draw(t, name+"'s error")
	}
	return state
}

// A rejected form has the bytes that rendering all of its page anew would have.
func TestStatesAreRenders(t *testing.T) {
	words := program.Words()
	engine := engine()
	info := testInfo(t, words, engine)
	type subject struct {
		page *page
		form content.QuoteForm
		// estimate comes with the form; it may be nil.
		estimate *content.Estimate
	}
	city := content.PageOf[content.CityPage](words, info, program.First(content.KindCity))
	home, getQuote := words.Home(info), content.PageOf[content.QuotePage](words, info, "/get-quote")
	newSubject := func(name string, props any, form content.QuoteForm, e *content.Estimate) subject {
		return subject{&page{engine: engine, words: words, name: name, props: func() any { return props }}, form, e}
	}
	subjects := []subject{
		newSubject("Home", home, home.Contact.Form, nil),
		newSubject("Home", home, home.Hero.Form, nil),
		newSubject("GetQuote", getQuote, getQuote.Hero.Form, estimatesOf(t, words).read(t, "sofa=1&hot-tub=2")),
		newSubject("City", city, city.Contact.Form, nil),
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(subjects).Draw(t, "form")
		kept, err := s.page.get(t.Context())
		testkit.Must(t, err)
		state := State{Form: drawForm(t, words, s.form)}
		state.Form.Estimate = s.estimate
		got, err := s.page.respond(t.Context(), state, Encodings{})
		testkit.Must(t, err)
		// Only the title differs outside of the islands.
		body := bytes.Replace(got.Body, []byte("<title>"+words.ErrorTitle()), []byte("<title>"), 1)
		if bytes.Equal(body, got.Body) {
			t.Fatalf("the title of the rejected page does not begin with %q", words.ErrorTitle())
		}
		wantIslands(t, engine, s.page, s.page.overrides(kept.page, state), body)
	})
}

// wantIslands renders the islands of a state by themselves, and wants the page to have exactly that HTML and no other.
func wantIslands(t *rapid.T, engine *render.Engine, s *page, overrides map[string]any, got []byte) {
	kept, err := s.get(t.Context())
	testkit.Must(t, err)
	form, body, err := propsFile("form", s.words.QuoteFormProps(quote.FormFields()))
	testkit.Must(t, err)
	files := map[string][]byte{form.Src: body}
	got, err = testkit.WholeProps(got, files)
	testkit.Must(t, err)
	want, err := kept.page.HTML(t.Context(), nil)
	testkit.Must(t, err)
	want, err = testkit.WholeProps(want, files)
	testkit.Must(t, err)
	for _, slot := range kept.page.Slots() {
		change, ok := overrides[slot.ID]
		if !ok {
			continue
		}
		var props map[string]any
		testkit.Must(t, json.Unmarshal(slot.Props, &props))
		before, err := engine.Island(t.Context(), slot.Name, slot.ID, props)
		testkit.Must(t, err)
		data, err := json.Marshal(change)
		testkit.Must(t, err)
		testkit.Must(t, json.Unmarshal(data, &props))
		after, err := engine.Island(t.Context(), slot.Name, slot.ID, props)
		testkit.Must(t, err)
		data, err = json.Marshal(props)
		testkit.Must(t, err)
		for _, change := range [][2][]byte{{before, after}, {slot.Props, data}} {
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

// If no runtime renders a rejected form, an error page that was rendered before answers and names the pages that
// failed.
func TestFallbacks(t *testing.T) {
	s := newSite(t, t.TempDir())
	cfg := s.cfg
	var err error
	if cfg.Engine, err = cfg.Engine.Fork(render.Config{Workers: 1}); err != nil {
		t.Fatal(err)
	}
	if s, err = Build(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	busy := s.pages.Load().errorPages[content.ErrorBusy]
	plansPath, plan := program.PlansPage()
	chosen, err := s.Page(t.Context(), plansPath, State{Plan: plan}, Encodings{})
	if err != nil || len(chosen.Fallbacks) > 0 {
		t.Errorf("a page with a chosen plan: %v, and the fallbacks %v", err, chosen.Fallbacks)
	}
	for _, p := range []*page{s.pages.Load().pages["/get-quote"], busy} {
		testkit.Must(t, p.warm(t.Context()))
	}
	bodyOf := func(p *page) []byte {
		body, err := p.body(t.Context())
		testkit.Must(t, err)
		return body
	}
	set := s.pages.Load()
	form := &Form{Values: quote.Request{Name: "Ann"}.Values(), Toast: cfg.Content.Quote().Messages.Failed}
	overloaded := set.pages[program.First(content.KindCity)]
	overloaded.engine = busyEngine(t, cfg)
	rejected, err := s.Page(t.Context(), overloaded.path, State{Form: form}, Encodings{})
	if err != nil || !bytes.Equal(rejected.Body, bodyOf(busy)) || len(rejected.Fallbacks) != 1 {
		t.Errorf("with all runtimes busy, a rejected form is answered with %.100s, %v, %v; want the busy page at once",
			rejected.Body, rejected.Fallbacks, err)
	}
	cfg.Engine.Close()
	for _, test := range []struct {
		path   string
		state  State
		want   []byte
		failed string // the paths of the pages that could not be rendered
	}{
		{"/get-quote", State{Form: form}, bodyOf(busy), "/get-quote /"},
		{plansPath, State{Plan: plan}, s.get(t, plansPath).Body, plansPath},
	} {
		got, err := s.Page(t.Context(), test.path, test.state, Encodings{})
		if err != nil || !bytes.Equal(got.Body, test.want) || bytes.Equal(got.Body, chosen.Body) {
			t.Errorf("%s in the state %+v is answered with %.100s, %v", test.path, test.state, got.Body, err)
		}
		var failed []string
		for _, f := range got.Fallbacks {
			failed = append(failed, f.Path)
			if !errors.Is(f.Err, render.ErrClosed) {
				t.Errorf("%s failed with %v, want ErrClosed", f.Path, f.Err)
			}
		}
		if strings.Join(failed, " ") != test.failed {
			t.Errorf("%s: the pages %v could not be rendered, want %s", test.path, failed, test.failed)
		}
	}
}

// busyEngine returns an engine whose only runtime renders a million stars.
func busyEngine(t *testing.T, cfg Config) *render.Engine {
	t.Helper()
	engine, err := cfg.Engine.Fork(render.Config{Workers: 1, Wait: time.Millisecond})
	testkit.Must(t, err)
	props, err := json.Marshal(cfg.Content.Home(testInfo(t, cfg.Content, engine)))
	testkit.Must(t, err)
	props = bytes.Replace(props, []byte(`"rating":5`), []byte(`"rating":1000000`), 1)
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	go func() {
		for ctx.Err() == nil {
			_, _ = engine.Page(ctx, "Home", json.RawMessage(props)) // until it is canceled
		}
	}()
	for !errors.Is(err, render.ErrBusy) {
		_, err = engine.Markup(t.Context(), "no such page", nil)
	}
	return engine
}
