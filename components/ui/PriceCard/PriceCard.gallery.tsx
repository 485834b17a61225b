import type { States } from "../../gallery";
import { PriceCard } from "./PriceCard";

export const states: States = ({ quote }) => ({
  "all loads": [0, 1, 2, 4].map((quarters, i) => <PriceCard key={quarters} card={quote.prices.cards[i]!} quarters={quarters} />),
});
