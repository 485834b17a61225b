package render_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
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
	{`undefined`, `null`, "list.0 is undefined in a list, which"},
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
		"browser.ts": plain["browser.ts"],
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

type unit int

func (u unit) MarshalText() ([]byte, error) { return []byte("yards"), nil }

type coded []string

func (c coded) MarshalJSON() ([]byte, error) { return []byte(`"coded"`), nil }

type tagged struct {
	Tags []string `json:"tags"`
}

// load has slices and maps wherever a struct may have them, most of them nil.
type load struct {
	tagged
	Rows    []tagged          `json:"rows"`
	Lists   [][]string        `json:"lists"`
	Pair    [2][]int          `json:"pair"`
	ByUnit  map[unit][]int    `json:"byUnit"`
	Words   map[string]string `json:"words"`
	Any     any               `json:"any"`
	Photo   []byte            `json:"photo"`
	Omitted []string          `json:"omitted,omitempty"`
	Zero    map[string]int    `json:"zero,omitzero"`
	Coded   coded             `json:"coded"`
	None    any               `json:"none"`
	Pointer *[]string         `json:"pointer"`
	Raw     json.RawMessage   `json:"raw"`
	Number  json.Number       `json:"number"`
	ID      int64             `json:"id,string"`
}

const emptyLoad = `{"any":[],"byUnit":{"yards":[]},"coded":"coded","id":"9007199254740993","lists":[[],[]],` +
	`"none":null,"number":12.50,"pair":[[],[]],"photo":"","pointer":null,"raw":null,"rows":[{"tags":[]}],` +
	`"tags":[],"words":{}}`

// passedOn is a tree of a page that passes its props on to an island.
var passedOn = map[string]string{
	"Note.tsx": `export function Note(props: object) { return <p>{Object.values(props).map(String)}</p>; }`,
	"server.tsx": `import { Island, serve } from "@haulfront/render";
import { Note } from "./Note";
function Page(props: object) { return <Island of={Note} id="note" props={props} />; }
const sorted = (v: any): any => Array.isArray(v) || !v || typeof v !== "object" ? v :
  Object.fromEntries(Object.keys(v).sort().map((key) => [key, sorted(v[key])]));
serve({ pages: { Page }, islands: { Note }, values: { sorted } });`,
	"browser.ts": `import { start } from "@haulfront/render/browser";
start({ Note: () => import("./Note") });`,
}

// No nil slice or map becomes null: in the props of a page, those of a state, and arguments.
func TestNilProps(t *testing.T) {
	engine := newEngine(t, passedOn, func(*render.Config) {})
	props := load{Rows: []tagged{{}}, Lists: [][]string{nil, {}}, ByUnit: map[unit][]int{3: nil}, Any: []int(nil),
		Number: "12.50", ID: 1<<53 + 1}
	page, err := engine.Page(t.Context(), "Page", props)
	must(t, err)
	inJavaScript := strings.Replace(emptyLoad, "12.50", "12.5", 1)
	if got := string(page.Slots()[0].Props); got != inJavaScript {
		t.Errorf("the page passes on %s, want %s", got, inJavaScript)
	}
	got, err := page.HTML(t.Context(), map[string]any{"note": props})
	if want := ">" + emptyLoad + "</script>"; err != nil || !strings.Contains(string(got), want) {
		t.Errorf("a state is %s, %v; want %s", got, err, want)
	}
	for want, arg := range map[string]any{inJavaScript: props, "[]": []string(nil), "{}": map[string]any(nil)} {
		if value, err := engine.Value(t.Context(), "sorted", arg); err != nil || string(value) != want {
			t.Errorf("an argument is %s, %v; want %s", value, err, want)
		}
	}
}

// A whole number that JavaScript would round is an error, wherever it is.
func TestLargeNumbers(t *testing.T) {
	engine := newEngine(t, passedOn, func(*render.Config) {})
	page, err := engine.Page(t.Context(), "Page", map[string]any{"n": 0})
	must(t, err)
	render := func(n any) (shown string, errs []error) {
		props := map[string]any{"n": n}
		_, pageErr := engine.Page(t.Context(), "Page", props)
		_, stateErr := page.HTML(t.Context(), map[string]any{"note": props})
		html, err := engine.Island(t.Context(), "Note", "note", props)
		return string(html), []error{pageErr, stateErr, err}
	}
	type id int64
	for _, n := range []any{int64(1<<53 + 1), -1<<53 - 1, uint64(math.MaxUint64), id(math.MaxInt64), math.MinInt64,
		json.Number("9007199254740993"), json.RawMessage(`123456789012345678901234567890`), []id{1, 1<<60 + 1}} {
		_, errs := render(n)
		for _, err := range errs {
			if !says(err, "would round") {
				t.Errorf("%T %v: %v, want an error", n, n, err)
			}
		}
	}
	for n, want := range map[any]string{int64(1 << 53): "9007199254740992", -1 << 53: "-9007199254740992",
		1e20: "100000000000000000000", 1e21: "1e+21", 0.1: "0.1", float32(1 << 60): "1152921500000000000",
		"9007199254740993": "9007199254740993"} {
		if html, errs := render(n); errors.Join(errs...) != nil || html != "<p>"+want+"</p>" {
			t.Errorf("%T %v is %s, %v; want %s", n, n, html, errs, want)
		}
	}
	_, errs := render([]any{map[string]any{"id": 1<<53 + 1}})
	if !says(errs[0], "/n/0/id is 9007199254740993") {
		t.Errorf("the error is %v, want the place of the number", errs[0])
	}
}
