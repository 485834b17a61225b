import * as Star from "lucide-react/icons/star";
import type { Drawing } from "../Icon/Icon";
import "./Stars.css";

interface StarsProps {
  /** The number of stars, at most 5. */
  rating: number;
  /** The same in words. */
  label: string;
}

// From one star's left edge to the next one's: the width of lucide's box and a quarter.
const step = 30;

const stars = (Star as object as Drawing).__iconData.node.map(([, { d = "" }]) => d).join("");

/** A rating as a row of stars, in one path. */
export function Stars({ rating, label }: StarsProps) {
  const row = Array.from({ length: rating }, (_, i) =>
    stars.replace(/([ML])([\d.]+)/g, (_, command: string, x: string) => `${command}${+(+x + i * step).toFixed(3)}`),
  );
  return (
    <svg
      className="Stars"
      viewBox={`0 0 ${rating * step - 6} 24`}
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      role="img"
      aria-label={label}
    >
      <path d={row.join("")} />
    </svg>
  );
}
