import { Fragment, type ReactNode } from "react";
import type { ServicePage } from "../../props.gen";
import { AreaBlock } from "../../sections/AreaBlock/AreaBlock";
import { Contact } from "../../sections/Contact/Contact";
import { Faq } from "../../sections/Faq/Faq";
import { Accepted } from "../../sections/Accepted/Accepted";
import { LinkNotes } from "../../sections/LinkNotes/LinkNotes";
import { Plans } from "../../sections/Plans/Plans";
import { Pricing } from "../../sections/Pricing/Pricing";
import { Reasons } from "../../sections/Reasons/Reasons";
import { ServiceHero } from "../../sections/ServiceHero/ServiceHero";
import { Steps } from "../../sections/Steps/Steps";
import { Document } from "../Document/Document";

/**
 * A service's page. The order of its sections is part of its content, but for two that are lines of others: benefits
 * stand beside the steps, if there are any, and what is not accepted below the items.
 */
export function Service({ layout, shape, breadcrumbs, hero, review, picture, order, area, contact, ...page }: ServicePage) {
  const sections: Record<string, ReactNode> = {
    items: (
      <Accepted
        {...page.items}
        picture={shape === "job" ? undefined : picture}
        notAccepted={order.includes("notAccepted") ? page.notAccepted : undefined}
        folded
      />
    ),
    steps: page.steps && (
      <Steps {...page.steps} benefits={order.includes("benefits") ? page.benefits : undefined} scene={hero.scene} />
    ),
    benefits: !order.includes("steps") && page.benefits && (
      <Reasons title={page.benefits.title} reasons={page.benefits.cards} id="benefits-title" />
    ),
    pricing: <Pricing {...page.pricing} />,
    paperwork: page.paperwork && <Reasons title={page.paperwork.title} reasons={page.paperwork.items} />,
    faq: page.faq && <Faq {...page.faq} sand wide />,
    links: <LinkNotes links={page.links} />,
    plans: page.plans && <Plans {...page.plans} />,
  };
  return (
    <Document
      layout={layout}
      className="compact"
      first={<ServiceHero {...hero} shape={shape} breadcrumbs={breadcrumbs} review={review} />}
    >
      {order.map((name) => (
        <Fragment key={name}>{sections[name]}</Fragment>
      ))}
      <AreaBlock {...area} />
      <Contact {...contact} />
    </Document>
  );
}
