import type { QuotePage } from "../../props.gen";
import { Gallery } from "../../sections/Gallery/Gallery";
import { Loads } from "../../sections/Loads/Loads";
import { Offers } from "../../sections/Offers/Offers";
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
      <Offers {...categories} assets={assets} />
      <Loads {...prices} assets={assets} />
      <Gallery {...gallery} assets={assets} />
      <Steps {...steps} />
      <Testimonials {...testimonials} />
      <QuoteBottom {...bottom} assets={assets} />
    </Document>
  );
}
