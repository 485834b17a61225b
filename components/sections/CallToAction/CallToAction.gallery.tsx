import type { States } from "../../gallery";
import { CallToAction } from "./CallToAction";

export const states: States = ({ city }) => ({
  "as it is": <CallToAction {...city.cta} />,
});
