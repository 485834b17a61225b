import type { States } from "../../gallery";
import { Steps } from "./Steps";

export const states: States = ({ service, quote }) => ({
  "of a service": <Steps {...service.steps} />,
  "of a quote": <Steps {...quote.steps} />,
});
