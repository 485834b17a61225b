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
  const { assets } = layout;
  return (
    <Document layout={layout}>
      <QuoteHero {...hero} assets={assets} />
      <QuoteTypes {...categories} assets={assets} />
      <PriceTiers {...prices} assets={assets} />
      <Gallery {...gallery} assets={assets} />
      <Steps {...steps} />
      <Testimonials {...testimonials} />
      <QuoteBottom {...bottom} assets={assets} />
    </Document>
  );
}
