import clsx from "clsx";
import type { Link, Testimonial } from "../../props.gen";
import { noWrap } from "../NoWrap/NoWrap";
import { Stars } from "../Stars/Stars";
import "./Review.css";

interface ReviewProps {
  review: Testimonial;
  className?: string;
  /** The page of the service that it is about; missing on that page. */
  service?: Link;
}

/** One customer's review, short. */
export function Review({ review: { text, author, place, date, rating, ratingLabel }, className, service }: ReviewProps) {
  return (
    <figure className={clsx("Review", className)}>
      <Stars rating={rating} label={ratingLabel} />
      <blockquote className="Review-text">
        <p>{noWrap(text)}</p>
      </blockquote>
      <figcaption className="Review-author note">
        <strong>{author}</strong>, {date ? `${place}, ${date}` : place}
        {service && (
          <a className="Review-service underlined" href={service.href}>
            {service.label}
          </a>
        )}
      </figcaption>
    </figure>
  );
}
