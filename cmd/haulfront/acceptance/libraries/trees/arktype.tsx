import { type } from "arktype";
import { useState } from "react";

const Quote = type({
  email: "string.email",
  yards: "1 <= number <= 40",
  "day?": "string.date.iso",
  items: type({ name: "string > 0", count: "number.integer >= 1" }).array().atLeastLength(1),
  kind: "'sofa' | 'bed' | 'other'",
});
const Upper = type("string").pipe((text) => text.toUpperCase());

export function Tree() {
  const [yards, setYards] = useState(41);
  const good = Quote({ email: "jo@example.com", yards: 12.5, items: [{ name: "sofa", count: 2 }], kind: "sofa" });
  const bad = Quote({ email: "jo", yards, items: [], kind: "car", day: "soon" });
  return (
    <section>
      <p>{good instanceof type.errors ? good.summary : JSON.stringify(good)}</p>
      <pre>{bad instanceof type.errors ? bad.summary : "fine"}</pre>
      <p>{Quote.expression} {String(Upper("plano"))}</p>
      <p>{JSON.stringify(Quote.toJsonSchema({ fallback: (c) => c.base }))}</p>
      <button onClick={() => setYards(4)}>fewer</button>
    </section>
  );
}
