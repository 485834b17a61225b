import clsx from "clsx";
import type { Testimonial, TestimonialsSection } from "../../props.gen";
import { Heading } from "../../ui/Heading/Heading";
import { Photo } from "../../ui/Scene/Scene";
import { Stars } from "../../ui/Stars/Stars";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Testimonials.late.css";

interface Props extends TestimonialsSection {
  /** Set between sections without a band of their own. */
  sand?: boolean;
}

/** Customer quotes: the first in large type, the others beside or below it. */
export function Testimonials({ title, rating, ratingHref, items, sand = false }: Props) {
  return (
    <section className={clsx("Testimonials section band", sand && "sand")} aria-labelledby="testimonials-title">
      <Heading id="testimonials-title" title={title} size="medium" />
      {rating && (
        <p className="Testimonials-rating muted">{ratingHref ? <a href={ratingHref}>{rating}</a> : rating}</p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- phones scroll them sideways */}
      <div className="Testimonials-items grid" role="group" aria-labelledby="testimonials-title" tabIndex={0}>
        {items.map((item) => (
          <Quote key={item.author + item.text} {...item} />
        ))}
      </div>
    </section>
  );
}

function Quote({ text, author, place, date, rating, ratingLabel, href, photo }: Testimonial) {
  return (
    <figure className="Testimonials-item">
      <Stars rating={rating} label={ratingLabel} />
      <blockquote className="Testimonials-text">{noWrap(text)}</blockquote>
      <Photo name={photo} className="Testimonials-photo" />
      <figcaption className="Testimonials-author">
        {href ? <a href={href}>{author}</a> : author}, <span className="Testimonials-place muted">{date ? `${place}, ${date}` : place}</span>
      </figcaption>
    </figure>
  );
}
