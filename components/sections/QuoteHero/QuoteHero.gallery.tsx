import type { States } from "../../gallery";
import { QuoteHero } from "./QuoteHero";

export const states: States = ({ quote }) => ({
  "as it is": <QuoteHero {...quote.hero} />,
});
