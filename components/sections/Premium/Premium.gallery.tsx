import type { States } from "../../gallery";
import { Premium } from "./Premium";

export const states: States = ({ city }) => ({
  "as it is": <Premium {...(city.premium ?? city.services)} />,
});
