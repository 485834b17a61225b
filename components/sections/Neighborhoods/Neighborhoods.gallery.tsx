import type { States } from "../../gallery";
import { Neighborhoods } from "./Neighborhoods";

export const states: States = ({ city }) => ({
  "as it is": <Neighborhoods {...city.neighborhoods} />,
});
