package render_test

import "testing"

// made is a page that shows what components see of their elements, and what hooks keep between calls of a component.
var made = alone(`
import { Fragment, cloneElement, isValidElement } from "react";
import { useCallback, useMemo, useReducer, useState, useTransition } from "react";
import { jsx, jsxs } from "react/jsx-runtime";
const list = ["a", "b"], spread = { key: "k", title: "t" }, named = { toString: () => "named" };
let n = 0;
const elements: any[] = [
  <p />, <p key={0}>a</p>, <p key={undefined} title="a" hidden>{1}{"b"}{null}</p>, <p {...spread}>a</p>,
  <br key="a b" />,
  <p key={named as any} />, <p ref={null} />, <i data-a="1" aria-label="x">{...list}</i>, <b children={["a"]} />,
  <p><b>a</b>{list}</p>, <p title={String(n++)} key={n++} lang={String(n++)}>{n++}</p>, <b children={[]} />,
  <Fragment key="f">a</Fragment>, <Shown key="c" of={<p />} />, <option>a{1}</option>, <textarea value="a" readOnly />,
  jsx("p", { "a*": "b", "data a": 1, id: "c" }), jsxs("p", { children: ["a", "b"] }, "k"),
  jsx("p", { get title() { return "a"; } }),
  <p title="b" {...spread} />, <p {...spread} title="b" />, <img src="/a" alt="" loading="lazy" />, <hr />,
];
function Shown({ of }: any) {
  const seen = [Object.entries(of), "key" in of, isValidElement(of), of.props.children, { ...of }];
  return <pre>{JSON.stringify(seen)}</pre>;
}
const kept = new Set();
function Calls({ set }: any) {
  const [n] = useState(0);
  if (n === 0) set(9); // of another component
  return n;
}
function Hooks() {
  const [a, setA] = useState(0), [, add] = useReducer((x, y) => x + y, 1);
  const [sum = "none"] = useReducer(String, undefined as any);
  const [{ x }, ...more] = useState({ x: 1 }), [wait, , y = x] = useTransition() as any;
  const always = useMemo(() => ({}), []), never = useMemo(() => ({}), [a]), none = useMemo(() => ({}));
  const f = useCallback(() => a, []), g = useCallback(() => a, [a]);
  kept.add(always), kept.add(f), kept.add(setA);
  if (a < 3) { setA(a + 1); setA((x) => x + 0); add(a); }
  const values = [kept.size, a, sum, wait, f(), g(), always === none, setA.length, x, y, more.length];
  return <p>{JSON.stringify(values)}<Calls set={setA} /></p>;
}
export function Page() {
  kept.clear();
  const clones = elements.map((element, i) => cloneElement(element, { key: i, id: "clone" }));
  return <main>
    {elements.map((of, i) => <Shown key={i} of={of} />)}
    {clones}
    {elements}
    <Hooks /><Hooks />
  </main>;
}`)

// Components see the elements that Go makes as they see React's, and the hooks keep what React's keep.
func TestMadeElements(t *testing.T) {
	t.Parallel()
	compare(t, newEngine(t, made, serverAlone), newNode(t, made), "Page", nil)
}
