import type { States } from "../../gallery";
import { NotAccepted } from "./NotAccepted";

export const states: States = ({ service }) => ({
  "as it is": service.notAccepted && <NotAccepted {...service.notAccepted} />,
});
