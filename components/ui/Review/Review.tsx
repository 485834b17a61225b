import clsx from "clsx";
import type { Link, Testimonial } from "../../props.gen";
import { noWrap } from "../NoWrap/NoWrap";
import { Photo } from "../Scene/Scene";
import { Stars } from "../Stars/Stars";
import "./Review.css";

interface ReviewProps {
  review: Testimonial;
  className?: string;
  /** Sets the text like a heading. */
  large?: boolean;
  /** The page of the service that it is about; missing on that page. */
  service?: Link;
}

/** One customer's review, short. */
export function Review({ review, className, large = false, service }: ReviewProps) {
  const { text, author, place, date, rating, ratingLabel, photo } = review;
  return (
    <figure className={clsx("Review", className)} data-large={large || undefined}>
      <Stars rating={rating} label={ratingLabel} />
      <blockquote className="Review-text">{noWrap(text)}</blockquote>
      <Photo name={photo} className="Review-photo" />
      <figcaption className="Review-author note">
        <strong translate="no">{author}</strong>, {date ? `${place}, ${date}` : place}
        {service && (
          <a className="Review-service underlined" href={service.href}>
            {service.label}
          </a>
        )}
      </figcaption>
    </figure>
  );
}
