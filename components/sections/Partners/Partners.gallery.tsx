import type { States } from "../../gallery";
import { Partners } from "./Partners";

export const states: States = ({ city }) => ({
  "of disposal": <Partners use="disposal" {...city.disposal} />,
  "of recycling": <Partners use="recycling" {...city.recycling} />,
});
