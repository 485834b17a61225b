import type { HomePage } from "../../props.gen";
import { Area } from "../../sections/Area/Area";
import { Blog } from "../../sections/Blog/Blog";
import { Contact } from "../../sections/Contact/Contact";
import { Faq } from "../../sections/Faq/Faq";
import { Hero } from "../../sections/Hero/Hero";
import { Services } from "../../sections/Services/Services";
import { Testimonials } from "../../sections/Testimonials/Testimonials";
import { Truckloads } from "../../sections/Truckloads/Truckloads";
import { Why } from "../../sections/Why/Why";
import { WhoShowsUp } from "../../sections/WhoShowsUp/WhoShowsUp";
import { Document } from "../Document/Document";

/** The page at "/". */
export function Home({ layout, hero, truckloads, services, why, who, testimonials, area, faq, blog, contact }: HomePage) {
  return (
    <Document layout={layout}>
      <Hero {...hero} />
      <Truckloads {...truckloads} />
      <Services {...services} />
      <Why {...why} />
      {who && <WhoShowsUp {...who} />}
      {testimonials && <Testimonials {...testimonials} />}
      <Area {...area} />
      <Faq {...faq} />
      <Blog {...blog} />
      <Contact {...contact} />
    </Document>
  );
}
