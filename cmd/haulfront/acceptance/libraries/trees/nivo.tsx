import { Bar } from "@nivo/bar";
import { useState } from "react";

const loads = [
  { month: "Jan", full: 12, half: 30.5 },
  { month: "Feb", full: 19, half: 22 },
  { month: "Mar", full: 7, half: 41 },
];

export function Tree() {
  const [wide, setWide] = useState(false);
  return (
    <figure>
      <Bar width={wide ? 600 : 400} height={240} data={loads} keys={["full", "half"]} indexBy="month" animate={false}
        margin={{ top: 20, right: 80, bottom: 40, left: 40 }} padding={0.3} colors={{ scheme: "nivo" }}
        axisLeft={{ legend: "loads", legendOffset: -32, legendPosition: "middle" }} enableLabel
        legends={[{ dataFrom: "keys", anchor: "bottom-right", direction: "column", itemWidth: 60, itemHeight: 20,
          translateX: 70 }]} />
      <button onClick={() => setWide(true)}>widen</button>
    </figure>
  );
}
