import { useState } from "react";
import "./Counter.css";

export function Counter({ start }: { start: number }) {
  const [count, setCount] = useState(start);
  return (
    <button className="Counter" onClick={() => setCount(count + 1)}>
      {count} boxes
    </button>
  );
}
