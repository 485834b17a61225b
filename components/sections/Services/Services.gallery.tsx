import type { States } from "../../gallery";
import { Services } from "./Services";

export const states: States = ({ home }) => ({
  "as it is": <Services {...home.services} />,
});
