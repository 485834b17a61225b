import type { States } from "../../gallery";
import { ServicePrices } from "./ServicePrices";

export const states: States = ({ services }) => ({
  "as it is": <ServicePrices jumpLabel={services.jumpLabel} categories={services.categories} />,
});
