import { Island } from "@haulfront/render";
import { FaqAccordion } from "../../islands/FaqAccordion/FaqAccordion";
import type { FAQSection } from "../../props.gen";
import { Heading } from "../../ui/Heading/Heading";
import "./Faq.css";

/** Questions and answers. */
export function Faq({ title, lead, list }: FAQSection) {
  return (
    <section className="Faq section container grid" id="faq" aria-labelledby="faq-title">
      <div>
        <Heading id="faq-title" title={title} lead={lead} />
      </div>
      <Island of={FaqAccordion} id="faq-list" props={list} />
    </section>
  );
}
