import clsx from "clsx";
import { Island } from "@haulfront/render";
import { FaqAccordion } from "../../islands/FaqAccordion/FaqAccordion";
import type { FAQSection } from "../../props.gen";
import { Heading } from "../../ui/Heading/Heading";
import "./Faq.late.css";

interface Props extends FAQSection {
  /** Set between sections without a band of their own. */
  sand?: boolean;
  /** Puts the questions in two columns below the heading. */
  wide?: boolean;
}

/** Questions and answers. */
export function Faq({ title, lead, items, sand = false, wide = false }: Props) {
  const heading = <Heading id="faq-title" title={title} lead={lead} />;
  return (
    <section
      className={clsx("Faq section band grid", sand && "sand")}
      data-wide={wide}
      id="faq"
      aria-labelledby="faq-title"
    >
      {lead ? <div>{heading}</div> : heading}
      <Island
        of={FaqAccordion}
        id="faq-list"
        props={{ questions: items.map(({ question }) => question), answers: items.map(({ answer }) => answer) }}
        file={{ has: ["answers"] }}
      />
    </section>
  );
}
