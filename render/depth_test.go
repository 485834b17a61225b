package render_test

import (
	"strings"
	"testing"
	"time"

	"haulfront/render"
)

var deep = map[string]string{"server.tsx": `import { serve } from "@haulfront/render";
import { renderToStaticMarkup } from "react-dom/server";
import { Component, Suspense, createContext, memo, useContext, useId } from "react";
const Context = createContext(9);
const Depth = () => <i>{useContext(Context)}</i>;
const Plain = ({ children }: any) => children;
const Memo = memo(Plain);
class Class extends Component<any> { render() { return <b>{this.props.children}</b>; } }
const Id = ({ children }: any) => (useId(), children);
const kinds: Record<string, (inner: any, i: number) => any> = {
  element: (inner) => <b>{inner}</b>,
  text: (inner) => <b>a{inner}b</b>,
  array: (inner) => [inner],
  component: (inner) => <Plain>{inner}</Plain>,
  provider: (inner, i) => <Context.Provider value={i}>{inner}</Context.Provider>,
  memo: (inner) => <Memo>{inner}</Memo>,
  class: (inner) => <Class>{inner}</Class>,
  mixed: (inner) => <Memo><p><Id><div><Context.Provider value={0}>{[inner]}</Context.Provider></div></Id></p></Memo>,
};
const Again: any = () => <Again />, MemoAgain: any = memo(() => <MemoAgain />);
const InElement: any = () => <b><InElement /></b>;
const itself: any[] = [];
itself.push(itself);
function calls(n: number): number { return 1 + calls(n + 1); }
const map = (n: number): number => [n].map(() => map(n + 1))[0]!;
const Calls = () => <>{calls(0)}</>, MemoCalls = memo(Calls);
const Catches = () => {
  try {
    return calls(0);
  } catch (error) {
    return error instanceof RangeError && "caught";
  }
};
const endless: Record<string, any> = {
  Again, MemoAgain, InElement, Array: () => itself, Calls, MemoCalls, Map: () => map(0),
  Suspense: () => <p>a<Suspense fallback="wait"><b><Calls /></b></Suspense></p>,
  "Suspense around memo": () => <Suspense fallback="wait"><MemoCalls /></Suspense>,
  Catches: () => <p><Catches /></p>,
  Markup: () => renderToStaticMarkup(<Again />),
};
function Page({ kind, depth }: { kind: string; depth: number }) {
  let inner: any = <Depth />;
  if (kind in endless) { const Of = endless[kind]; return <Of />; }
  for (let i = 0; i < depth; i++) inner = kinds[kind]!(inner, i);
  return <Context.Provider value={0}><main>{inner}</main></Context.Provider>;
}
serve({ pages: { Page } });`}

// Nested nodes of all kinds render at any depth that content has, with the bytes of a shallow tree.
func TestDeep(t *testing.T) {
	engine := newEngine(t, deep, func(c *render.Config) { serverAlone(c); c.Timeout = time.Minute })
	const depth = 10_000
	for kind, around := range map[string][2]string{
		"element": {"<b>", "</b>"}, "text": {"<b>a", "b</b>"}, "array": {}, "component": {}, "provider": {}, "memo": {},
		"class": {"<b>", "</b>"}, "mixed": {"<p><div>", "</div></p>"},
	} {
		got, err := engine.Render(t.Context(), "Page", map[string]any{"kind": kind, "depth": depth})
		want := "<main>" + strings.Repeat(around[0], depth) + "<i>0</i>" + strings.Repeat(around[1], depth) + "</main>"
		if string(got) != want || err != nil {
			t.Errorf("%d nodes of the kind %s are %d bytes (%v), want %d", depth, kind, len(got), err, len(want))
		}
	}
}

// Whatever never ends is an Error, which a component may catch as in Node.
func TestEndless(t *testing.T) {
	t.Parallel()
	engine := newEngine(t, deep, func(c *render.Config) { serverAlone(c); c.Timeout = time.Minute })
	const nested, stack = "nested more than 51200 deep", "Maximum call stack size exceeded"
	for kind, want := range map[string]string{
		"Again": nested, "MemoAgain": nested, "InElement": nested, "Array": nested,
		"Calls": stack, "MemoCalls": stack, "Map": stack, "Markup": nested,
		"Suspense": stack, "Suspense around memo": stack, "Catches": "<p>caught</p>",
	} {
		got, err := engine.Render(t.Context(), "Page", map[string]any{"kind": kind})
		if !strings.Contains(string(got), want) && !says(err, want) {
			t.Errorf("%s is %s (%v), want %q", kind, got, err, want)
		}
		if _, err := engine.Render(t.Context(), "Page", map[string]any{"kind": "element"}); err != nil {
			t.Errorf("the page after %s: %v", kind, err)
		}
	}
}
