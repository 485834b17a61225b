import type { States } from "../../gallery";
import { PriceList } from "./PriceList";

export const states: States = ({ service }) => ({
  "as it is": <PriceList rows={service.pricing.rows} />,
});
