import { extent, max, rollup, ticks } from "d3-array";
import { interpolateRgb } from "d3-interpolate";
import { scaleBand, scaleLinear, scaleLog, scaleTime } from "d3-scale";
import { arc, area, curveCatmullRom, curveMonotoneX, line, pie, stack } from "d3-shape";
import { useState } from "react";

const loads = [12.5, 19, 7.25, 22, 16].map((full, i) => ({ at: new Date(Date.UTC(2026, i, 8)), full, half: full / 3 }));

export function Tree() {
  const [wide, setWide] = useState(false);
  const x = scaleTime(extent(loads, (d) => d.at) as [Date, Date], [0, wide ? 600 : 300]);
  const y = scaleLinear([0, max(loads, (d) => d.full)!], [150, 0]).nice();
  const log = scaleLog([1, 1000], [0, 150]);
  const band = scaleBand(["a", "b", "c"], [0, 300]).padding(0.2);
  const slices = pie<(typeof loads)[number]>().value((d) => d.full)(loads);
  const draw = arc<(typeof slices)[number]>().innerRadius(20).outerRadius(70.3).padAngle(0.03).cornerRadius(4);
  const sides = stack<(typeof loads)[number]>().keys(["full", "half"])(loads);
  return (
    <figure>
      <svg width={wide ? 600 : 300} height={150}>
        <path d={line<(typeof loads)[number]>((d) => x(d.at), (d) => y(d.full)).curve(curveMonotoneX)(loads)!} />
        <path d={line<(typeof loads)[number]>((d) => x(d.at), (d) => y(d.half)).curve(curveCatmullRom)(loads)!} />
        <path d={area<(typeof sides)[0][number]>((_, i) => i * 40, (d) => y(d[0]), (d) => y(d[1]))(sides[1]!)!} />
        {slices.map((slice, i) => <path key={i} d={draw(slice)!} fill={interpolateRgb("#2f6f4f", "#fff")(i / 7)} />)}
        {y.ticks(5).map((tick) => <text key={tick} y={y(tick)}>{y.tickFormat(5, "$,.1f")(tick)}</text>)}
        {log.ticks(3).map((tick) => <circle key={tick} cx={log(tick)} r={band.bandwidth() / 90} />)}
        {x.ticks(4).map((tick) => <line key={+tick} x1={x(tick)} />)}
      </svg>
      <figcaption>{[...rollup(loads, (all) => all.length, (d) => d.full > 15), ...ticks(0, 1, 4)].join(" ")}</figcaption>
      <button onClick={() => setWide(true)}>widen</button>
    </figure>
  );
}
