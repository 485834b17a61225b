package render_test

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// shapes are pages of n elements, rows or components.
var shapes = map[string]string{"server.tsx": `
import { serve } from "@haulfront/render";
import { useCallback, useId, useMemo, useReducer, useRef, useState } from "react";
const list = (n: number) => Array.from({ length: n }, (_, i) => i);
const Elements = ({ n }: any) => (
  <main>{list(n).map((i) => <p key={i} className="card" title={"t" + i}>Box {i}</p>)}</main>
);
const Rows = ({ n }: any) => (
  <table><tbody>{list(n).map((i) => (
    <tr key={i} className={i % 2 ? "odd" : "even"}>
      <td>{i}</td><td>Name {i}</td><td><a href={"/x/" + i}>open</a></td><td data-v={i}>{i * 3}</td>
    </tr>
  ))}</tbody></table>
);
const Plain = ({ i, label }: any) => <li className="row">{label}{i}</li>;
const Components = ({ n }: any) => <ul>{list(n).map((i) => <Plain key={i} i={i} label="Row " />)}</ul>;
const Hook = ({ i, label }: any) => {
  const [n] = useState(i);
  const text = useMemo(() => label + n, [label, n]);
  return <li className="row">{text}</li>;
};
const Hooks = ({ n }: any) => <ul>{list(n).map((i) => <Hook key={i} i={i} label="Row " />)}</ul>;
const Field = ({ i, label }: any) => {
  const id = useId(), ref = useRef(null);
  const [n] = useState(i), [sum, add] = useReducer((a: number, b: number) => a + b, i);
  const text = useMemo(() => label + n, [label, n]), onClick = useCallback(() => add(1), []);
  return <li id={id} ref={ref} onClick={onClick}>{text} {sum}</li>;
};
const Fields = ({ n }: any) => <ul>{list(n).map((i) => <Field key={i} i={i} label="Row " />)}</ul>;
const Nest = ({ n }: any) => (n > 0 ? <div className="n"><Nest n={n - 1} /></div> : <b>end</b>);
const Nested = ({ n }: any) => <main><Nest n={n} /></main>;
serve({ pages: { Elements, Rows, Components, Hooks, Fields, Nested } });`}

// BenchmarkShapes compares the time of pages with Node's. Both take turns, and the best of their mean times count,
// since other programs may use the machine:
//
//	go test -run '^$' -bench '^BenchmarkShapes$' -benchtime 1x haulfront/render
func BenchmarkShapes(b *testing.B) {
	const period = 100 * time.Millisecond
	engine := newEngine(b, shapes, serverAlone)
	node := newNode(b, shapes)
	fmt.Printf("\n%-16s %10s %10s %8s\n", "", "here", "Node", "ratio")
	for _, page := range []string{"Elements", "Rows", "Components", "Hooks", "Fields", "Nested"} {
		for _, n := range []int{500, 1000, 2000, 4000} {
			if page == "Nested" && n > 1000 {
				break // React in Node ends there
			}
			props := map[string]int{"n": n}
			compare(b, engine, node, page, props)
			node.time(b, page, props, 5*period) // compiles it
			var ours, theirs []time.Duration
			for range 7 {
				theirs = append(theirs, node.time(b, page, props, period))
				begun, count := time.Now(), time.Duration(0)
				for ; time.Since(begun) < period; count++ {
					_, err := engine.Render(b.Context(), page, props)
					must(b, err)
				}
				ours = append(ours, time.Since(begun)/count)
			}
			here, there := slices.Min(ours), slices.Min(theirs)
			ratio := here.Seconds() / there.Seconds()
			fmt.Printf("%-16s %10v %10v %7.2f×\n", fmt.Sprintf("%d %s", n, page), here, there, ratio)
		}
	}
	b.ReportMetric(0, "ns/op") // the total time is meaningless
}
