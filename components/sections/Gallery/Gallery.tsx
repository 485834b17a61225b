import type { GallerySection } from "../../props.gen";
import { BeforeAfter } from "../../ui/BeforeAfter/BeforeAfter";
import { ButtonLink } from "../../ui/Button/Button";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Gallery.css";

/** Before/after pairs, the first one large. */
export function Gallery({ title, lead, pairs, beforeLabel, afterLabel, quote }: GallerySection) {
  return (
    <section className="Gallery container" aria-labelledby="gallery-title">
      <header className="Gallery-head">
        <div>
          <h2 id="gallery-title">{title}</h2>
          <p className="Gallery-lead">{noWrap(lead)}</p>
        </div>
        <ButtonLink href={quote.href} tone="plain">
          {quote.label}
        </ButtonLink>
      </header>
      <div className="Gallery-pairs">
        {pairs.map((pair) => (
          <BeforeAfter key={pair.id} pair={pair} beforeLabel={beforeLabel} afterLabel={afterLabel} />
        ))}
      </div>
    </section>
  );
}
