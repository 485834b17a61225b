import { useState } from "react";
import { Area, AreaChart, Bar, BarChart, CartesianGrid, Cell, Legend, Line, LineChart, Pie, PieChart } from "recharts";
import { ReferenceLine, Tooltip, XAxis, YAxis } from "recharts";

const loads = [
  { month: "Jan", full: 12, half: 30.5 },
  { month: "Feb", full: 19, half: 22 },
  { month: "Mar", full: 7, half: 41 },
];

export function Tree() {
  const [wide, setWide] = useState(false);
  return (
    <figure>
      <LineChart width={wide ? 600 : 400} height={200} data={loads} margin={{ left: 10 }}>
        <CartesianGrid strokeDasharray="3 3" />
        <XAxis dataKey="month" />
        <YAxis domain={[0, 50]} />
        <Line dataKey="full" stroke="#2f6f4f" isAnimationActive={false} />
        <Line dataKey="half" type="monotone" isAnimationActive={false} />
        <Tooltip />
        <Legend />
      </LineChart>
      <BarChart width={300} height={200} data={loads}>
        <XAxis dataKey="month" />
        <Bar dataKey="full" stackId="a" isAnimationActive={false} />
        <ReferenceLine y={10} label="goal" />
      </BarChart>
      <AreaChart width={300} height={100} data={loads}>
        <Area dataKey="half" isAnimationActive={false} />
      </AreaChart>
      <PieChart width={200} height={200}>
        <Pie data={loads} dataKey="full" nameKey="month" isAnimationActive={false}>
          {loads.map(({ month }, i) => <Cell key={month} fill={["#2f6f4f", "#888", "#ccc"][i]!} />)}
        </Pie>
      </PieChart>
      <button onClick={() => setWide(!wide)}>{wide ? "narrow" : "widen"}</button>
    </figure>
  );
}
