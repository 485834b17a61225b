import type { States } from "../../gallery";
import { PriceTiers } from "./PriceTiers";

export const states: States = ({ quote }) => ({
  "as it is": <PriceTiers {...quote.prices} />,
});
