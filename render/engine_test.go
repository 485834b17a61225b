package render_test

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"haulfront/render"
	"haulfront/render/platform"
)

// tree writes sources into a folder of their own, beside the checkout's node_modules, or beside React and packages
// among the files.
func tree(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	var err error
	linked := []string{"node_modules"}
	for name, source := range files {
		if strings.HasPrefix(name, "node_modules/") {
			linked = []string{"node_modules/react", "node_modules/react-dom", "node_modules/scheduler"}
		}
		path := filepath.Join(dir, name)
		err = errors.Join(err, os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(source), 0o600))
	}
	for _, name := range linked {
		target, absErr := filepath.Abs(filepath.Join("..", name))
		err = errors.Join(err, absErr, os.Symlink(target, filepath.Join(dir, name)))
	}
	must(t, err)
	return dir
}

// plain is a tree of one page that does what its props say, and one island.
var plain = map[string]string{
	"Note.tsx": `export function Note({ text }: { text: string }) { return <p title={text}>{text}</p>; }`,
	"pages/Deed.tsx": `
import { Island } from "@haulfront/render";
import { Note } from "../Note";

function deep(n: number): number { return n + deep(n + 1); }

export function Deed({ deed, text }: { deed: string; text: string }) {
  if (deed === "throw") throw new Error("no truck: " + text);
  if (deed === "wrong") (undefined as any).truck;
  if (deed === "spin") for (;;);
  if (deed === "deep") deep(0);
  if (deed === "describe") throw { toString() { for (;;); } };
  return (
    <main>
      <h1>{text}</h1>
      <Island of={Note} id="note" props={{ text }} />
      {deed === "twice" && <Island of={Note} id="note" props={{ text }} />}
    </main>
  );
}`,
	"server.tsx": `import { serve } from "@haulfront/render";
import { Deed } from "./pages/Deed";
import { Note } from "./Note";
serve({ pages: { Deed }, islands: { Note } });`,
	"browser.ts": `import { start } from "@haulfront/render/browser";
start({ Note: () => import("./Note") });`,
}

// config returns the configuration of an engine of files.
func config(t testing.TB, files map[string]string) render.Config {
	t.Helper()
	return render.Config{
		Dir: tree(t, files), ServerEntry: "server.tsx", BrowserEntry: "browser.ts", PublicPath: "/assets/", Workers: 1,
		Globals: platform.Globals(),
	}
}

// must ends the test if a step of it has failed.
func must(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// says reports whether an error has a text.
func says(err error, text string) bool { return err != nil && strings.Contains(err.Error(), text) }

func newEngine(t testing.TB, files map[string]string, change func(*render.Config)) *render.Engine {
	t.Helper()
	cfg := config(t, files)
	if change != nil {
		change(&cfg)
	}
	engine, err := render.New(cfg)
	must(t, err)
	return engine
}

func deed(deed, text string) map[string]string { return map[string]string{"deed": deed, "text": text} }

func html(t *testing.T, e *render.Engine, name string, props any) string {
	t.Helper()
	out, err := e.Render(t.Context(), name, props)
	must(t, err)
	return string(out)
}

// A render that fails says where, and the next one on the same or on a fresh runtime gives the same bytes as ever.
func TestErrors(t *testing.T) {
	patient := newEngine(t, plain, nil)
	hurried := newEngine(t, plain, func(c *render.Config) { c.Timeout = 300 * time.Millisecond })
	want := html(t, patient, "Deed", deed("", "fine"))
	_ = html(t, hurried, "Deed", deed("", "the first, which may take longer"))
	for _, test := range []struct {
		name, page, deed, message, file string
		line                            int
	}{
		{"a component throws", "Deed", "throw", "no truck: x", "pages/Deed.tsx", 8},
		{"the interpreter throws", "Deed", "wrong", "truck", "pages/Deed.tsx", 9},
		{"it never ends", "Deed", "spin", "took too long: longer than 300ms", "pages/Deed.tsx", 10},
		{"its description never ends", "Deed", "describe", "took too long: longer than 300ms", "pages/Deed.tsx", 12},
		{"it calls too deep", "Deed", "deep", "Maximum call stack size exceeded", "pages/Deed.tsx", 5},
		{"no such page", "Dead", "", "no page is registered as Dead; there are Deed", "", 0},
		{"an id stands twice", "Deed", "twice", `"note"`, "", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			engine := patient
			if strings.Contains(test.name, "never ends") {
				engine = hurried
			}
			_, err := engine.Page(t.Context(), test.page, deed(test.deed, "x"))
			if err == nil || !strings.Contains(strings.ToLower(err.Error()), strings.ToLower(test.message)) {
				t.Fatalf("Page() = %v, want an error with %q", err, test.message)
			}
			var e *render.Error
			if test.file != "" && (!errors.As(err, &e) || e.File != test.file || e.Line != test.line) {
				t.Errorf("Page() = %v (%+v), want %s:%d", err, e, test.file, test.line)
			}
			if got := html(t, engine, "Deed", deed("", "fine")); got != want {
				t.Errorf("the next page = %s, want %s", got, want)
			}
		})
	}
}

func TestBusy(t *testing.T) {
	engine := newEngine(t, plain, func(c *render.Config) { c.Timeout, c.Wait = time.Minute, 50*time.Millisecond })
	ctx, cancel := context.WithCancel(t.Context())
	var spin sync.WaitGroup
	var spinErr error
	spin.Go(func() { _, spinErr = engine.Page(ctx, "Deed", deed("spin", "")) })
	// The one runtime is taken at some moment; from then on nobody else gets it.
	var err error
	for err == nil {
		_, err = engine.Page(t.Context(), "Deed", deed("", "x"))
	}
	if !errors.Is(err, render.ErrBusy) {
		t.Errorf("Page() with every runtime taken = %v, want ErrBusy", err)
	}
	cancel()
	spin.Wait()
	if _, err := engine.Page(ctx, "Deed", deed("", "")); !errors.Is(err, context.Canceled) {
		t.Errorf("Page() with a context that has ended = %v, want it to say so", err)
	}
	if spinErr == nil || !strings.Contains(spinErr.Error(), context.Canceled.Error()) {
		t.Errorf("Page() after its context ended = %v, want it to say so", spinErr)
	}
	html(t, engine, "Deed", deed("", "x"))
}

func TestConcurrent(t *testing.T) {
	engine := newEngine(t, plain, func(c *render.Config) { c.Workers = 3; c.Wait = time.Minute })
	var all sync.WaitGroup
	for i := range 24 {
		all.Go(func() {
			text := strings.Repeat("x", i)
			kept, err := engine.Page(t.Context(), "Deed", deed("", text))
			if err != nil {
				t.Error(err)
				return
			}
			out, err := kept.HTML(t.Context(), map[string]any{"note": map[string]string{"text": text + "!"}})
			page, want := string(out), [2]string{"<h1>" + text + "</h1>", ">" + text + "!</p>"}
			if err != nil || !strings.Contains(page, want[0]) || !strings.Contains(page, want[1]) {
				t.Errorf("HTML() = %s, %v; want both texts of %d", out, err, i)
			}
		})
	}
	all.Wait()
}

func TestOverrides(t *testing.T) {
	engine := newEngine(t, plain, nil)
	page, err := engine.Page(t.Context(), "Deed", deed("", "a"))
	must(t, err)
	plainHTML := html(t, engine, "Deed", deed("", "a"))
	for _, text := range []string{"a", "b"} {
		got, err := page.HTML(t.Context(), map[string]any{"note": map[string]string{"text": text}})
		change := strings.NewReplacer(`title="a">a<`, `title="`+text+`">`+text+`<`, `:"a"}`, `:"`+text+`"}`)
		if want := change.Replace(plainHTML); err != nil || string(got) != want {
			t.Errorf("HTML() with the text %s = %s, %v; want %s", text, got, err, want)
		}
	}
	if _, err := page.HTML(t.Context(), map[string]any{"nota": nil}); !says(err, "[note]") {
		t.Errorf("HTML() with an unknown island = %v, want an error that names the known ones", err)
	}
}

func TestBuildErrors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, file, source, want string
	}{
		{"syntax", "pages/Deed.tsx", "export function Deed() {\n  return <main>;\n}", "pages/Deed.tsx:"},
		{"no such module", "Note.tsx", `export { Note } from "./Nota";`, `Note.tsx:1:22: Could not resolve "./Nota"`},
		{"no such export", "server.tsx", `import { Nobody } from "./Note"; console.log(Nobody);`,
			`server.tsx:1:10: No matching export in "Note.tsx"`},
		{"no such CSS module", "Note.tsx", `import "./Nota.module.css";`, `Could not resolve "./Nota.module.css"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := maps.Clone(plain)
			files[test.file] = test.source
			_, err := render.New(config(t, files))
			var build *render.BuildError
			if !errors.As(err, &build) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("New() = %v, want a BuildError with %s", err, test.want)
			}
		})
	}
	for source, want := range map[string]string{
		"export {};": "does not call serve", `throw new Error("no " + "truck");`: "server.tsx:1:7: Error: no truck",
	} {
		_, err := render.New(config(t, map[string]string{"server.tsx": source, "browser.ts": ""}))
		if !says(err, want) {
			t.Errorf("New() with the entry %s = %v, want %s", source, err, want)
		}
	}
}

// React is in no file that a page loads by itself: only what the entry imports dynamically has it.
func TestReactIsNotInTheEntry(t *testing.T) {
	engine := newEngine(t, plain, nil)
	var entry, react bool
	for _, a := range engine.Assets() {
		if a.Path == engine.Script() {
			entry = true
			body := string(a.Body)
			if strings.Contains(body, "hydrateRoot") || len(body) > 8<<10 || strings.HasPrefix(body, "import") {
				t.Errorf("%s has %d bytes; want a small loader without imports:\n%s", a.Path, len(body), body)
			}
		}
		react = react || strings.Contains(string(a.Body), "hydrateRoot")
	}
	if !entry || !react {
		t.Errorf("assets have an entry: %v, React: %v; want both", entry, react)
	}
	sources := engine.BrowserSources()
	if !slices.Contains(sources, "Note.tsx") || slices.Contains(sources, "pages/Deed.tsx") {
		t.Errorf("BrowserSources() = %v, want the island and not the page", sources)
	}
}

// An entry without a browser's half gives pages and values to Go, and nothing is built for browsers.
func TestServerAlone(t *testing.T) {
	t.Parallel()
	engine := newEngine(t, map[string]string{"server.ts": `
import { createElement } from "react";
import { serve } from "@haulfront/render";
serve({ pages: { Shape: () => createElement("svg", null, "<") }, values: {
	sizes: [{ width: 3 }],
	sum: (list: number[], { times }: { times: number }) => times * list.reduce((a, b) => a + b),
} });`,
	}, func(cfg *render.Config) { cfg.ServerEntry, cfg.BrowserEntry = "server.ts", "" })
	if got, err := engine.Markup(t.Context(), "Shape", nil); err != nil || string(got) != "<svg>&lt;</svg>" {
		t.Errorf("the markup is %s, %v", got, err)
	}
	if got, err := engine.Value(t.Context(), "sizes"); err != nil || string(got) != `[{"width":3}]` {
		t.Errorf("the value is %s, %v", got, err)
	}
	got, err := engine.Value(t.Context(), "sum", []int{1, 2, 3}, map[string]int{"times": 7})
	if err != nil || string(got) != "42" {
		t.Errorf("the value of a function is %s, %v", got, err)
	}
	_, err = engine.Value(t.Context(), "toString")
	if !says(err, "no value is registered as toString; there are sizes, sum") {
		t.Errorf("an unknown value: %v", err)
	}
	if assets := engine.Assets(); len(assets) > 0 {
		t.Errorf("%d files were built for browsers", len(assets))
	}
}

// An error knows the components around the one that threw, innermost first. They are not called again to find out.
func TestErrorComponents(t *testing.T) {
	engine := newEngine(t, alone(`
import { Component, createContext, forwardRef, memo } from "react";
const Context = createContext("");
let calls = 0;
const Text = () => { throw new Error("call " + ++calls); };
const [Unnamed] = [() => <p><Text /></p>];
function Note() { return <Unnamed />; }
const Memo = memo(Note), Ref = forwardRef(() => [<Memo key="a" />]);
class Page extends Component {
  render() { return <main><Context.Provider value=""><Ref /></Context.Provider></main>; }
}`), serverAlone)
	_, err := engine.Render(t.Context(), "Page", nil)
	var e *render.Error
	if !errors.As(err, &e) || e.File != "server.tsx" || e.Line != 6 || e.Message != "Error: call 1" {
		t.Errorf("Render() = %v, want an error of the first call", err)
	}
	if got, want := strings.Join(e.Components, " "), "Text Anonymous Note ForwardRef Page"; got != want {
		t.Errorf("the components are %s, want %s", got, want)
	}
}

// An error's place is in the sources, or else in a component, and React's messages are words.
func TestErrorPlaces(t *testing.T) {
	files := alone(`
import { dates } from "./dates/(group)/[id] a";
const Missing: any = undefined;
class Truck { static #load = 1; static load(truck: any) { return truck.#load; } }
const pages: Record<string, () => any> = {
  dates,
  helper: () => Truck.load({}),
  native: () => [1].map(() => JSON.parse("{")),
  type: () => <p><Missing /></p>,
  child: () => <p>{{ sofa: 1 } as any}</p>,
  attribute: () => <p title={{ toString() { throw new Error("no title"); } } as any} />,
};
function Page({ page }: { page: string }) { const Of = pages[page]!; return <Of />; }`)
	files["dates/(group)/[id] a.ts"] = "\n\nexport const dates = () => new Date(NaN).toISOString();"
	engine := newEngine(t, files, serverAlone)
	for page, want := range map[string]string{
		"dates": "dates/(group)/[id] a.ts:3:54: RangeError", "native": "server.tsx:9:42: SyntaxError",
		"helper": "server.tsx:5:66: TypeError: Cannot read", "attribute": "server.tsx:12:51: Error: no title",
		"type":  "server.tsx:10:9: Error: Element type is invalid: expected a string",
		"child": "server.tsx:11:10: Error: Objects are not valid as a React child (found: object with keys {sofa}). If",
	} {
		if _, err := engine.Render(t.Context(), "Page", map[string]string{"page": page}); !says(err, "Page: "+want) {
			t.Errorf("Render() = %v, want %s", err, want)
		}
	}
}

// A fork has the bundles of its engine, and limits of its own, and is closed separately.
func TestFork(t *testing.T) {
	cfg := config(t, plain)
	first, err := render.New(cfg)
	must(t, err)
	must(t, os.WriteFile(filepath.Join(cfg.Dir, "server.tsx"), []byte("no { module"), 0o600))
	used := 0
	second, err := first.Fork(render.Config{Workers: 1, Timeout: time.Minute, Observe: func(render.Use) { used++ }})
	must(t, err)
	if a, b := html(t, first, "Deed", deed("", "a")), html(t, second, "Deed", deed("", "a")); a != b {
		t.Errorf("a fork renders\n%s\nwant\n%s", b, a)
	}
	if first.Version() != second.Version() || first.Script() != second.Script() {
		t.Error("a fork has another bundle")
	}
	before := used
	first.Close()
	if html(t, second, "Deed", deed("", "b")); used == before {
		t.Error("a render after the end of the first engine was not observed")
	}
	second.Close()
}
