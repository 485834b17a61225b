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

// shapeGoals are the ratios to Node's time that pages should not exceed.
var shapeGoals = map[string]float64{"200 Hooks": 6, "1000 Elements": 3, "500 Rows": 3.5}

// BenchmarkShapes compares the time of pages with Node's. Both take turns, and the best of their mean times count,
// since other programs may use the machine. A missed goal is shown, and is no failure:
//
//	go test -run '^$' -bench '^BenchmarkShapes$' -benchtime 1x haulfront/render
func BenchmarkShapes(b *testing.B) {
	timeShapes(b, []int{200, 500, 1000, 4000}, 7, 100*time.Millisecond)
	b.ReportMetric(0, "ns/op") // the total time is meaningless
}

// The benchmark runs: both render the same pages.
func TestShapes(t *testing.T) {
	timeShapes(t, []int{200}, 1, time.Millisecond)
}

func timeShapes(t testing.TB, sizes []int, rounds int, period time.Duration) {
	engine := newEngine(t, shapes, serverAlone)
	node := newNode(t, shapes)
	fmt.Printf("\n%-16s %10s %10s %8s\n", "", "here", "Node", "ratio")
	for _, page := range []string{"Elements", "Rows", "Components", "Hooks", "Fields", "Nested"} {
		for _, n := range sizes {
			if page == "Nested" && n > 1000 {
				break // React in Node ends there
			}
			props := map[string]int{"n": n}
			compare(t, engine, node, page, props)
			node.time(t, page, props, 5*period) // compiles it
			var ours, theirs []time.Duration
			for range rounds {
				theirs = append(theirs, node.time(t, page, props, period))
				begun, count := time.Now(), time.Duration(0)
				for ; time.Since(begun) < period; count++ {
					_, err := engine.Render(t.Context(), page, props)
					must(t, err)
				}
				ours = append(ours, time.Since(begun)/count)
			}
			here, there := slices.Min(ours), slices.Min(theirs)
			name, ratio, verdict := fmt.Sprintf("%d %s", n, page), here.Seconds()/there.Seconds(), ""
			if goal, ok := shapeGoals[name]; ok && ratio <= goal {
				verdict = fmt.Sprintf("   ≤ %v ×   meets", goal)
			} else if ok {
				verdict = fmt.Sprintf("   ≤ %v ×   falls short", goal)
			}
			fmt.Printf("%-16s %10v %10v %6.2f ×%s\n", name, here, there, ratio, verdict)
		}
	}
}
