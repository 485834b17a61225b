package render_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"haulfront/render"
)

// odd are values of props in JavaScript, as they are sent in production, and what is wrong with them in development.
// Values that are not sent are wrong in both.
var odd = []struct{ value, sent, problem string }{
	{`new Map([[1, 2]])`, `{}`, "list.0 is a Map, which"},
	{`new Set()`, `{}`, "list.0 is a Set, which"},
	{`/x/`, `{}`, "list.0 is a RegExp, which"},
	{`() => {}`, `null`, "list.0 is a function, which"},
	{`Symbol("s")`, `null`, "list.0 is a symbol, which"},
	{`NaN`, `null`, "list.0 is NaN, which"},
	{`-Infinity`, `null`, "list.0 is -Infinity, which"},
	{`undefined`, `null`, "list is a list with undefined in it"},
	{`{ a: undefined, b: { f() {}, c: 1 } }`, `{"b":{"c":1}}`, "list.0.b.f is a function"},
	{`BigInt(1)`, ``, "list.0 is a BigInt"},
	{`cyclic`, ``, "contains itself"},
	{`{ get a() { throw new Error("no truck") } }`, ``, "no truck"},
	{`new Date(0)`, `"1970-01-01T00:00:00.000Z"`, ""},
	{`{ cents: 5, toJSON(key: string) { return { key, a: this.cents } } }`, `{"a":5,"key":"0"}`, ""},
	{`new String("a\r\n\r<\ud800–")`, `"a\n\n\u003c` + "\ufffd" + `–"`, ""},
	{`[1e21, 5e-7, -0, 1.5, 2 ** 53, new Number(3)]`, `[1e+21,5e-7,0,1.5,9007199254740992,3]`, ""},
	{`[null, true, new Boolean(false), "\u2028\\\""]`, `[null,true,false,"\u2028\\\""]`, ""},
	{`Object.create({ a: 1 }, { "<": { value: 2, enumerable: true }, c: { value: 3 } })`, `{"\u003c":2}`, ""},
	{`new Proxy(["a"], {})`, `["a"]`, ""},
	{`{ b: 1, a: { d: "", c: [] }, 1: 0 }`, `{"1":0,"a":{"c":[],"d":""},"b":1}`, ""},
}

func TestOddProps(t *testing.T) {
	var values strings.Builder
	for i, o := range odd {
		fmt.Fprintf(&values, "%d: () => (%s),\n", i, o.value)
	}
	files := map[string]string{
		"Note.tsx": `export function Note({ list }: { list: unknown[] }) { return <p>{list.length}</p>; }`,
		"server.tsx": `import { Island, serve } from "@haulfront/render";
import { Note } from "./Note";
const cyclic: any = {};
cyclic.again = [cyclic];
const values: Record<number, () => unknown> = {` + values.String() + `};
function Page({ of }: { of: number }) { return <Island of={Note} id="note" props={{ list: [values[of]!()] }} />; }
serve({ pages: { Page }, islands: { Note } });`,
		"browser.ts": ``,
	}
	for _, development := range []bool{false, true} {
		engine := newEngine(t, files, func(c *render.Config) { c.Development = development })
		for i, o := range odd {
			page, err := engine.Page(t.Context(), "Page", map[string]int{"of": i})
			if o.problem != "" && (development || o.sent == "") {
				if !says(err, o.problem) {
					t.Errorf("%s in development %v: %v, want %q", o.value, development, err, o.problem)
				}
				continue
			}
			if want := `{"list":[` + o.sent + `]}`; err != nil || string(page.Slots()[0].Props) != want {
				t.Errorf("%s in development %v: %s, %v; want %s",
					o.value, development, page.Slots()[0].Props, err, want)
			}
		}
	}
}

// Props of a page are an object, and numbers beyond those of JavaScript are infinite, as in JSON.parse.
func TestPageProps(t *testing.T) {
	files := alone(`export function Page({ n = 1 }: { n?: number }) { return <p>{String([n, -n, 1 / n])}</p>; }`)
	engine, node := newEngine(t, files, serverAlone), newNode(t, files)
	for _, props := range []any{nil, map[string]any{"n": json.RawMessage("1e400")}} {
		compare(t, engine, node, "Page", props)
	}
	for _, props := range []any{[]int{1}, 1, "n", true} {
		if _, err := engine.Page(t.Context(), "Page", props); !says(err, "props of Page: not a JSON object") {
			t.Errorf("Page() with %v = %v, want an error", props, err)
		}
	}
}
