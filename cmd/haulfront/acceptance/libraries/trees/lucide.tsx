import { Check, LoaderCircle, Phone, Truck, type LucideIcon } from "lucide-react";
import { useState } from "react";

const steps: [LucideIcon, string][] = [
  [Phone, "We call"],
  [Truck, "We load"],
];

export function Tree() {
  const [done, setDone] = useState(false);
  return (
    <section>
      <ol>
        {steps.map(([Icon, text]) => (
          <li key={text}>
            <Icon size={32} strokeWidth={1.5} absoluteStrokeWidth aria-hidden /> {text}
          </li>
        ))}
      </ol>
      <button onClick={() => setDone(true)}>
        {done ? <Check color="green" aria-label="done" /> : <LoaderCircle className="spin" />}
        {done ? "done" : "wait"}
      </button>
    </section>
  );
}
