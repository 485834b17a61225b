import type { QuotePage } from "../../props.gen";
import { Contact } from "../../sections/Contact/Contact";
import { Gallery } from "../../sections/Gallery/Gallery";
import { PriceTiers } from "../../sections/PriceTiers/PriceTiers";
import { QuoteHero } from "../../sections/QuoteHero/QuoteHero";
import { SceneCards } from "../../sections/SceneCards/SceneCards";
import { Steps } from "../../sections/Steps/Steps";
import { Testimonials } from "../../sections/Testimonials/Testimonials";
import { Document } from "../Document/Document";

/** The page at "/get-quote". */
export function GetQuote({ layout, hero, categories, prices, gallery, steps, testimonials, bottom }: QuotePage) {
  return (
    <Document layout={layout} first={<QuoteHero {...hero} />}>
      {categories && (
        <SceneCards id="quote-types" title={categories.title} lead={categories.lead} cards={categories.items} arrow />
      )}
      {prices && <PriceTiers {...prices} />}
      {gallery.pairs.length > 0 && <Gallery {...gallery} />}
      <Steps {...steps} />
      {testimonials && <Testimonials {...testimonials} />}
      <Contact {...bottom} close="truck" again />
    </Document>
  );
}
