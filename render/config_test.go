package render_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"maps"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evanw/esbuild/pkg/api"

	"haulfront/render"
	"haulfront/render/esbuild"
	"haulfront/render/platform"
)

// alone is a server's entry of one page.
func alone(page string) map[string]string {
	return map[string]string{"server.tsx": `import { serve } from "@haulfront/render";
` + page + `
serve({ pages: { Page } });`}
}

func serverAlone(cfg *render.Config) { cfg.BrowserEntry = "" }

// Bundler warnings are logged, and fail only a strict build.
func TestWarnings(t *testing.T) {
	files := alone(`export function Page() { return <p>{Object.keys({ sofa: 1, sofa: 2 })}</p>; }`)
	var log bytes.Buffer
	newEngine(t, files, func(c *render.Config) {
		serverAlone(c)
		c.Log = slog.New(slog.NewTextHandler(&log, nil))
	})
	for _, want := range []string{"level=WARN", `\"sofa\"`, "target=server", "file=server.tsx", "line=2"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log is %s, want %s in it", log.String(), want)
		}
	}
	var failed *render.BuildError
	_, err := render.New(render.Config{Dir: tree(t, files), ServerEntry: "server.tsx", Strict: true})
	if !errors.As(err, &failed) || failed.Target != render.Server || failed.Messages[0].Line != 2 {
		t.Errorf("a strict build with a warning: %v, want a BuildError", err)
	}
}

// Config.Options changes esbuild's options, except those that the engine relies on.
func TestOptions(t *testing.T) {
	files := maps.Clone(plain)
	files["Note.tsx"] = `import greeting from "virtual:greeting";
import list from "./list.data";
declare const AREA: string;
export function Note() { return <p>{greeting} {AREA} {list}</p>; }`
	files["list.data"] = "sofa & bed"
	var targets atomic.Int64
	engine := newEngine(t, files, func(c *render.Config) {
		c.Options = esbuild.Options(func(target render.Target, o *api.BuildOptions) {
			targets.Add(int64(len(target)))
			o.Define = map[string]string{"AREA": `"Plano"`}
			o.Loader[".data"] = api.LoaderText
			o.Format, o.Outdir, o.EntryPoints, o.Metafile = api.FormatCommonJS, "elsewhere", []string{"nothing"}, false
			o.Plugins = append(o.Plugins, api.Plugin{Name: "virtual", Setup: func(b api.PluginBuild) {
				resolve := func(a api.OnResolveArgs) (api.OnResolveResult, error) {
					return api.OnResolveResult{Path: a.Path, Namespace: "virtual"}, nil
				}
				load := func(api.OnLoadArgs) (api.OnLoadResult, error) {
					text := "export default 'Howdy'"
					return api.OnLoadResult{Contents: &text}, nil
				}
				b.OnResolve(api.OnResolveOptions{Filter: "^virtual:"}, resolve)
				b.OnLoad(api.OnLoadOptions{Filter: ".", Namespace: "virtual"}, load)
			}})
		})
	})
	page := html(t, engine, "Deed", deed("", "x"))
	if !strings.Contains(page, "<p>Howdy<!-- --> <!-- -->Plano<!-- --> <!-- -->sofa &amp; bed</p>") {
		t.Errorf("the page is %s", page)
	}
	var browser string
	for _, a := range engine.Assets() {
		browser += string(a.Body)
	}
	for _, want := range []string{"Howdy", "Plano", "sofa & bed"} {
		if !strings.Contains(browser, want) {
			t.Errorf("the browser's files lack %q", want)
		}
	}
	if n := targets.Load(); n < int64(len(render.Server)+len(render.Browser)) {
		t.Error("the hook was not called for both bundles")
	}
}

func TestLimits(t *testing.T) {
	files := alone(`
export function Page({ deed }: { deed: string }) {
  if (deed === "long") return <p>{Array.from({ length: 500 }, (_, i) => <b key={i}>box</b>)}</p>;
  if (deed === "spin") for (;;);
  if (deed === "throw") throw new Error("no truck");
  return <p>fine</p>;
}`)
	var uses []render.Use
	engine := newEngine(t, files, func(c *render.Config) {
		serverAlone(c)
		c.MaxHTML, c.Timeout = 2000, 500*time.Millisecond
		c.Observe = func(u render.Use) { uses = append(uses, u) }
	})
	if _, err := engine.Render(t.Context(), "Page", map[string]string{"deed": "throw"}); !says(err, "no truck") {
		t.Errorf("Render() = %v, want what was thrown", err)
	}
	if len(uses) != 1 || uses[0].Discarded || !says(uses[0].Err, "no truck") {
		t.Errorf("observed %+v, want one runtime that is not discarded", uses)
	}
	for deed, want := range map[string]error{"long": render.ErrTooLarge, "spin": render.ErrTimeout} {
		uses = nil
		_, err := engine.Render(t.Context(), "Page", map[string]string{"deed": deed})
		var failed *render.Error
		if !errors.Is(err, want) || !errors.As(err, &failed) || failed.Name != "Page" {
			t.Errorf("Render() = %v, want an Error that is %v", err, want)
		}
		if len(uses) != 1 || !uses[0].Discarded || !errors.Is(uses[0].Err, want) {
			t.Errorf("observed %+v, want one discarded runtime", uses)
		}
		uses = nil
		got, err := engine.Render(t.Context(), "Page", nil)
		for errors.Is(err, render.ErrBusy) { // the runtime in place of the discarded one is still being made
			got, err = engine.Render(t.Context(), "Page", nil)
		}
		if err != nil || string(got) != "<p>fine</p>" {
			t.Errorf("the next render = %s, %v", got, err)
		}
		last := uses[len(uses)-1]
		if last.Bytes != len(got) || last.Name != "Page" || last.Took == 0 || last.Err != nil {
			t.Errorf("observed %+v, want a render of %d bytes", last, len(got))
		}
	}
}

// A render whose runtime has too much memory in use ends. What others have is not counted.
func TestMaxMemory(t *testing.T) {
	files := alone(`
export function Page({ of }: { of: string }) {
  if (of === "hoard") for (const all = []; ; ) all.push("sofa".repeat(1e4));
  console.log(of);
  for (const end = Date.now() + 2000; of === "wait" && Date.now() < end; );
  return <p>{of}</p>;
}`)
	in, out := io.Pipe()
	engine := newEngine(t, files, func(c *render.Config) {
		serverAlone(c)
		c.Workers, c.MaxMemory, c.Timeout = 2, 32<<20, time.Minute
		c.Log = slog.New(slog.NewTextHandler(out, nil))
	})
	waited := make(chan error, 1)
	go func() {
		_, err := engine.Render(t.Context(), "Page", map[string]string{"of": "wait"})
		waited <- err
	}()
	_, err := in.Read(make([]byte, 1000))
	must(t, err)
	var others [80][]byte
	for i := range others {
		others[i] = make([]byte, 1<<20)
	}
	_, err = engine.Render(t.Context(), "Page", map[string]string{"of": "hoard"})
	if !errors.Is(err, render.ErrMemory) || !says(err, "server.tsx:4:") ||
		!says(err, "too much memory: more than 32 MiB") {
		t.Errorf("a component that takes ever more memory: %v, want ErrMemory", err)
	}
	if err := <-waited; err != nil {
		t.Errorf("a component that waits meanwhile: %v", err)
	}
	runtime.KeepAlive(others)
	others = [80][]byte{}
	runtime.GC() // or the heap grows to a multiple of all this, of which the race detector keeps four times as much
}

// A result that would take too much memory is a RangeError with its place.
func TestMemory(t *testing.T) {
	files := alone(`
const large: Record<string, () => unknown> = {
  repeat: () => "sofa".repeat(2 ** 40),
  padStart: () => "sofa".padStart(2 ** 40), padEnd: () => "sofa".padEnd(1e9, "bed"),
  join: () => Array(2 ** 31).join("sofa"),
  fill: () => Array(1e9).fill(0), from: () => Array.from({ length: 1e9 }, () => 0),
  replace: () => "sofa".repeat(1e6).replace(/./g, "$&".repeat(1e6)),
  replaceAll: () => "sofa".repeat(1e6).replaceAll("s", "bed".repeat(1e6)),
  nested: () => { let all: any = []; for (let i = 0; i < 20_000; i++) all = [all]; return all; },
  parse: () => JSON.parse("[".repeat(3e6) + "]".repeat(3e6)),
  flat: () => { const a: any = []; a.push(a, a); return a.flat(1 / 0); },
};
const small = () =>
  ["ab".repeat(2), "a".padStart(3, "bc"), "a".padEnd(2), [1, [2, 3]].join("-"), Array(2).fill(0), Array.from("ab"),
    "aa".replace(/a/g, (a) => a + "b"), "aa".replaceAll("a", "$&b"), "ab".repeat.name, [].join.length];
function Page({ of }: { of: string }) { return <p>{of ? String(large[of]!()) : small().join(" ")}</p>; }`)
	engine := newEngine(t, files, func(c *render.Config) {
		serverAlone(c)
		c.Wait, c.Timeout = time.Minute, time.Minute
	})
	for of, want := range map[string]string{
		"repeat": "server.tsx:4:", "padStart": "server.tsx:5:", "padEnd": "server.tsx:5:", "join": "server.tsx:6:",
		"fill": "server.tsx:7:", "from": "server.tsx:7:", "replace": "server.tsx:8:", "replaceAll": "server.tsx:9:",
		"parse": "server.tsx:11:", "flat": "server.tsx:12:",
	} {
		_, err := engine.Render(t.Context(), "Page", map[string]string{"of": of})
		if !says(err, want) || !says(err, "RangeError: ") || !says(err, of+" would make ") {
			t.Errorf("%s: %v, want a RangeError at %s", of, err, want)
		}
	}
	_, err := engine.Render(t.Context(), "Page", map[string]string{"of": "nested"})
	if !says(err, "RangeError: Maximum call stack size exceeded") {
		t.Errorf("the text of nested arrays: %v, want a RangeError", err)
	}
	const want = "<p>abab bca a  1-2,3 0,0 a,b abab abab repeat 1</p>"
	if got, err := engine.Render(t.Context(), "Page", nil); err != nil || string(got) != want {
		t.Errorf("Render() = %s, %v, want %s", got, err, want)
	}
}

// Nothing that one call of a native function makes, or compiles, ends the program: it is a RangeError with its place.
func TestNativeBounds(t *testing.T) {
	files := alone(`
const deep = (wrap: (inner: any) => any) => { let a: any = 0; for (let i = 0; i < 20_000; i++) a = wrap(a); return a; };
const lists = () => deep((a) => [a]), objects = () => deep((a) => ({ a })), itself: any[] = [];
itself.push(itself, itself);
const source = "(".repeat(2e5), sparse = () => Array(4e9), like: any = { length: 4e9 };
const stack = "Maximum call stack size exceeded", limit = " limit here is ";
const deeds: Record<string, [string, () => any]> = {
  "JSON of lists": [stack, () => JSON.stringify(lists())],
  "JSON of objects": [stack, () => JSON.stringify(objects(), (_, value) => value, 2)],
  "JSON of names": [stack, () => JSON.stringify(objects(), ["a"])],
  "endless JSON": [stack, () => JSON.stringify({ toJSON: function next() { return { a: { toJSON: next } }; } })],
  clone: [stack, () => structuredClone(lists())], text: [stack, () => "" + lists()],
  join: [stack, () => lists().join()],
  source: [limit, () => new Function(source)], called: [limit, () => Function("a", source)],
  constructor: [limit, () => (() => {}).constructor("!".repeat(2e5) + "1")],
  async: [limit, () => (async () => {}).constructor(source)],
  yields: [limit, () => (function* () {}).constructor(source)],
  pattern: [limit, () => new RegExp("(?:".repeat(5e4) + ")".repeat(5e4))], call: [limit, () => RegExp("a".repeat(2e5))],
  cycle: [limit, () => itself.flat(60)], endless: [limit, () => itself.flat(1 / 0)],
  flat: [limit, () => [sparse()].flat()],
  split: [limit, () => "a".repeat(2e7).split("")], expression: [limit, () => "a".repeat(2e7).split(/a/)],
  apply: [limit, () => Math.max.apply(null, like)], Reflect: [limit, () => Reflect.apply(Math.max, null, like)],
  construct: [limit, () => Reflect.construct(Array, like)], slice: [limit, () => sparse().slice(1)],
  sort: [limit, () => sparse().sort()], bytes: [limit, () => new Uint8Array(2 ** 40)],
  buffer: [limit, () => new ArrayBuffer(2 ** 40)], floats: [limit, () => new (class extends Float64Array {})(like)],
};
function Page({ deed }: { deed: string }) { return <p>{deed ? String(deeds[deed]![1]()) : small()}</p>; }
const small = () => [
  JSON.stringify({ a: [1, { b: undefined, toJSON: (key: string) => key }], c: new Date(0) }, ["a", "c"], 1),
  JSON.stringify([new String("s"), { a: { b: 1 }, c: 2 }], function (this: any, key, value) {
    return key === "c" ? Object.keys(this) : value;
  }), JSON.stringify(undefined), JSON.stringify("a", null, "-"),
  [[1, [2, [3]]], , 4].flat(), [1, [2, [3]]].flat(0).length, [1, [2, [3, [4]]]].flat(2).length, [[1]].flat(undefined),
  new Function("a", "return a + 1")(1), Function.name, (() => {}) instanceof Function,
  (() => {}).constructor === Function,
  new Uint8Array([1, 2]).map((n) => n * 2), new Uint8Array(new ArrayBuffer(4), 1, 2).length, Uint8Array.name,
  new (class Bytes extends Uint8Array {})(2).constructor.name, Float64Array.BYTES_PER_ELEMENT, Int8Array.of(1, 2),
  Object.getPrototypeOf(Uint8Array).name, "a,b".split(",", 1), Math.max.apply(null, [1, 2]), ArrayBuffer.isView([]),
].join("|");
export const wants = Object.entries(deeds).map(([deed, [want]]) => [deed, want]);`)
	files["server.tsx"] = strings.Replace(files["server.tsx"], "{ pages", "{ values: { wants }, pages", 1)
	engine := newEngine(t, files, func(c *render.Config) {
		serverAlone(c)
		c.Workers, c.Wait, c.Timeout, c.Globals = 2, time.Minute, time.Minute, platform.Globals()
	})
	var wants [][2]string
	data, err := engine.Value(t.Context(), "wants")
	must(t, errors.Join(err, json.Unmarshal(data, &wants)))
	node := newNode(t, files)
	for _, test := range wants {
		_, err := engine.Render(t.Context(), "Page", map[string]string{"deed": test[0]})
		if !says(err, "RangeError: ") || !says(err, test[1]) || !says(err, "server.tsx:") {
			t.Errorf("%s: %v, want a RangeError with its place that says %q", test[0], err, test[1])
		}
		compare(t, engine, node, "Page", map[string]string{})
	}
}

// The first render of a page in a runtime may take longer than Config.Timeout.
func TestFirstRender(t *testing.T) {
	files := alone(`export function Page() {
  for (const end = Date.now() + 600; Date.now() < end; );
  return <p>fine</p>;
}`)
	engine := newEngine(t, files, func(c *render.Config) { serverAlone(c); c.Timeout = 300 * time.Millisecond })
	if _, err := engine.Render(t.Context(), "Page", nil); err != nil {
		t.Errorf("the first render: %v", err)
	}
	if _, err := engine.Render(t.Context(), "Page", nil); !errors.Is(err, render.ErrTimeout) {
		t.Errorf("the second render = %v, want ErrTimeout", err)
	}
}

// A page that never ends gets the longer limit of a first render once, not in each runtime that replaces another.
func TestFirstRenders(t *testing.T) {
	engine := newEngine(t, alone(`export function Page() { for (;;); }`), func(c *render.Config) {
		serverAlone(c)
		c.Timeout, c.Wait = 50*time.Millisecond, time.Minute
	})
	for _, want := range []string{"longer than 200ms", "longer than 50ms", "longer than 50ms"} {
		if _, err := engine.Render(t.Context(), "Page", nil); !says(err, want) {
			t.Errorf("Render() = %v, want %s", err, want)
		}
	}
}

// A render returns in time although its native function, which goja cannot interrupt, goes on. Another runtime takes
// the place of its own meanwhile. How many steps take long enough depends on the machine.
func TestNativeFunction(t *testing.T) {
	const limit = 100 * time.Millisecond
	for _, code := range []string{
		`new Array(2 ** power).indexOf("sofa")`, `/^(a+)+\1$/.test("a".repeat(power) + "!")`,
	} {
		page := "export function Page({ power }: { power: number }) { return <p>{String(" + code + ")}</p>; }"
		var last render.Use
		build := func(timeout time.Duration) *render.Engine {
			return newEngine(t, alone(page), func(c *render.Config) {
				serverAlone(c)
				c.Timeout, c.Wait, c.Observe = timeout, time.Minute, func(u render.Use) { last = u }
			})
		}
		patient, engine, power := build(time.Minute), build(limit), map[string]int{"power": 18}
		few := map[string]int{"power": 1}
		want := html(t, engine, "Page", few) // the first may take longer
		for ; last.Took < 8*limit; power["power"]++ {
			_ = html(t, patient, "Page", power)
		}
		_, err := engine.Render(t.Context(), "Page", power)
		if !errors.Is(err, render.ErrTimeout) || !last.Stuck {
			t.Errorf("%s: %v, %+v, want ErrTimeout and a stuck runtime", code, err, last)
		}
		got := html(t, engine, "Page", few)
		if got != want || engine.Stuck() != 1 {
			t.Errorf("%s: then %s, with %d stuck runtimes, want %s with one", code, got, engine.Stuck(), want)
		}
	}
}

// Several runtimes of a pool may be stuck at the same time.
func TestStuck(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	page := `export function Page({ stuck }: { stuck: boolean }) { return <p>{stuck ? block() : "fine"}</p>; }`
	stuck := 0
	engine := newEngine(t, alone(page), func(c *render.Config) {
		serverAlone(c)
		c.Timeout, c.Wait = 50*time.Millisecond, 10*time.Second
		c.Observe = func(use render.Use) {
			if use.Stuck {
				stuck++
			}
		}
		script, natives := `({ block }) => ({ block })`, map[string]any{"block": func() { <-release }}
		c.Globals = []render.Polyfill{{Names: []string{"block"}, Script: script, Natives: natives}}
	})
	for stuck < 4 { // on a busy machine, the time may be over before the native function is called
		_, err := engine.Render(t.Context(), "Page", map[string]bool{"stuck": true})
		if !errors.Is(err, render.ErrTimeout) {
			t.Errorf("Render() = %v, want ErrTimeout", err)
		}
	}
	if got := html(t, engine, "Page", nil); got != "<p>fine</p>" || engine.Stuck() != 4 {
		t.Errorf("with %d stuck runtimes, want 4: %s", engine.Stuck(), got)
	}
}

// A panic in Go code called from JavaScript is an error of the render.
func TestPanic(t *testing.T) {
	files := alone(`export function Page({ deed }: { deed: string }) {
  if (deed === "panic") (globalThis as any).__haulfrontWrite([{}]);
  return <p>fine</p>;
}`)
	engine := newEngine(t, files, func(c *render.Config) { serverAlone(c); c.Wait = time.Minute })
	_, err := engine.Render(t.Context(), "Page", map[string]string{"deed": "panic"})
	var failed *render.Error
	if !errors.As(err, &failed) || !says(err, "panic: ") || !strings.Contains(failed.Stack, ".go:") {
		t.Errorf("Render() = %v, want an Error with the stack of Go", err)
	}
	if got, err := engine.Render(t.Context(), "Page", nil); err != nil || string(got) != "<p>fine</p>" {
		t.Errorf("the next render = %s, %v", got, err)
	}
}

// A panic in Config.Options or a plugin, in any goroutine, is an error of the build.
func TestPanicInBuild(t *testing.T) {
	for name, options := range map[string]esbuild.Options{
		"the hook": func(target render.Target, _ *api.BuildOptions) { panic("no truck for the " + string(target)) },
		"a plugin": func(_ render.Target, o *api.BuildOptions) {
			o.Plugins = []api.Plugin{{Name: "wrong", Setup: func(b api.PluginBuild) {
				resolve := func(api.OnResolveArgs) (api.OnResolveResult, error) { panic("no truck") }
				b.OnResolve(api.OnResolveOptions{Filter: `server\.tsx$`}, resolve)
			}}}
		},
		"its start": func(_ render.Target, o *api.BuildOptions) {
			start := func() (api.OnStartResult, error) { panic("no truck") }
			o.Plugins = []api.Plugin{{Name: "wrong", Setup: func(b api.PluginBuild) { b.OnStart(start) }}}
		},
	} {
		cfg := config(t, plain)
		cfg.Options = options
		if _, err := render.New(cfg); !says(err, "panic: no truck") {
			t.Errorf("New() with a panic in %s = %v, want it to say so", name, err)
		}
	}
}

func TestClose(t *testing.T) {
	engine := newEngine(t, plain, func(c *render.Config) { c.Workers = 2 })
	page, err := engine.Page(t.Context(), "Deed", deed("", "a"))
	must(t, err)
	// A render in progress ends as it would; Close waits for it.
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := engine.Render(ctx, "Deed", deed("spin", ""))
		ended <- err
	}()
	cancel()
	engine.Close()
	if err := <-ended; err == nil {
		t.Error("a render that never ends succeeded")
	}
	engine.Close()
	if _, err := engine.Render(t.Context(), "Deed", deed("", "a")); !errors.Is(err, render.ErrClosed) {
		t.Errorf("Render() after Close = %v, want ErrClosed", err)
	}
	_, err = page.HTML(t.Context(), map[string]any{"note": map[string]string{"text": "b"}})
	if !errors.Is(err, render.ErrClosed) {
		t.Errorf("a state after Close = %v, want ErrClosed", err)
	}
	if _, err := page.HTML(t.Context(), nil); err != nil {
		t.Errorf("a kept page after Close: %v", err)
	}
}

// import.meta.env has the names of Vite.
func TestImportMetaEnv(t *testing.T) {
	const page = `export function Page() {
  return <p>{[import.meta.env.MODE, import.meta.env.DEV, import.meta.env.PROD, import.meta.env.SSR].join()}</p>;
}`
	for development, want := range map[bool]string{
		false: "<p>production,false,true,true</p>", true: "<p>development,true,false,true</p>",
	} {
		engine := newEngine(t, alone(page), func(c *render.Config) { serverAlone(c); c.Development = development })
		if got := html(t, engine, "Page", nil); got != want {
			t.Errorf("with Development %v the page is %s, want %s", development, got, want)
		}
	}
}
