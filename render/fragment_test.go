package render_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"haulfront/render"
)

// order is a page with a form that shows texts in every place that a form has, and one that looks at its text.
var order = map[string]string{
	"Order.tsx": `
interface Props { title: string; note: string; wrong: Record<string, string>; sizes: string[]; size: string; days: string[]; day: string; spin: boolean }
export function Order({ title, note, wrong, sizes, size, days, day, spin }: Props) {
  if (spin) for (;;);
  return <form title={title} data-note={note}>
    <h2>{title} now</h2>
    {wrong.note && <p>{wrong.note}, please</p>}
    <input defaultValue={note} />
    <textarea defaultValue={note} />
    <select defaultValue={size}><option value="">Choose</option>{sizes.map((s) => <option key={s}>{s}</option>)}</select>
    <select defaultValue={day} className="day">{days.map((d) => <option key={d} className={title}>{d}</option>)}</select>
  </form>;
}`,
	"Shout.tsx":  `export function Shout({ note }: { note: string }) { return <p>{note.toUpperCase()} {"\ue000-1\ue001"}</p>; }`,
	"Length.tsx": `export function Length({ note }: { note: string }) { return <p>{note ? note : "nothing"}</p>; }`,
	"Shop.tsx": `
import { Island } from "@haulfront/render";
import { Order } from "./Order";
import { Shout } from "./Shout";
import { Length } from "./Length";
export function Shop({ title }: { title: string }) {
  return <html><body><h1>{title}</h1>
    <Island of={Order} id="order" props={{ title, note: "", wrong: {}, sizes: ["Sofa", "Piano & bench"], size: "", days: ["Today", "Later"], day: "Today", spin: false }} />
    <p>between</p>
    <Island of={Shout} id="shout" props={{ note: "" }} />
    <Island of={Length} id="length" props={{ note: "" }} />
  </body></html>;
}`,
	"server.tsx": `
import { serve } from "@haulfront/render";
import { Shop } from "./Shop";
import { Order } from "./Order";
import { Shout } from "./Shout";
import { Length } from "./Length";
serve({ pages: { Shop }, islands: { Order, Shout, Length } });`,
	"browser.ts": `
import { start } from "@haulfront/render/browser";
start({ Order: () => import("./Order"), Shout: () => import("./Shout"), Length: () => import("./Length") });`,
}

var orderVerbatim = map[string]render.Verbatim{
	"Order": {
		Texts:    []string{"note"},
		NonEmpty: []string{"title", "wrong.*"},
		Choices:  []render.Choice{{Value: "size", Options: "sizes"}, {Value: "day", Options: "days"}},
	},
	// Both are wrong, and must be found out.
	"Shout":  {Texts: []string{"note"}},
	"Length": {Texts: []string{"note"}},
}

func shop(t *testing.T, e *render.Engine, title string) *render.Page {
	t.Helper()
	page, err := e.Page(t.Context(), "Shop", map[string]string{"title": title})
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// HTML that is filled in is what would be rendered, byte for byte, whatever the texts say, and its gzip is that HTML.
func TestFragmentsAreRenders(t *testing.T) {
	var uses atomic.Int64
	kept := newEngine(t, order, func(c *render.Config) {
		c.Verbatim = orderVerbatim
		c.Observe = func(render.Use) { uses.Add(1) }
	})
	fresh := newEngine(t, order, func(c *render.Config) { c.NoMemo = true })
	titles := []string{"Order", "Bring <this> & that"}
	pages, want := map[string]*render.Page{}, map[string]*render.Page{}
	for _, title := range titles {
		pages[title], want[title] = shop(t, kept, title), shop(t, fresh, title)
	}
	known := map[string]bool{}
	rapid.Check(t, func(t *rapid.T) {
		text := func(name string) any {
			encoded, _ := drawText(t)
			return encoded
		}
		title := rapid.SampledFrom(titles).Draw(t, "title")
		props := map[string]any{
			"note": text("note"),
			"size": rapid.SampledFrom([]string{"", "Sofa", "Piano & bench", "Piano", "sofa"}).Draw(t, "size"),
			"day":  rapid.SampledFrom([]string{"", "Today", "Later", "\ue0000\ue001"}).Draw(t, "day"),
		}
		shape := "plain"
		if rapid.Bool().Draw(t, "wrong") {
			shape, props["wrong"] = "wrong", map[string]any{"note": "x " + rapid.String().Draw(t, "message")}
		}
		overrides := map[string]any{"order": props}
		if rapid.IntRange(0, 9).Draw(t, "liars") == 0 {
			shape = "liars"
			overrides["shout"], overrides["length"] = map[string]any{"note": text("shout")}, map[string]any{"note": text("length")}
		}
		state, err := pages[title].With(overrides)
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprintf("%s", props["note"]) == `""` && props["size"] == "" && props["day"] == "Today" && shape == "plain" {
			return // the page as it is: a state of no shape
		}
		leading := strings.HasPrefix(fmt.Sprintf("%s", props["note"]), `"\n`) || strings.HasPrefix(fmt.Sprintf("%s", props["note"]), `"\r`)
		before := uses.Load()
		got, err := state.HTML(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if n := uses.Load() - before; shape != "liars" && (n == 0) != (known[shape] && !leading) {
			t.Fatalf("a state of the shape %s took %d renders, known %v", shape, n, known)
		}
		known[shape] = true
		if shape == "liars" {
			known["plain"], known["wrong"] = known["plain"] || props["wrong"] == nil, known["wrong"] || props["wrong"] != nil
		}
		rendered, err := want[title].HTML(t.Context(), overrides)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, rendered) {
			t.Fatalf("the state is filled in as\n%s\nand rendered as\n%s", got, rendered)
		}
		packed, err := state.Gzip(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if unpacked := gunzip(t, packed); !bytes.Equal(unpacked, got) {
			t.Fatalf("the gzip unpacks to\n%s\nwant\n%s", unpacked, got)
		}
	})
}

// Props without a choice's value are filled in, and none of its options is selected.
func TestFragmentsWithoutChoice(t *testing.T) {
	uses := 0
	page := shop(t, newEngine(t, order, func(c *render.Config) {
		c.Verbatim, c.Observe = orderVerbatim, func(render.Use) { uses++ }
	}), "Order")
	for i, note := range []string{"a", "b"} {
		before := uses
		html, err := page.HTML(t.Context(), map[string]any{"order": map[string]any{"note": note, "day": nil}})
		if want := `<select class="day"><option class="Order">Today</option><option class="Order">Later</option></select>`; err != nil || !strings.Contains(string(html), want) {
			t.Errorf("the page is %s, %v; want %s in it", html, err, want)
		}
		if i > 0 && uses > before {
			t.Errorf("a state of the known shape took %d renders", uses-before)
		}
	}
}

func gunzip(t interface{ Fatal(...any) }, packed []byte) []byte {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	unpacked, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return unpacked
}

// Shapes that nobody has seen take one runtime at most, and those that are known need none: with every runtime but one held
// by such shapes, and all of them busy, a known state is there at once.
func TestKnownShapesNeedNoRuntime(t *testing.T) {
	var uses atomic.Int64
	engine := newEngine(t, order, func(c *render.Config) {
		c.Verbatim, c.Workers, c.Wait, c.Timeout = orderVerbatim, 2, 20*time.Millisecond, time.Minute
		c.Observe = func(render.Use) { uses.Add(1) }
	})
	page := shop(t, engine, "Order")
	note := func(text string) map[string]any { return map[string]any{"order": map[string]any{"note": text}} }
	if _, err := page.HTML(t.Context(), note("first")); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var spinning sync.WaitGroup
	spinning.Go(func() {
		for ctx.Err() == nil { // it may come second, and then not get its turn
			_, _ = page.HTML(ctx, map[string]any{"order": map[string]any{"spin": true}})
		}
	})
	unknown := map[string]any{"order": map[string]any{"wrong": map[string]string{"note": "too heavy"}}}
	var err error
	for !errors.Is(err, render.ErrBusy) {
		// The first may come before the spinning one, and is made; what follows is not.
		unknown["order"].(map[string]any)["wrong"].(map[string]string)[fmt.Sprint("n", time.Now().UnixNano())] = "x"
		if _, err = page.HTML(t.Context(), unknown); err != nil && !errors.Is(err, render.ErrBusy) {
			t.Fatal(err)
		}
	}
	if _, err := engine.Island(t.Context(), "Order", "order", map[string]any{"title": "x", "note": "", "wrong": map[string]string{}, "sizes": []string{}, "size": "", "days": []string{}, "day": ""}); err != nil {
		t.Errorf("the other runtime is not free: %v", err)
	}
	before := uses.Load()
	if html, err := page.HTML(t.Context(), note("second")); err != nil || !bytes.Contains(html, []byte("second")) {
		t.Errorf("a known state = %s, %v", html, err)
	}
	if n := uses.Load() - before; n > 0 {
		t.Errorf("a known state took %d renders", n)
	}
	cancel()
	spinning.Wait()
}

// A pinned state needs no runtime, however many states of other shapes are asked for.
func TestPinnedStatesStay(t *testing.T) {
	var uses atomic.Int64
	engine := newEngine(t, order, func(c *render.Config) {
		c.Verbatim = orderVerbatim
		c.Observe = func(render.Use) { uses.Add(1) }
	})
	page := shop(t, engine, "Order")
	state := func(wrong string) *render.State {
		t.Helper()
		s, err := page.With(map[string]any{"order": map[string]any{"wrong": map[string]string{wrong: "please"}}})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	renders := func(wrong string) int64 {
		t.Helper()
		before := uses.Load()
		if _, err := state(wrong).HTML(t.Context()); err != nil {
			t.Fatal(err)
		}
		return uses.Load() - before
	}
	if err := state("pinned").Pin(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i := range 513 { // one more than the engine remembers on its own
		renders(fmt.Sprint("other", i))
	}
	if renders("other0") == 0 {
		t.Fatal("the engine remembers the first of all states")
	}
	if n := renders("pinned"); n > 0 {
		t.Errorf("the pinned state took %d renders", n)
	}

	// What is not pinned again is released, but not before everything else is pinned.
	failed := errors.New("not pinned")
	if err := engine.Repin(func() error { return failed }); err != failed || renders("pinned") > 0 {
		t.Errorf("Repin = %v, want the error of its function and no state released", err)
	}
	if err := engine.Repin(func() error { return state("again").Pin(t.Context()) }); err != nil {
		t.Fatal(err)
	}
	if renders("pinned") == 0 || renders("again") > 0 {
		t.Error("Repin kept a state that was not pinned again, or released the one that was")
	}
}

// Observe is told of everything that a runtime does.
func TestObserve(t *testing.T) {
	var mu sync.Mutex
	var uses []render.Use
	engine := newEngine(t, plain, func(c *render.Config) {
		c.Timeout = 200 * time.Millisecond
		c.Observe = func(u render.Use) {
			mu.Lock()
			defer mu.Unlock()
			uses = append(uses, u)
		}
	})
	html(t, engine, "Deed", deed("", "fine"))
	_, _ = engine.Page(t.Context(), "Deed", deed("throw", "x"))
	_, _ = engine.Page(t.Context(), "Deed", deed("spin", "x"))
	mu.Lock()
	defer mu.Unlock()
	if len(uses) != 4 || uses[0].Name != "Deed" || uses[1].Name != "Note" || uses[0].Took <= 0 || uses[0].Err != nil || uses[0].Discarded {
		t.Fatalf("uses = %+v, want a page, its island, and two that failed", uses)
	}
	if thrown := uses[2]; thrown.Err == nil || thrown.Discarded {
		t.Errorf("a component that throws is observed as %+v", thrown)
	}
	if spun := uses[3]; spun.Err == nil || !spun.Discarded || spun.Took < 200*time.Millisecond {
		t.Errorf("a component that never ends is observed as %+v", spun)
	}
}
