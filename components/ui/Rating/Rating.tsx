import clsx from "clsx";
import { useLayout } from "../../LayoutContext";
import { Stars } from "../Stars/Stars";
import "./Rating.css";

interface RatingProps {
  /** Says where the reviews come from, on pages where they could be taken for those of a city. */
  area?: boolean;
  className?: string;
}

/** The company's rating and how many reviews it rests on; nothing where the company states none. */
export function Rating({ area = false, className }: RatingProps) {
  const { rating } = useLayout().brand;
  if (!rating) return null;
  return (
    <p className={clsx("Rating", className)}>
      <Stars rating={rating.stars} label={rating.label} />
      <strong className="Rating-value">{rating.value}</strong> {rating.reviews}
      {area && ` ${rating.area}`}
    </p>
  );
}
