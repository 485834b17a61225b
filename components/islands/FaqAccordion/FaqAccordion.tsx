import { Content, Header, Item, Root, Trigger } from "@radix-ui/react-accordion";
import type { CSSProperties } from "react";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import { kept } from "../kept";
import "./FaqAccordion.late.css";

// Radix writes the content's size into a style attribute, which the content security policy forbids and no rule reads:
// undefined keeps the attribute out of the HTML.
const noStyle = {
  "--radix-accordion-content-height": undefined,
  "--radix-accordion-content-width": undefined,
  "--radix-collapsible-content-height": undefined,
  "--radix-collapsible-content-width": undefined,
} as CSSProperties;

interface Props {
  questions: string[];
  /** Only the server has them. */
  answers: string[];
}

/** Questions and answers, one open at a time. Every answer is in the HTML and readable without scripts. */
export function FaqAccordion({ questions, answers }: Props) {
  return (
    <Root type="single" collapsible className="FaqAccordion">
      {questions.map((question, i) => (
        <Item key={question} value={String(i)} className="FaqAccordion-item">
          <Header className="FaqAccordion-heading">
            <Trigger className="FaqAccordion-trigger">{question}</Trigger>
          </Header>
          <Content
            forceMount
            className="FaqAccordion-answer muted"
            style={noStyle}
            {...kept(String(i), import.meta.env.SSR && noWrap(answers[i]!))}
          />
        </Item>
      ))}
    </Root>
  );
}
