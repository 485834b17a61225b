package render_test

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// elements is a page of any elements with any props.
var elements = map[string]string{
	"Elements.tsx": `
import { createElement } from "react";
export interface Element { type: string; props: Record<string, any>; children?: (string | Element)[] }
` + valuesModule() + `
function element({ type, props, children = [] }: Element, key: number) {
  const all = Object.fromEntries(Object.entries(props).map(([name, v]) => [name, v in values ? values[v] : v]));
  return createElement(type, { key, ...all }, ...children.map((c, i) => (typeof c === "string" ? c : element(c, i))));
}
export function Elements({ elements }: { elements: Element[] }) {
  return <>{elements.map(element)}</>;
}`,
	"server.tsx": `
import { serve } from "@haulfront/render";
import { Elements } from "./Elements";
serve({ pages: { Elements }, islands: { Elements } });`,
	"browser.ts": ``,
}

// values are values of attributes, as expressions, and hostileValues those with which React fails in some.
var values = strings.Split(strings.TrimSpace(`
""
" "
"\u00a0"
"\u0085"
"a b"
"\n<&\">'"
"–"
"x"
"0"
"-1"
"7"
" 7 "
"2.5"
"0x10"
"1_0"
"1e3"
({ color: "red", marginTop: 4, opacity: .5, WebkitLineClamp: 2, MozBoxFlex: 1 })
({ msFlex: 3, msTransform: " x ", "--A": 3 })
({ top: null, left: true, right: "", bottom: undefined, width: 0, height: -0, margin: NaN, padding: 1e21, "a<&": '"<' })
({ content: "–", zIndex: 2, "--b": "\t5" })
({ toString: () => "x", lineHeight: [1], Ä: 1 })
({ display: Symbol("s") })
"inf"
"Infinity"
"true"
"false"
"on"
"/services"
"#top"
"tel:+1"
"https://example.org/?a=1&b=2"
"//example.org"
"javascript:alert(1)"
" JaVa\nScRiPt:x"
"\u0001javascript:x"
"data:image/png;base64,x"
"lazy"
"high"
"use-credentials"
"stylesheet"
"preload"
"module"
"until-found"
"color: red"
true
false
null
undefined
0
-0
1
-1
7
2.5
NaN
Infinity
-Infinity
1e21
1e-7
10n
() => {}
class {}
async function f() {}
[]
["a", "b"]
[7]
({})
Object.create({ toString: () => "own" })
Object.create({ valueOf: () => 7, toString: undefined })
({ color: "red", opacity: 0.5, width: 3, "--x": " y ", WebkitFlex: 1, msFlex: 2, top: true, left: "", order: "<&" })
({ __html: "<b>&" })
({ __html: "\nx" })
({ __html: "" })
({ __html: 7 })
({ __html: null })
new String("boxed")
new Number(7)
new Date(0)
new Date(NaN)
/a"b/g
new Map([[1, 2]])
<b>child</b>
[<b key="1">child</b>, "text"]`), "\n")

var hostileValues = []string{
	`Symbol("s")`, `Object.create(null)`, `Object.create({ toString() { throw new Error("no text"); } })`,
	`({ get __html() { throw new Error("no HTML"); } })`, `Object.create({ toString: () => ({}) })`,
	`new Proxy({}, { get() { throw new Error("no property"); } })`,
}

// valuesModule is a map of values by their expressions.
func valuesModule() string {
	var module strings.Builder
	module.WriteString("const values: Record<string, any> = {\n")
	for _, value := range slices.Concat(values, hostileValues) {
		name, _ := json.Marshal(value) // of a string
		module.WriteString("  " + string(name) + ": " + value + ",\n")
	}
	return module.String() + "};"
}

// props returns the names of props: those in React's tables, with other ones that elements have cases for.
func props(t *testing.T) []string {
	t.Helper()
	source, err := os.ReadFile("../node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js")
	must(t, err)
	names := append(strings.Fields(`alt as ariaLabel aria-hidden charSet checked children cite CLASS class colSpan
		content cx d dangerouslySetInnerHTML data data-1 data-Odd data-state DATA-x dateTime encType fetchPriority fill
		for formEncType formMethod formTarget headers id integrity is itemProp kind lang list loading maxLength media
		method name nonce on one onClick onclick onLoad pattern placeholder popover popoverTarget poster precedence
		property rel sandbox selected sizes slot srcDoc srcLang srcSet step target title type useMap wrap x-y x.y`),
		"a b", "é", "1a", "a=b", "constructor", "toString", "__proto__x")
	part := string(source)
	for _, bounds := range [][2]string{{"aliases = new Map(", "])"}, {"function pushAttribute(", "default:"}} {
		_, part, _ := strings.Cut(part, bounds[0])
		part, _, _ = strings.Cut(part, bounds[1])
		for _, m := range regexp.MustCompile(`(?:case |\[)"(\S+)"`).FindAllStringSubmatch(part, -1) {
			names = append(names, m[1])
		}
	}
	return names
}

type element struct {
	Type     string         `json:"type"`
	Props    map[string]any `json:"props"`
	Children []any          `json:"children,omitempty"`
}

func drawElement(t *rapid.T, names []string, depth int) element {
	e := element{
		Type: rapid.SampledFrom(strings.Fields(`div a p h2 li span button label time table tbody tr td svg g path circle
			text details address option select input textarea img form br pre object my-element noscript title math
			foreignObject picture hr source meta link script style video iframe`)).Draw(t, "type"),
		Props: map[string]any{},
	}
	value := rapid.OneOf(rapid.SampledFrom(values), rapid.String())
	if rapid.IntRange(0, 20).Draw(t, "hostile") == 0 {
		value = rapid.SampledFrom(hostileValues)
	}
	for range rapid.IntRange(0, 4).Draw(t, "props") {
		name := rapid.SampledFrom(names).Draw(t, "name")
		e.Props[name] = value.Draw(t, name)
	}
	switch e.Type {
	case "input", "img", "br", "hr", "source", "textarea": // may have none
		return e
	}
	for range rapid.IntRange(0, 2).Draw(t, "children") {
		if depth > 0 && rapid.Bool().Draw(t, "element") {
			e.Children = append(e.Children, drawElement(t, names, depth-1))
		} else {
			text := rapid.SampledFrom([]string{"", "text", `<&">'`, "Dallas–Fort Worth"})
			e.Children = append(e.Children, text.Draw(t, "text"))
		}
	}
	return e
}

// hosts are elements with their surroundings, with props that make React treat them in their own ways.
var hosts = strings.Split(strings.ReplaceAll(`div; a; p; span id=x; svg; svg > path; svg > g; svg > text; svg > title;
svg > link rel=stylesheet href=/a precedence=p; svg > foreignObject > div; math; table > tbody > tr > td;
table > colgroup > col; details; label; time; dialog; canvas; template; video; audio; iframe; object; embed;
input; input type=checkbox; textarea; select; select value=7; select > option; select value=7 > option;
select defaultValue=x > option value=7; option; button; form; menuitem; picture > source; picture > img src=/a;
img; img src=/a; img src=/a loading=lazy; noscript > img src=/a;
noscript > link rel=stylesheet href=/a precedence=p; html > head > title; html > head > meta;
html > head > base; html > body; html; title; meta; meta name=viewport; meta itemProp=x; link;
link rel=stylesheet href=/a; link rel=stylesheet href=/a precedence=p; link rel=preload as=image href=/a;
script; script src=/a; script src=/a async=on; style; style href=/a precedence=p; pre; listing; br; hr; area;
wbr; track; keygen; my-element; font-face`, "\n", " "), "; ")

// hostOf returns the elements of a host, outermost first.
func hostOf(host string, name string, value any) element {
	outer, inner, nested := strings.Cut(host, " > ")
	words := strings.Fields(outer)
	e := element{Type: words[0], Props: map[string]any{}}
	for _, prop := range words[1:] {
		key, text, _ := strings.Cut(prop, "=")
		e.Props[key] = text
	}
	if nested {
		e.Children = []any{hostOf(inner, name, value)}
	} else {
		e.Props[name] = value
	}
	return e
}

// Whatever Go writes instead of React has Node's bytes, and what React refuses is refused.
func TestElements(t *testing.T) {
	engine, node, names := newEngine(t, elements, nil), newNode(t, elements), props(t)
	refused := regexp.MustCompile("^(style|children|dangerouslySetInnerHTML)$") // of a page, with some values
	for _, value := range values {
		var all []any
		for _, name := range names {
			if !refused.MatchString(name) {
				all = append(all, hostOf("a", name, value))
			}
		}
		styled := element{Type: "p", Props: map[string]any{"style": value, "title": "after"}}
		compare(t, engine, node, "Elements", map[string]any{"elements": []any{styled}})
		compare(t, engine, node, "Elements", map[string]any{"elements": all})
	}
	for _, value := range hostileValues { // React drops what it throws when it writes a stylesheet
		sheet := hostOf("link rel=stylesheet href=/a precedence=p", "title", value)
		compare(t, engine, node, "Elements", map[string]any{"elements": []any{sheet}})
	}
	dropped := hostOf("link rel=stylesheet href=/a precedence=p", "style", "x")
	lines := element{Type: "meta", Props: map[string]any{"charSet": "a\r\nb\rc"}}
	compare(t, engine, node, "Elements", map[string]any{"elements": []any{dropped, lines}})
	rapid.Check(t, func(r *rapid.T) {
		var list []any
		for range rapid.IntRange(1, 8).Draw(r, "elements") {
			if rapid.Bool().Draw(r, "host") {
				host, name := rapid.SampledFrom(hosts).Draw(r, "host"), rapid.SampledFrom(names).Draw(r, "name")
				list = append(list, hostOf(host, name, rapid.SampledFrom(values).Draw(r, "value")))
			} else {
				list = append(list, drawElement(r, names, 2))
			}
		}
		compare(r, engine, node, "Elements", map[string]any{"elements": list})
	})
}
