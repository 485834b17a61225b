import type { Testimonial, TestimonialsSection } from "../../props.gen";
import { Heading } from "../../ui/Heading/Heading";
import { Stars } from "../../ui/Stars/Stars";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Testimonials.css";

/** Customer quotes: the first in large type, the others beside or below it. */
export function Testimonials({ title, rating, ratingHref, items }: TestimonialsSection) {
  return (
    <section className="Testimonials section container" aria-labelledby="testimonials-title">
      <Heading id="testimonials-title" title={title} size="medium" />
      {rating && (
        <p className="Testimonials-rating muted">{ratingHref ? <a href={ratingHref}>{rating}</a> : rating}</p>
      )}
      <div className="Testimonials-items grid">
        {items.map((item) => (
          <Quote key={item.author} {...item} />
        ))}
      </div>
    </section>
  );
}

function Quote({ text, author, place, date, rating, ratingLabel }: Testimonial) {
  return (
    <figure className="Testimonials-item">
      <Stars rating={rating} label={ratingLabel} />
      <blockquote className="Testimonials-text">
        <p>{noWrap(text)}</p>
      </blockquote>
      <figcaption className="Testimonials-author">
        {author}, <span className="Testimonials-place muted">{date ? `${place}, ${date}` : place}</span>
      </figcaption>
    </figure>
  );
}
