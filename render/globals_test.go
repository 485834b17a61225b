package render_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"haulfront/render"
)

// compareWithNode checks that JavaScript expressions, one per line, have the same values as in Node. Indented lines
// continue the one before; constants are for all expressions.
func compareWithNode(t *testing.T, expressions string) {
	t.Helper()
	var constants, list strings.Builder
	var texts []string
	for line := range strings.Lines(strings.ReplaceAll(expressions, "\n  ", " ")) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "const ") {
			constants.WriteString(line + "\n")
		} else if line != "" {
			text, _ := json.Marshal(line)
			list.WriteString(string(text) + ": () => " + line + ",\n")
			texts = append(texts, line)
		}
	}
	files := map[string]string{
		"expressions.mjs": constants.String() + "export const expressions = {\n" + list.String() + "};",
		"server.tsx": `import { serve } from "@haulfront/render";
import { expressions } from "./expressions.mjs";
function Page({ text }) {
  try {
    return JSON.stringify(String(expressions[text]()));
  } catch (e) {
    return e.name + ": " + e.message;
  }
}
serve({ pages: { Page } });`,
	}
	slow := func(c *render.Config) { serverAlone(c); c.Timeout = time.Minute } // the tests of other results run too
	engine, node := newEngine(t, files, slow), newNode(t, files)
	for _, text := range texts {
		if difference := differs(t, engine, node, "Page", map[string]string{"text": text}); difference != "" {
			t.Error(difference)
		}
	}
}

func TestGlobals(t *testing.T) {
	compareWithNode(t, `
typeof window + typeof document + typeof navigatorOfNobody
global === globalThis
typeof process.env.HOME_OF_NOBODY
"URL" in globalThis
["Blob", "File", "FormData", "Headers", "Request", "Response"].map((name) => globalThis[name].name + ({} instanceof
  globalThis[name])).join()
btoa("Größe") + atob(btoa("ÿ\0"))
btoa("€")
atob("YQ") + atob(" Y Q = = ")
[atob(""), atob("YWI="), atob("YWJj")]
atob("Y")
[...new TextEncoder().encode("a€😀\ud800")]
JSON.stringify(new TextEncoder().encodeInto("a€😀", new Uint8Array(6)))
new TextDecoder().decode(new Uint8Array([0xef, 0xbb, 0xbf, 97, 0xe2, 0x82, 0xac, 0xff, 0xe2, 0x82, 98, 0xf0, 0x9f]))
new TextDecoder("utf-8", { ignoreBOM: true }).decode(new Uint8Array([0xef, 0xbb, 0xbf, 97])).length
new TextDecoder("utf8", { fatal: true }).decode(new Uint8Array([97, 98]).subarray(1))
new TextDecoder(" UTF-8 ").encoding + new TextDecoder().decode() + new TextDecoder().decode(new ArrayBuffer(2)).length
(() => { try { new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array([255])) } catch (e) { return e.name }
  })()
JSON.stringify(structuredClone({ a: [1, , undefined, null], d: new Date(5), n: new Number(3), u: undefined }))
(() => { const a = { b: 1 }; a.self = a; const c = structuredClone(a); return c !== a && c.self === c && c.b })()
structuredClone(new Map([[{ a: 1 }, new Set([1, "x"])]])).values().next().value.has("x")
structuredClone(/a+/gi) + structuredClone(new Uint8Array([1, 2, 3]).subarray(1)) + structuredClone(BigInt(12))
structuredClone(new RangeError("far")) instanceof RangeError
structuredClone(Object.create({ inherited: 1 }, { own: { value: 2, enumerable: true } })).inherited
(() => { class A { x = 1 } const c = structuredClone(new A()); return c.constructor.name + c.x })()
(() => { try { structuredClone({ f() {} }) } catch (e) { return e.name } })()
structuredClone(Symbol("s"))
(() => { try { structuredClone(new WeakMap()) } catch (e) { return e.name + e.code + (e instanceof DOMException) } })()
(() => { const c = new AbortController(); let n = 0; c.signal.onabort = () => n++; c.abort(); c.abort(); return n })()
(() => { const c = new AbortController(); c.abort(); return [c.signal.aborted, c.signal.reason, c.signal.reason.code]
  })()
(() => { const c = new AbortController(); c.abort("why"); c.signal.throwIfAborted() })().name
(() => { const c = new AbortController(); const s = AbortSignal.any([c.signal]); c.abort(3); return s.reason })()
AbortSignal.abort().aborted
new AbortSignal()
((t, e) => { t.addEventListener("x", (e) => e.preventDefault(), { once: true }); return [t.dispatchEvent(e), e.type]
  })(new EventTarget(), new Event("x", { cancelable: true }))
((t, s) => { t.addEventListener("x", { handleEvent(e) { s += e.eventPhase + (e.target === t) } }, { once: true });
  for (const _ of "12") t.dispatchEvent(new Event("x")); return s })(new EventTarget(), "")
((t, s) => { t.addEventListener("x", (e) => e.stopImmediatePropagation()); t.addEventListener("x", () => { s = 1 });
  t.dispatchEvent(new Event("x")); return s })(new EventTarget(), 0)
new CustomEvent("a", { detail: 4 }).detail + new Event("b").type
new DOMException("m", "AbortError") + new DOMException().name
typeof performance.now() + (performance.now() < 1e6) + (performance.timeOrigin > 1.6e12)
queueMicrotask(() => {})
[Math.pow(10, -5), ((x) => x ** 10)(1.1), ((x) => x ** 1e6)(1.0000001), ((x) => x ** 2.5)(-8)]
[0, -0, 1, -1, 2, -2.5, NaN, 1 / 0, -1 / 0].map((x) => [0, 1, -1, 0.5, -0.5, 3, -3, 1e10, NaN, 1 / 0, -1 / 0].map((y) =>
  1 / x ** y))
["sin", "cos", "tan"].map((f) => Array.from({ length: 4000 }, (_, i) => Math[f](i * 0.37 - 700)))
["sin", "cos", "tan"].map((f) => [-0, 1e-9, 0.3, 0.7854, -1, Math.PI / 2, -Math.PI, 3 * Math.PI, 1e5, "2", NaN, 1 / 0]
  .map((x) => Object.is(Math[f](x), -0) + Math[f](x)))
((x) => { x **= BigInt(70); return x })(BigInt(-3))
((x) => x ** BigInt(2))(3)
String(Symbol.asyncIterator) + typeof (async function* () {})()[Symbol.asyncIterator]
typeof queueMicrotask + typeof setTimeout + typeof clearTimeout + typeof setImmediate
`)
}

func TestURL(t *testing.T) {
	compareWithNode(t, `
new URL("https://user:p%61ss@Ex\u00e4mple.com:8080/a/../b c?q=1&q=2#h\u00e4sh").href
new URL("//cdn.example/x", "https://example.com/a").href
new URL("?x#y", "https://example.com/a/b")
new URL("nonsense")
new URL("/a")
URL.canParse("https://a.example") + "" + URL.canParse("a")
JSON.stringify({ url: new URL("https://example.com") })
((u) => [u.origin, u.host, u.hostname, u.port, u.pathname, u.search, u.hash, u.protocol])(new
  URL("http://a.b:80/c?d#e"))
[new URL("blob:https://a.b/c").origin, new URL("mailto:a@b").origin, new URL("file:///a").origin]
(() => { const u = new URL("https://a.b/c?x=1"); u.searchParams.append("y", "a b&c"); u.hash = "z"; return u.href })()
(() => { const u = new URL("https://a.b/c?x=1"); const p = u.searchParams; u.search = "?y=2"; return p.get("y") +
  p.get("x") })()
(() => { const u = new URL("https://a.b/c?x=1#h"); u.searchParams.delete("x"); return u.href })()
(() => { const u = new URL("https://a.b/c?x=1"); u.search = ""; u.port = "81"; u.host = "c.d:99"; u.protocol =
  "http"; return u })()
(() => { const u = new URL("https://a.b/c"); u.pathname = "d e"; u.username = "m@n"; u.password = ":"; return u.href
  })()
(() => { const u = new URL("https://a.b/c"); u.href = "http://x"; return u.href })()
(() => { const u = new URL("https://a.b/c"); u.href = "x" })()
new URLSearchParams("?a=1&a=2&b=%zz&c=%e4+%2B&=x&d&&e=%F0%9F%98%80")
new URLSearchParams({ a: "1 2", b: "~*-._'()!ä€" })
new URLSearchParams([["a", 1], ["b", null]]).toString()
new URLSearchParams(new URLSearchParams("a=1")).toString()
[...new URLSearchParams("a=1&b=2")].join(";") + [...new URLSearchParams("a=1&b=2").keys()] + new
  URLSearchParams("a=3").size
(() => { const p = new URLSearchParams("b=1&a=1&b=2"); p.sort(); p.set("b", 9); p.delete("a", "2"); return p })()
(() => { const p = new URLSearchParams("b=1&a=1"); let s = ""; p.forEach((v, k) => { s += k + v }); return s +
  p.has("a", "2") })()
Object.prototype.toString.call(new URL("a:b")) + Object.prototype.toString.call(new URLSearchParams())
`)
}

// Without package platform, what goja does otherwise than browsers is an error, and nothing differs silently.
func TestWithoutPlatform(t *testing.T) {
	for code, want := range map[string]string{
		`(1.5).toLocaleString("en-US")`:    "Number.prototype.toLocaleString depends on the locale: set Config.Globals",
		`new Date(0).toLocaleDateString()`: "Date.prototype.toLocaleDateString depends on the locale",
		`String(new Date(0))`:              "Date.prototype.toString depends on the locale",
		`"a".localeCompare("b")`:           "String.prototype.localeCompare depends on the locale",
		`Intl.NumberFormat`:                "Intl is not defined",
		`new URL("https://example.com")`:   "URL is not defined",
	} {
		page := "export function Page() {\n return <p>{String(\n" + code + ")}</p>; }"
		engine := newEngine(t, alone(page), func(c *render.Config) { serverAlone(c); c.Globals = nil })
		got, err := engine.Render(t.Context(), "Page", nil)
		if !says(err, want) {
			t.Errorf("%s renders %s, %v, want %q", code, got, err, want)
		}
	}
}

// Node has URL.parse since version 22.
func TestURLParse(t *testing.T) {
	page := `export function Page() { return <p>{String([URL.parse("/a"), URL.parse("/a", "https://b")])}</p>; }`
	if got := html(t, newEngine(t, alone(page), serverAlone), "Page", nil); got != "<p>,https://b/a</p>" {
		t.Errorf("the page is %s", got)
	}
}

// The console writes to Config.Log, with the line of its caller.
func TestConsole(t *testing.T) {
	calls := [][2]string{
		{`console.log("a", 1, { b: [2, "c"], d: null })`, `level=INFO msg="console: a 1 { b: [ 2, \"c\" ], d: null }"`},
		{`console.info()`, `level=INFO msg="console: "`},
		{`console.debug("d")`, `level=DEBUG msg="console: d"`},
		{`console.warn("%s has %d boxes%%", "Ann", "3", BigInt(4))`, `level=WARN msg="console: Ann has 3 boxes% 4n"`},
		{`console.error(new Map([[1, new Set()]]))`, `level=ERROR msg="console: Map(1) { 1 => Set(0) {} }"`},
		{`console.error(new Error("no truck"))`, `level=ERROR msg="console: Error: no truck`},
		{`console.assert(1 > 2, "less")`, `level=ERROR msg="console: Assertion failed less"`},
		{`console.log({ get a() { throw 1 } })`, `level=INFO msg="console: a value that cannot be printed"`},
		{`((a) => { a.a = a; console.log(a) })({})`, `level=INFO msg="console: { a: [Circular] }"`},
		{`console.count("n")`, `level=INFO msg="console: n: 1"`},
		{`console.trace("here")`, `level=DEBUG msg="console: Trace: here\n\tat Page (server.tsx:`},
		// After the render:
		{`queueMicrotask(() => console.log("later"))`, `level=INFO msg="console: later"`},
	}
	var page strings.Builder
	page.WriteString("export function Page() {\n")
	for _, call := range calls {
		page.WriteString(call[0] + ";\n")
	}
	page.WriteString("return <p>fine</p>; }")
	var log bytes.Buffer
	engine := newEngine(t, alone(page.String()), func(c *render.Config) {
		serverAlone(c)
		c.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	if got := html(t, engine, "Page", nil); got != "<p>fine</p>" {
		t.Errorf("the page is %s", got)
	}
	lines := strings.Split(log.String(), "\n")
	for i, call := range calls {
		at := fmt.Sprintf(" file=server.tsx line=%d", i+3)
		if !strings.Contains(lines[i], call[1]) || !strings.HasSuffix(lines[i], at) {
			t.Errorf("%s logs %s, want %s and%s", call[0], lines[i], call[1], at)
		}
	}
}

// Timers never fire. In development a warning says so, once per place.
func TestTimers(t *testing.T) {
	page := `export function Page({ n = 0 }) {
  clearTimeout(setTimeout(() => { throw new Error("fired"); }, 0));
  return <p>{typeof setInterval(() => {}, 1)}</p>;
}`
	for development, want := range map[bool]int{true: 1, false: 0} {
		var log bytes.Buffer
		engine := newEngine(t, alone(page), func(c *render.Config) {
			serverAlone(c)
			c.Development, c.Workers, c.Log = development, 2, slog.New(slog.NewTextHandler(&log, nil))
		})
		for range 4 {
			if got := html(t, engine, "Page", nil); got != "<p>number</p>" {
				t.Errorf("the page is %s", got)
			}
		}
		for _, warning := range []string{
			`level=WARN msg="setTimeout does nothing on the server`, "file=server.tsx line=3\n", "line=4\n",
		} {
			if n := strings.Count(log.String(), warning); n != want {
				t.Errorf("in development %v, %q is logged %d times, want %d: %s", development, warning, n, want, &log)
			}
		}
	}
}
