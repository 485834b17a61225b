import { Island } from "@haulfront/render";
import type { States } from "../../gallery";
import { FaqAccordion } from "./FaqAccordion";

export const states: States = ({ home }) => ({
  closed: <Island of={FaqAccordion} id="faq-list" props={home.faq.list} />,
});
