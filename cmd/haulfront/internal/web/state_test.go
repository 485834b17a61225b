package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"pgregory.net/rapid"

	"haulfront/cmd/haulfront/internal/quote"
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
func drawState(t *rapid.T, words *content.Site, form content.QuoteForm) (content.Toast, formState) {
	text := typedText()
	one := func(name string) string { return text.Draw(t, name) }
	messages := words.QuoteMessages()
	toast := rapid.SampledFrom([]content.Toast{messages.Failed, messages.TooMany, messages.Missing, messages.Received}).Draw(t, "toast")
	choice := func(name string, options []string) string {
		return rapid.OneOf(rapid.SampledFrom(append([]string{""}, options...)), text).Draw(t, name)
	}
	state := formState{Errors: map[string]string{}, Result: &toast}
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
	kept, err := engine()
	if err != nil {
		t.Fatal(err)
	}
	frame := content.BuildInfo{BaseURL: "https://junk.test", MapsEmbedURL: "https://maps.test/", Year: 2025, QuoteFields: quote.FormFields()}
	drawings, err := scenes()
	if err != nil {
		t.Fatal(err)
	}
	if frame.Assets, err = Assets(kept, drawings); err != nil {
		t.Fatal(err)
	}
	type subject struct {
		sheet *sheet
		form  content.QuoteForm
	}
	home, getQuote, city := words.Home(frame), words.GetQuote(frame), words.City(frame, "dallas")
	subjects := []subject{
		{&sheet{engine: kept, name: "Home", props: home}, home.Contact.Form},
		{&sheet{engine: kept, name: "Home", props: home}, home.Hero.Form},
		{&sheet{engine: kept, name: "GetQuote", props: getQuote}, getQuote.Hero.Form},
		{&sheet{engine: kept, name: "City", props: city}, city.Contact.Form},
	}
	known := map[string]bool{}
	filled := 0
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(subjects).Draw(t, "form")
		toast, change := drawState(t, words, s.form)
		overrides, err := s.sheet.overrides(t.Context(), s.form.ID, toast, func(f *formState) { *f = change })
		if err != nil {
			t.Fatal(err)
		}
		state, err := s.sheet.state(t.Context(), overrides)
		if err != nil {
			t.Fatal(err)
		}
		// What is known is ready on every page that has a form of this id, whatever was typed.
		shape := fmt.Sprint(s.form.ID, toast.Title, change.Asked != "")
		for _, name := range slices.Sorted(maps.Keys(change.Errors)) {
			if change.Errors[name] != "" {
				shape += " " + name
			} else {
				shape += " no " + name
			}
		}
		if known[shape] && !state.Ready() {
			t.Fatalf("a state of the known shape %s needs a runtime", shape)
		}
		if state.Ready() {
			filled++
		}
		known[shape] = true
		got, err := state.HTML(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		wantIslands(t, kept, s.sheet, overrides, got)
	})
	if filled < 20 {
		t.Errorf("%d states were filled in, want most of them", filled)
	}
}

// wantIslands renders the islands of a state by themselves, and wants the page to have exactly that HTML and no other.
func wantIslands(t *rapid.T, engine *render.Engine, s *sheet, overrides map[string]any, got []byte) {
	page, err := s.template(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want, err := page.HTML(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, slot := range page.Slots() {
		change, ok := overrides[slot.ID]
		if !ok {
			continue
		}
		var props map[string]any
		if err := json.Unmarshal(slot.Props, &props); err != nil {
			t.Fatal(err)
		}
		before, err := engine.Island(t.Context(), slot.Name, slot.ID, props)
		if err != nil {
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

// Whoever finds every runtime busy keeps what was typed, whatever a form without errors says and whether or not the visitor was
// asked about a text.
func TestWarmStatesAreReady(t *testing.T) {
	s, err := newPictured(t, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	e := s.book.current.Load()
	page := e.pages["/get-quote"]
	e.pages = map[string]*sheet{"/get-quote": page}
	if err := s.warmStates(t.Context()); err != nil {
		t.Fatal(err)
	}
	messages := s.cfg.Site.QuoteMessages()
	for _, toast := range append(messages.Toasts(), e.toast(content.ErrorTooLarge)) {
		for _, asked := range []string{"", "ann@example"} {
			overrides, err := page.overrides(t.Context(), "", toast, func(f *formState) {
				f.Values, f.Asked = quote.Request{Name: "Ann"}.Values(), asked
			})
			if err != nil {
				t.Fatal(err)
			}
			if state, err := page.state(t.Context(), overrides); err != nil || !state.Ready() {
				t.Errorf("the form that says %q, asked about %q, needs a runtime; %v", toast.Title, asked, err)
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
	const path = "/services/subscription-junk-removal"
	sheet := s.book.current.Load().pages[path]
	ask := func() string {
		t.Helper()
		answer, err := s.app.Test(httptest.NewRequest(http.MethodGet, path+"?plan=bi-weekly", nil), fiber.TestConfig{})
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("the answer is %d, %v", answer.StatusCode, err)
		}
		return string(body)
	}
	chosen := ask()
	if made, ok := sheet.plans.Load("bi-weekly"); !ok || made.(*document).made.Load() == nil {
		t.Error("the page with the plan is not kept")
	}
	// Nothing that others send keeps the log from saying so.
	for range sampleLines {
		s.refused.Log(slog.LevelInfo, "request failed")
	}
	log := &lines{}
	s.simpler.log = slog.New(slog.NewTextHandler(log, nil))
	sheet.plans.Store("bi-weekly", &document{make: func(context.Context) ([]byte, error) { return nil, render.ErrBusy }})
	plain, err := sheet.html(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := ask(); got != string(plain) || got == chosen {
		t.Errorf("with every runtime busy comes %.100s", got)
	}
	if !strings.Contains(log.String(), "level=ERROR") {
		t.Error("the log does not say that a simpler page was sent")
	}
}

func TestRedirects(t *testing.T) {
	now := time.Date(2025, 10, 6, 15, 0, 0, 0, time.UTC)
	r := redirects{[]byte("key"), func() time.Time { return now }}
	address, err := url.Parse(r.to("/get-quote", "quote-form"))
	if err != nil || address.Path != "/get-quote" || address.Fragment != "quote-form" {
		t.Fatalf("to() = %v, %v", address, err)
	}
	value := address.Query().Get(received)
	wants := func(r redirects, page, value, want string) {
		t.Helper()
		if got := r.form(page, value); got != want {
			t.Errorf("form(%s, %q) = %q, want %q", page, value, got, want)
		}
	}
	wants(r, "/get-quote", value, "quote-form")
	wants(redirects{[]byte("key"), r.now}, "/get-quote", value, "quote-form") // another instance
	wants(redirects{[]byte("other"), r.now}, "/get-quote", value, "")
	wants(r, "/", value, "")
	wants(r, "/get-quote", strings.Replace(value, "quote-form", "other-form", 1), "")
	for _, value := range []string{"", ".", "..", "quote-form", value + "x", value[:len(value)-1], strings.ToUpper(value), strings.Repeat(".", 1000)} {
		wants(r, "/get-quote", value, "")
	}
	later := strings.Split(value, ".")
	later[1] = "zzzzzz"
	wants(r, "/get-quote", strings.Join(later, "."), "")
	for offset, want := range map[time.Duration]string{
		-clockSkew: "quote-form", -clockSkew - time.Second: "", receivedFor - time.Second: "quote-form", receivedFor: "",
	} {
		at := now.Add(offset)
		wants(redirects{[]byte("key"), func() time.Time { return at }}, "/get-quote", value, want)
	}
}
