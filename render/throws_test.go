package render_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"haulfront/render"
)

// thrownValues are functions that return values to throw, and a part of the message that each of them gets. Most cannot
// be described like an Error: reading their text, stack or prototype throws.
const thrownValues = `
const toss = (message) => { throw new Error(message); };
const refuse = () => { throw Object.create(null); };
const error = (change) => Object.assign(Object.create(Error.prototype), change);
const with_ = (message, properties) => Object.defineProperties(new Error(message), properties);
const traps = new Proxy({}, { get: () => () => toss("a trap") });
const revoked = () => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; };
const cyclic = () => { const a = { inside: [] }; a.inside.push(a); return a; };
const values = {
  "an Error": [() => new Error("no truck"), "Error: no truck"],
  "no prototype": [() => Object.create(null), "cannot be described"],
  "toString throws": [() => ({ toString: () => toss("no text") }), "no text"],
  "toString throws such a value": [() => ({ toString: refuse }), "cannot be described"],
  "toString returns an object": [() => ({ toString: () => ({}) , valueOf: () => ({}) }), "cannot be described"],
  "Symbol.toPrimitive throws": [() => ({ [Symbol.toPrimitive]: () => toss("no primitive") }), "no primitive"],
  "Symbol.toPrimitive returns an object": [() => ({ [Symbol.toPrimitive]: () => ({}) }), "cannot be described"],
  "a stack that throws": [() => with_("no truck", { stack: { get: () => toss("no stack") } }), "Error: no truck"],
  "a stack that is no text": [() => with_("no truck", { stack: { value: 3 } }), "Error: no truck"],
  "a stack that is an object": [() => with_("no truck", { stack: { value: Object.create(null) } }), "Error: no truck"],
  "a message that throws": [() => with_("", { message: { get: refuse } }), "cannot be described"],
  "a message that is an object": [() => with_("", { message: { value: Object.create(null) } }), "cannot be described"],
  "a name that throws": [() => with_("no truck", { name: { get: () => toss("no name") } }), "no name"],
  "a frozen Error": [() => Object.freeze(new Error("no truck")), "Error: no truck"],
  "no Error": [() => error({ message: "no truck" }), "Error: no truck"],
  "a Proxy with traps that throw": [() => new Proxy(new Error("no truck"), traps), ""],
  "a Proxy of a function": [() => new Proxy(() => {}, traps), ""],
  "a revoked Proxy": [revoked, "Proxy"],
  "a cyclic object": [cyclic, "[object Object]"],
  "a Symbol": [() => Symbol("truck"), "Symbol(truck)"],
  "a BigInt": [() => BigInt(3), "3"],
  "null": [() => null, "null"],
  "undefined": [() => undefined, "undefined"],
  "a text": [() => "no truck", "no truck"],
  "a frozen object": [() => Object.freeze({ toString: () => "no truck" }), "no truck"],
  "an empty text": [() => "", ""],
  "a function": [() => function truck() {}, "function"],
  "a promise": [() => new Promise(() => {}), ""],
  "a thenable whose then throws": [() => ({ then: () => toss("no promise") }), ""],
  "a then that throws": [() => Object.defineProperty({}, "then", { get: () => toss("no then") }), ""],
};
`

// throws has a page and an island that throw a value at a place.
var throws = map[string]string{
	"values.js": thrownValues + `export { values };`,
	"Throws.jsx": `
import { Component, Suspense, createContext, forwardRef, memo, useMemo, useReducer, useState } from "react";
import { jsx } from "react/jsx-runtime";
import { values } from "./values.js";
const toss = (value) => { throw values[value][0](); };
const Throws = ({ value }) => toss(value);
const Memo = memo(Throws), Ref = forwardRef(({ value }, ref) => toss(value)), Context = createContext("");
const Reads = ({ value }) => <Context.Consumer>{() => toss(value)}</Context.Consumer>;
class Constructor extends Component { constructor(props) { super(props); toss(props.value); } render() {} }
class Render extends Component { render() { toss(this.props.value); } }
class Mount extends Component { UNSAFE_componentWillMount() { toss(this.props.value); } render() { return "x"; } }
class Derived extends Component {
  state = {};
  static getDerivedStateFromProps({ value }) { toss(value); }
  render() { return "x"; }
}
class Boundary extends Component {
  state = {};
  static getDerivedStateFromError() { return { failed: true }; }
  render() { return this.state.failed ? "failed" : this.props.children; }
}
const getter = (name, value) => Object.defineProperty({}, name, { enumerable: true, get: () => toss(value) });
const places = {
  page: toss,
  element: (value) => <p><b><Throws value={value} /></b></p>,
  array: (value) => <ul>{[<li key="1">a</li>, [<Throws key="2" value={value} />]]}</ul>,
  useMemo: (value) => jsx(() => useMemo(() => toss(value), []), {}),
  useState: (value) => jsx(() => useState(() => toss(value)), {}),
  useReducer: (value) => jsx(() => useReducer((a) => a, 0, () => toss(value)), {}),
  memo: (value) => <Memo value={value} />,
  forwardRef: (value) => <i><Ref value={value} /></i>,
  constructor: (value) => <Constructor value={value} />,
  render: (value) => <Render value={value} />,
  componentWillMount: (value) => <Mount value={value} />,
  getDerivedStateFromProps: (value) => <Derived value={value} />,
  getDerivedStateFromError: (value) => <Boundary><p><Throws value={value} /></p></Boundary>,
  context: (value) => <Context.Provider value=""><Reads value={value} /></Context.Provider>,
  "a getter of an element's props": (value) => jsx("p", getter("title", value)),
  "a getter of children": (value) => <p>{jsx("b", getter("children", value))}</p>,
  "a text of an attribute": (value) => <p title={{ toString: () => toss(value) }}>a</p>,
  "an iterator": (value) => <p>{{ [Symbol.iterator]: () => toss(value) }}</p>,
  Suspense: (value) => <p>a<Suspense fallback={<u>wait</u>}><b>b<Throws value={value} /></b></Suspense>c</p>,
  "Suspense at once": (value) => <Suspense fallback={<u>wait</u>}><Throws value={value} /></Suspense>,
  "a class in Suspense": (value) => <p><Suspense fallback="wait"><i><Render value={value} /></i></Suspense></p>,
  "a fallback": (value) =>
    <Suspense fallback={<Throws value={value} />}><Throws value="an Error" /></Suspense>,
};
export function Page({ place, value }) { return place ? places[place](value) : <p>fine</p>; }
export const names = {
  places: Object.keys(places), values: Object.entries(values).map(([name, [, text]]) => ({ name, text })),
};
export const readings = Object.fromEntries(Object.keys(values).map((name) => [name, { toJSON: () => toss(name) }]));`,
	"server.tsx": `import { serve } from "@haulfront/render";
import { Page, names, readings } from "./Throws";
serve({ pages: { Page }, islands: { Page }, values: { names, ...readings } });`,
	"browser.ts": ``,
}

// Whatever a component throws, wherever it does, is an Error or, in a Suspense boundary of an island, what Node makes
// of it. The runtime renders on.
func TestThrows(t *testing.T) {
	t.Parallel()
	engine, node := newEngine(t, throws, nil), newNode(t, throws)
	var names struct {
		Places []string
		Values []struct{ Name, Text string }
	}
	data, err := engine.Value(t.Context(), "names")
	must(t, errors.Join(err, json.Unmarshal(data, &names)))
	check := func(t *testing.T, place string, err error, text string) {
		t.Helper()
		var failed *render.Error
		if !errors.As(err, &failed) || !strings.Contains(failed.Message, text) {
			t.Errorf("in %s: %v, want an Error that says %q", place, err, text)
		}
	}
	fine := html(t, engine, "Page", nil)
	for _, value := range names.Values {
		t.Run(value.Name, func(t *testing.T) {
			for _, place := range names.Places {
				props := map[string]string{"place": place, "value": value.Name}
				compare(t, engine, node, "Page", props)
				if _, err := engine.Island(t.Context(), "Page", "a", props); err != nil {
					check(t, "an island's "+place, err, "")
				}
				if got := html(t, engine, "Page", nil); got != fine {
					t.Errorf("after %s: the page is %s", place, got)
				}
			}
			_, err := engine.Markup(t.Context(), "Page", map[string]string{"place": "page", "value": value.Name})
			check(t, "markup", err, value.Text)
			_, err = engine.Value(t.Context(), value.Name)
			check(t, "a value", err, value.Text)
			check(t, "the entry", render.Load(thrownValues+"throw values['"+value.Name+"'][0]();"), value.Text)
		})
	}
}
