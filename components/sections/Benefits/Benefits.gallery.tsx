import type { States } from "../../gallery";
import { Benefits } from "./Benefits";

export const states: States = ({ service }) => ({
  "as it is": <Benefits {...service.benefits} picture={service.hero.scene} />,
});
