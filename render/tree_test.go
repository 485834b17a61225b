package render_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"haulfront/render"

	"pgregory.net/rapid"
)

// trees is a page of any nodes: components of every kind, with what React has for them.
var trees = map[string]string{
	"Trees.tsx": `
import { Children, Component, Fragment, Suspense, cloneElement, createContext, createElement, forwardRef } from "react";
import { lazy, memo, use, useContext, useId, useMemo, useReducer, useState } from "react";
export interface Node { kind: string; text: string; children: Node[] }
import { preconnect, preinit, preinitModule, preload } from "react-dom";
const never = new Promise(() => {});
// A promise that is already fulfilled once React has asked for its value.
const soon: any = { then(resolve: any) { soon.status = "fulfilled"; soon.value = "soon"; resolve(); } };
const Depth = createContext(0), Unknown = createContext("");
const kinds: Record<string, any> = {
  Plain: ({ children }: any) => children,
  Div: ({ children, text }: any) => <div title={text}>{children}</div>,
  Id: ({ children }: any) => { const a = useId(), b = useId(); return <p id={a} data-b={b}>{children}</p>; },
  Below: ({ children }: any) => <Depth.Provider value={useContext(Depth) + 1}>{children}</Depth.Provider>,
  Depth: ({ children }: any) => <>{useContext(Depth)}{children}</>,
  State: ({ children, text }: any) => {
    const [n, set] = useState(0);
    if (n < 2) set(n + 1);
    return <i>{n}{useMemo(() => text, [text])}{children}</i>;
  },
  Reducer: ({ children }: any) => {
    const [n, add] = useReducer((n: number, m: number) => n + m, 1);
    if (n < 9) add(n);
    return [n, children];
  },
  Memo: memo(({ children }: any) => <section>{children}</section>),
  Ref: forwardRef(({ children }: any, ref) => <b ref={ref as any}>{children}</b>),
  Class: class extends Component<any> {
    static contextType = Depth;
    render() { return <em>{this.context as number}{this.props.children}</em>; }
  },
  Lazy: lazy(() => new Promise(() => {})),
  Suspense: ({ children }: any) => <Suspense fallback={<u>wait</u>}>{children}</Suspense>,
  Clones: ({ children }: any) => Children.map(children, (child) =>
    typeof child === "object" && child ? cloneElement(child, { "data-x": 1 }) : child),
  Iterable: ({ children }: any) => new Set(Array.isArray(children) ? children : [children]),
  Number: ({ text }: any) => text.length / 3 - 1,
  Nothing: ({ text }: any) => (text === "" ? null : text === "a" ? undefined : text === "b"),
  Throws: ({ text }: any) => { throw new Error(text); },
  Late: () => { throw new Promise(() => {}); },
  Later: () => use(never),
  Almost: ({ children }: any) => <>{useId()}{use(soon)}{children}</>,
  Title: ({ text }: any) => <title>{text}</title>,
  Meta: ({ text }: any) => <meta name="description" content={text} />,
  Sheet: ({ text }: any) => <link rel="stylesheet" href={"/" + text} precedence="high" />,
  Style: ({ text }: any) => <style href={"style" + text} precedence="low">{".a { color: red; }"}</style>,
  Script: ({ text }: any) => <script async src={"/" + text} />,
  Preload: ({ text }: any) => <link rel="preload" as="font" href={"/" + text} />,
  Image: ({ text }: any) => <img src={"/" + text} alt="" />,
  Calls: ({ text }: any) => {
    preload("/" + text, { as: "script" });
    preinit("/" + text + ".css", { as: "style" });
    preinitModule("/" + text + ".js");
    preconnect("https://" + text);
    return null;
  },
  Elsewhere: ({ children, text }: any) => <Unknown.Provider value={text}>{children}</Unknown.Provider>,
  Unknown: ({ children }: any) => <>{useContext(Unknown)}{children}</>,
  Use: ({ children }: any) => <b title={String(use(Depth))}>{children}</b>,
};
const hosts = ["div", "p", "svg", "table", "select", "option", "button", "main", "form", "noscript", "li"];
function node({ kind, text, children }: Node, key: number): any {
  if (kind === "text") return text;
  const inner = (children ?? []).map(node);
  if (kind === "array") return inner;
  if (kind === "keyed") return <Fragment key={text + key}>{inner}</Fragment>;
  if (kind === "fragment") return <>{text}{inner}{text}</>;
  if (hosts.includes(kind)) return createElement(kind, { key }, text, ...inner);
  if (kind === "portal") return { $$typeof: "unknown" };
  return createElement(kinds[kind], { key, text }, ...inner);
}
export function Trees({ nodes }: { nodes: Node[] }) {
  return <html><body>{nodes.map(node)}</body></html>;
}`,
	"server.tsx": `
import { serve } from "@haulfront/render";
import { Trees } from "./Trees";
serve({ pages: { Trees }, islands: { Trees } });`,
	"browser.ts": ``,
}

type node struct {
	Kind     string `json:"kind"`
	Text     string `json:"text"`
	Children []node `json:"children"`
}

func drawNode(t *rapid.T, depth int) node {
	kinds := strings.Fields(`text text Plain Div Id Id Below Depth State Reducer Memo Ref Class Suspense Clones Iterable
		Number Nothing div p svg table select option button main form noscript li fragment array keyed Elsewhere Unknown
		Use Title Meta Sheet Style Script Preload Image Calls Suspense`)
	if rapid.IntRange(0, 20).Draw(t, "rare") == 0 {
		kinds = []string{"Lazy", "Late", "Later", "Almost", "Throws", "portal"}
	}
	n := node{
		Kind:     rapid.SampledFrom(kinds).Draw(t, "kind"),
		Text:     rapid.SampledFrom([]string{"", "a", "b", "<&\n"}).Draw(t, "text"),
		Children: []node{},
	}
	for range rapid.IntRange(0, 4).Draw(t, "children") {
		if depth == 0 {
			break
		}
		n.Children = append(n.Children, drawNode(t, depth-1))
	}
	return n
}

// A tree that Go and React visit together has Node's bytes, ids included, and fails as there.
func TestTrees(t *testing.T) {
	engine, reference := newEngine(t, trees, nil), newNode(t, trees)
	rapid.Check(t, func(r *rapid.T) {
		var nodes []node
		for range rapid.IntRange(1, 4).Draw(r, "nodes") {
			nodes = append(nodes, drawNode(r, 4))
		}
		compare(r, engine, reference, "Trees", map[string]any{"nodes": nodes})
	})
}

// What the siblings of a suspended component put into the head stays, and of a failed one, what precedes it.
func TestSuspendedSiblings(t *testing.T) {
	engine, reference := newEngine(t, trees, nil), newNode(t, trees)
	for _, kind := range strings.Fields("Title Meta Sheet Style Script Preload Image Calls") {
		for _, late := range strings.Fields("Late Later Lazy Almost Throws") {
			siblings := []node{
				{Kind: kind, Text: "a"}, {Kind: late}, {Kind: kind, Text: "b"}, {Kind: "text", Text: "c"},
			}
			inside := node{Kind: "Plain", Children: []node{{Kind: "div", Children: siblings}, {Kind: kind, Text: "d"}}}
			for _, around := range []string{"Suspense", "div"} {
				nodes := []node{{Kind: around, Children: []node{inside, {Kind: kind, Text: "e"}}}}
				compare(t, engine, reference, "Trees", map[string]any{"nodes": nodes})
			}
		}
	}
}

// TestHostileTrees renders trees that never end, or that no JavaScript runs in while they are visited: each is an error
// within the bounds, and the next page is as ever.
func TestHostileTrees(t *testing.T) {
	files := alone(`
import { renderToStaticMarkup } from "react-dom/server";
export function Page({ deed }: { deed: string }) {
  let inner: any = "fine";
  if (deed === "doubled") for (let i = 0; i < 40; i++) inner = <b>{inner}{inner}</b>;
  if (deed === "empty array") inner = new Array(4e9);
  if (deed === "void with text") inner = <br {...({ dangerouslySetInnerHTML: { __html: "<b>x" } } as object)} />;
  if (deed === "own markup") inner = renderToStaticMarkup(<i title="a">b</i>);
  return <p>{inner}</p>;
}`)
	limited := func(limit time.Duration) *render.Engine {
		return newEngine(t, files, func(c *render.Config) {
			serverAlone(c)
			c.MaxHTML, c.Timeout = 1<<20, limit
		})
	}
	// The one that nothing but the time bounds has an engine of its own, so that the others may take theirs on a busy
	// machine.
	engine := limited(time.Minute)
	_, err := limited(time.Second).Render(t.Context(), "Page", map[string]string{"deed": "empty array"})
	if !says(err, "took too long: longer than") {
		t.Errorf("an empty array: Render() = %v, want that it took too long", err)
	}
	for deed, want := range map[string]string{
		"doubled": "too large", "void with text": "br is a self-closing tag",
	} {
		if _, err := engine.Render(t.Context(), "Page", map[string]string{"deed": deed}); !says(err, want) {
			t.Errorf("%s: Render() = %v, want %q", deed, err, want)
		}
	}
	for deed, want := range map[string]string{
		"": "<p>fine</p>", "own markup": "<p>&lt;i title=&quot;a&quot;&gt;b&lt;/i&gt;</p>",
	} {
		got, err := engine.Render(t.Context(), "Page", map[string]string{"deed": deed})
		for errors.Is(err, render.ErrBusy) { // a runtime is still being made
			got, err = engine.Render(t.Context(), "Page", map[string]string{"deed": deed})
		}
		if err != nil || string(got) != want {
			t.Errorf("%s: Render() = %s, %v, want %s", deed, got, err, want)
		}
	}
}
