import type { States } from "../../gallery";
import { QuoteBox } from "./QuoteBox";

export const states: States = ({ blog }) => ({
  "on a wide page": <QuoteBox {...blog.quoteBox} />,
});
