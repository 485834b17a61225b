import _ from "lodash";
import { useState } from "react";

const loads = [
  { city: "Plano", yards: 12.5, tags: ["sofa", "crate"] },
  { city: "Allen", yards: 3, tags: ["sofa"] },
  { city: "Plano", yards: 7.25, tags: [] },
];

export function Tree() {
  const [count, setCount] = useState(2);
  const byCity = _(loads).groupBy("city").mapValues((all) => _.sumBy(all, "yards")).toPairs().sortBy(0).value();
  return (
    <section>
      <h1>{_.startCase("crème brûlée, to-go")}</h1>
      <p>{_.words("fred 🛋️ barney déjà-vu XMLHttp2Request").join("|")}</p>
      <p>{[_.size("🛋️ é 👩‍🚀"), _.deburr("Łódź naïve"), _.truncate("A long way to 🛋️🛋️", { length: 15 })].join(" ")}</p>
      <p>{_.template("<% rows.forEach((row) => { %><%- row.city %>;<% }) %>")({ rows: loads })}</p>
      <p>{JSON.stringify([byCity, _.merge({}, loads[0], { tags: ["bed"] }), _.chunk(_.range(count * 3), 4)])}</p>
      <p>{[_.kebabCase("fooBar"), _.padEnd("ü", 4, "-é"), _.escape("<a & b>")].join()}</p>
      <p>{String(_.isEqual(loads, _.cloneDeep(loads)))}</p>
      <p>{_.orderBy(loads, ["city", "yards"], ["asc", "desc"]).map(_.property("yards")).join()}</p>
      <p>{_.flattenDeep([1, [2, [3, [4]]]]).concat(_.uniq([1, 1]), _.sortedIndex([30, 50], 40)).join()}</p>
      <button onClick={() => setCount(count + 1)}>{_.times(count, _.constant("box")).join(" ")}</button>
    </section>
  );
}
