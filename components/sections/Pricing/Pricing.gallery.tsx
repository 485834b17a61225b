import type { States } from "../../gallery";
import { Pricing } from "./Pricing";

export const states: States = ({ service, category }) => ({
  "of a service": <Pricing {...service.pricing} />,
  "of a category": category.pricing && <Pricing {...category.pricing} />,
});
