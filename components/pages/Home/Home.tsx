import { Fragment, type ReactNode } from "react";
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

/** The page at "/". The order of its sections is part of its content. */
export function Home({ layout, hero, order, contact, ...page }: HomePage) {
  const sections: Record<string, ReactNode> = {
    truckloads: <Truckloads {...page.truckloads} />,
    services: <Services {...page.services} />,
    why: <Why {...page.why} />,
    who: page.who && <WhoShowsUp {...page.who} />,
    testimonials: page.testimonials && <Testimonials {...page.testimonials} />,
    area: <Area {...page.area} />,
    faq: <Faq {...page.faq} />,
    blog: <Blog {...page.blog} />,
  };
  return (
    <Document layout={layout} first={<Hero {...hero} />}>
      {order.map((name) => (
        <Fragment key={name}>{sections[name]}</Fragment>
      ))}
      <Contact {...contact} />
    </Document>
  );
}
