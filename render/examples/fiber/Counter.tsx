import { useState } from "react";
import styles from "./Counter.module.css";

export function Counter({ start }: { start: number }) {
  const [count, setCount] = useState(start);
  return (
    <button className={styles.button} onClick={() => setCount(count + 1)}>
      {count} boxes
    </button>
  );
}
