import type { GallerySection } from "../../props.gen";
import { BeforeAfter } from "../../ui/BeforeAfter/BeforeAfter";
import { ButtonLink } from "../../ui/Button/Button";
import { Heading } from "../../ui/Heading/Heading";
import "./Gallery.late.css";

/** Before/after pairs, the first one large. */
export function Gallery({ title, lead, pairs, beforeLabel, afterLabel, quote }: GallerySection) {
  return (
    <section className="Gallery section container" aria-labelledby="gallery-title">
      <header className="Gallery-head">
        <div>
          <Heading id="gallery-title" title={title} lead={lead} />
        </div>
        <ButtonLink href={quote.href} tone="plain">
          {quote.label}
        </ButtonLink>
      </header>
      <div className="Gallery-pairs">
        {pairs.map((pair, i) => (
          <BeforeAfter key={pair.id} small={i > 0} {...{ pair, beforeLabel, afterLabel }} />
        ))}
      </div>
    </section>
  );
}
