import { useState } from "react";
import styles from "./Counter.module.css";
import type { Counter as Props } from "./props.gen";

export function Counter({ start, unit }: Props) {
  const [count, setCount] = useState(start);
  return (
    <button className={`${styles.button} font-bold`} onClick={() => setCount(count + 1)}>
      {count} {unit}
    </button>
  );
}
