import type { States } from "../../gallery";
import { QuoteBottom } from "./QuoteBottom";

export const states: States = ({ quote }) => ({
  "as it is": <QuoteBottom {...quote.bottom} />,
});
