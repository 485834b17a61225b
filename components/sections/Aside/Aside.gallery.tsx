import type { States } from "../../gallery";
import { Aside } from "./Aside";

export const states: States = ({ city }) => ({
  "with references": <Aside text={city.references ?? city.cta.text} />,
});
