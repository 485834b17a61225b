import type { States } from "../../gallery";
import { Heading } from "./Heading";

export const states: States = ({ home }) => ({
  "large, with a lead": <Heading id="heading" title={home.services.title} lead={home.services.lead} />,
  large: <Heading id="heading" title={home.services.title} />,
  medium: <Heading id="heading" title={home.services.title} size="medium" />,
});
