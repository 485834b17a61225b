package render_test

import "testing"

// made is a page that shows what components see of their elements, and what hooks keep between calls of a component.
var made = alone(`
import { Fragment, cloneElement, isValidElement } from "react";
import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useState, useTransition } from "react";
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
function Props(props: any) {
  "use strict";
  const { size, ...rest } = props;
  const before = [Object.entries(props), "size" in props, props.none, Object.keys({ ...props })];
  props.size = 2, props.more = [size], delete props.label;
  Object.freeze(props);
  let wrote = true;
  try { props.size = 3; } catch { wrote = false; }
  const seen = [before, rest, props, wrote, Array.isArray(props.children)];
  return <pre>{JSON.stringify(seen)}<Passed {...props} /></pre>;
}
const Passed = (props: any) => jsx("b", props);
function Hooks() {
  const [a, setA] = useState(0), [, add] = useReducer((x, y) => x + y, 1);
  const [sum = "none"] = useReducer(String, undefined as any);
  const [{ x }, ...more] = useState({ x: 1 }), [wait, , y = x] = useTransition() as any;
  const always = useMemo(() => ({}), []), never = useMemo(() => ({}), [a]), none = useMemo(() => ({}));
  const f = useCallback(() => a, []), g = useCallback(() => a, [a]);
  kept.add(always), kept.add(f), kept.add(setA), kept.add(useMemo(() => ({}), [x, y]));
  kept.add(useCallback(() => a, [x]));
  const four = useMemo(() => kept.size, [a, sum, x, y]), five = useMemo(() => kept.size, [a, sum, x, y, wait]);
  const [lazy, setLazy] = useState(() => kept.size), [, only] = useState(2), pair = useState(a);
  useEffect(() => { throw new Error("an effect"); }, [a]), useLayoutEffect(function () { throw 1; });
  if (lazy < 9) setLazy((n) => n + 3);
  if (a < 3) { setA(a + 1); setA((x) => x + 0); add(a); }
  const values = [kept.size, a, sum, wait, f(), g(), always === none, setA.length, x, y, more.length, four, five, lazy,
    typeof only, pair[0], pair === kept, useMemo(() => a, [])];
  kept.add(pair);
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
    <Props size={1} label="a" />
    <Props label="b" id="c" key="d">{n}{list}</Props>
    <Props children="e" />
  </main>;
}`)

// Components see the elements that Go makes as they see React's, and the hooks keep what React's keep.
func TestMadeElements(t *testing.T) {
	t.Parallel()
	compare(t, newEngine(t, made, serverAlone), newNode(t, made), "Page", nil)
}
