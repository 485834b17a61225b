import { Island } from "@haulfront/render";
import { FaqAccordion } from "../../islands/FaqAccordion/FaqAccordion";
import type { FAQSection } from "../../props.gen";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Faq.css";

/** Questions and answers. */
export function Faq({ title, lead, list }: FAQSection) {
  return (
    <section className="Faq container" id="faq" aria-labelledby="faq-title">
      <h2 className="Faq-title" id="faq-title">
        {title}
      </h2>
      {lead && <p className="Faq-lead">{noWrap(lead)}</p>}
      <Island of={FaqAccordion} id="faq-list" props={list} className="Faq-list" />
    </section>
  );
}
