import type { States } from "../../gallery";
import { Checklist } from "./Checklist";

export const states: States = ({ service }) => ({
  "with ticks": <Checklist items={service.items.groups[0]!.items} />,
  "with crosses": service.notAccepted && <Checklist items={service.notAccepted.items} mark="x" />,
});
