import type { States } from "../../gallery";
import { Plans } from "./Plans";

export const states: States = ({ service }) => ({
  "as it is": service.plans && <Plans {...service.plans} />,
});
