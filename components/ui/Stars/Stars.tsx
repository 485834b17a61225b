import { Icon } from "../Icon/Icon";
import "./Stars.css";

interface StarsProps {
  /** The number of stars, at most 5. */
  rating: number;
  /** The same in words. */
  label: string;
}

/** A rating as a row of stars. */
export function Stars({ rating, label }: StarsProps) {
  return (
    <span className="Stars" role="img" aria-label={label}>
      {Array.from({ length: rating }, (_, i) => (
        <Icon key={i} name="star" className="Stars-star" />
      ))}
    </span>
  );
}
