import clsx from "clsx";
import { useLayout } from "../../LayoutContext";
import { Stars } from "../Stars/Stars";
import "./Rating.css";

interface RatingProps {
  /** Shows where the reviews come from, on pages where they could be mistaken for a city's. */
  area?: boolean;
  className?: string;
}

/** The company's rating and number of reviews; a link to the reviews if content names their page. Nothing if it has none. */
export function Rating({ area = false, className }: RatingProps) {
  const { rating } = useLayout().brand;
  if (!rating) return null;
  const text = (
    <>
      <strong className="Rating-value">{rating.value}</strong> {rating.reviews}
      {area && ` ${rating.area}`}
    </>
  );
  return (
    <p className={clsx("Rating", className)}>
      <Stars rating={rating.stars} label={rating.label} />
      {rating.href ? (
        <a className="Rating-link underlined" href={rating.href}>
          {text}
        </a>
      ) : (
        text
      )}
    </p>
  );
}
