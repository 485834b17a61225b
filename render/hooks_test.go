package render_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// hookCases are elements, or the functions of a component.
var hookCases = map[string]string{
	"Kinds": `<Fwd a={1} b={2} ref={{ current: null }} /><Fwd a={1}>x</Fwd><Again t="t" /><Both ref={null} z={1} />
		<Twice /><Class a="1" /><MemoClass a="2" /><Store /><Read /><C.Provider value="c1"><Read /></C.Provider>
		<Mixed /><Mixed /><Reduced /><Used /><Waits /><Ids /><Icon /><Icon2 />`,
	"Late":           `<Keeps /><Late /><Keeps />`,
	"Nulls":          `() => { const [a, set] = useState<any>(null); if (a === null) set(undefined); return a + ""; }`,
	"FunctionState":  `() => { const [a, set] = useState<any>(0); if (a === 0) set(() => f); return typeof a; }`,
	"Outer":          `function (this: any) { return useMemo(() => [typeof this, arguments.length], []).join(); }`,
	"Vars":           `() => { var [a, b] = useState(1), [c] = useState(2); if (a < 4) b(5); return a + c; }`,
	"Loop":           `() => { const [a, set] = useState(0); set(a + 1); return a; }`,
	"LoopReducer":    `() => { const [a, set] = useReducer((x) => x + 1, 0); set(); return a; }`,
	"MoreStates":     `() => { const [a, set] = useState(0); if (a) { const [b] = useState(2); } set(1); return a; }`,
	"MoreMemos":      `() => { const [a, set] = useState(0); if (a) useMemo(() => 1, []); set(1); return a; }`,
	"MoreRefs":       `() => { const [a, set] = useState(0); if (a) useRef(1); set(1); return a; }`,
	"ClassState":     `<Class f={() => { const [a] = useState(1); return a; }} />`,
	"ClassID":        `<Class f={() => useId()} />`,
	"ClassContext":   `<Class f={() => useContext(C)} />`,
	"ClassMemo":      `<Class f={() => useMemo(() => 1, [])} />`,
	"ClassEffect":    `<Class f={() => (useEffect(() => {}, []), "ok")} />`,
	"AfterTree":      `() => { const s = markup(<Ids />); const [a] = useState(s); return a; }`,
	"IDAfterTree":    `() => markup(<Plain />) + useId()`,
	"AfterClass":     `() => { const s = markup(<Class />); const [a] = useState(s); return a + useId(); }`,
	"ThrowingMemo":   `() => useMemo(() => { throw new Error("a memo"); }, [])`,
	"ThrowingState":  `() => { const [a] = useState(() => { throw new Error("a state"); }); return a; }`,
	"NoInit":         `() => { const [a] = useReducer(1 as any, 2, 3 as any); return a; }`,
	"NoReducer":      `() => { const [a, set] = useReducer(null as any, 2) as any; if (a === 2) set(); return a; }`,
	"NoContext":      `() => String(useContext({} as any))`,
	"MemoOfText":     `<TextMemo>x</TextMemo>`,
	"MemoOfLazy":     `<LazyMemo />`,
	"MemoOfNothing":  `<NoMemo />`,
	"ForwardNothing": `<NoForward />`,
}

const hookComponents = `
import { createContext, forwardRef, memo, useActionState, useContext, useDeferredValue, useEffect, useId, useMemo,
  useReducer, useRef, useState, useSyncExternalStore, useTransition, use, Component, lazy } from "react";
import * as React from "react";
import { serve } from "@haulfront/render";
import { renderToStaticMarkup as markup } from "react-dom/server";
const C = createContext("c0"), f = () => 1;
function Call({ f }: any) { return f(); }
class Class extends Component<any> { render() { return this.props.f?.() ?? <q>{this.props.a}<Ids /></q>; } }
function Plain() { return <s>plain</s>; }
function Ids() { const id = useId(); return <i id={id}>{useId()}<b id={useId()} /></i>; }
let set: any;
function Keeps() { const [a, own] = useState(1); set = own; return a; }
function Late() { const [a] = useState(2); if (a === 2) set(5); return a; }
function Inner() { const [n, set] = useState(0); if (n < 3) set(n + 1); return <u>{n}{React.useId()}</u>; }
function Icon() { const svg = markup(<Inner />); return <p>{svg}<Ids /></p>; }
function Icon2() {
  const [a, set] = useState(1), svg = markup(<b><Plain /></b>);
  if (a < 2) set(2);
  return <p>{svg}{a}<Ids /></p>;
}
const Fwd: any = forwardRef(function Fwd({ a, ...rest }: any, ref: any) {
  const id = useId(), kept = useRef(ref);
  return <em id={id}>{JSON.stringify([a, rest, typeof ref, ref === null, kept.current === ref])}<Ids /></em>;
});
const Again = memo((props: any) => {
  const [x, set] = useState(0);
  if (x < 5) set((y) => y + 1);
  return <em>{x}{props.t}<Ids /></em>;
}, () => true);
const Both = memo(Fwd) as any, Twice = memo(memo(Plain)), MemoClass = memo(Class), TextMemo: any = memo("b" as any);
const NoMemo: any = memo(null as any), NoForward: any = { $$typeof: Fwd.$$typeof, render: null };
const LazyMemo: any = memo(lazy(() => ({ then(f: any) { f({ default: Plain }); } }) as any));
function Store() {
  const v = useSyncExternalStore(() => () => {}, () => 1, () => 2), [p] = useTransition(), d = useDeferredValue(5);
  const [s] = useActionState((x: any) => x, 7);
  return <i>{v}{String(p)}{d}{s}{useId()}</i>;
}
function Read() { return <i>{useContext(C)}{React.useContext(C)}{use(C)}</i>; }
function Mixed() {
  const [a, setA] = useState(0), ref = useRef({ n: 0 }), id = useId(), [p] = useTransition(), other = React.useRef(0);
  const [b, add] = useReducer((s: number, x: number) => s + x, 1, (x) => x * 10);
  const [first] = React.useState(() => ({ a }));
  const last = useMemo(() => ({ a }), [a]), once = useMemo(() => ({ a }), []);
  ref.current.n++; other.current++;
  if (a < 4) { setA((x) => x + 1); add(5); }
  return <p id={id}>{JSON.stringify([a, b, ref.current.n, other.current, last.a, once.a, first.a, p])}{useId()}</p>;
}
function Reduced() {
  const [s, add] = useReducer((s: any, a: any) => ({ n: s.n + a }), { n: 0 });
  if (s.n < 3) add(1);
  return s.n;
}
const done = (value: any) => ({ status: "fulfilled", value, then() {} }) as any;
const atOnce = (value: any) => ({ then(f: any) { f(value); } }) as any, one = atOnce("one"), two = atOnce("two");
function Used() { return <b>{use(done("x")) as any}{use(done("y")) as any}{useId()}</b>; }
function Waits() {
  const v = use(one) as any, w = use(two) as any, [n] = useState(v + w);
  return <b>{n}{useId()}<Ids /></b>;
}
`

// Hooks do what React's do in Node: when a component runs again, calls them outside of a call, or renders another tree.
func TestHooks(t *testing.T) {
	t.Parallel()
	var source strings.Builder
	names := slices.Sorted(maps.Keys(hookCases))
	source.WriteString(hookComponents)
	for _, name := range names {
		of := hookCases[name]
		if !strings.HasPrefix(of, "<") {
			of = "<Call f={" + of + "} />"
		}
		source.WriteString("const " + name + "Page = () => <main>" + of + "</main>;\n")
	}
	source.WriteString("serve({ pages: { " + strings.Join(names, "Page, ") + "Page } });")
	files := map[string]string{"server.tsx": source.String()}
	engine, node := newEngine(t, files, serverAlone), newNode(t, files)
	for _, name := range names {
		if difference := differs(t, engine, node, name+"Page", nil); difference != "" {
			t.Errorf("%s: %s", name, difference)
		}
	}
}
