import type { QuotePage } from "../../props.gen";
import { Gallery } from "../../sections/Gallery/Gallery";
import { PriceTiers } from "../../sections/PriceTiers/PriceTiers";
import { QuoteTypes } from "../../sections/QuoteTypes/QuoteTypes";
import { QuoteBottom } from "../../sections/QuoteBottom/QuoteBottom";
import { QuoteHero } from "../../sections/QuoteHero/QuoteHero";
import { Steps } from "../../sections/Steps/Steps";
import { Testimonials } from "../../sections/Testimonials/Testimonials";
import { Document } from "../Document/Document";

/** The page at "/get-quote". */
export function GetQuote({ layout, hero, categories, prices, gallery, steps, testimonials, bottom }: QuotePage) {
  return (
    <Document layout={layout}>
      <QuoteHero {...hero} />
      <QuoteTypes {...categories} />
      <PriceTiers {...prices} />
      <Gallery {...gallery} />
      <Steps {...steps} />
      <Testimonials {...testimonials} />
      <QuoteBottom {...bottom} />
    </Document>
  );
}
