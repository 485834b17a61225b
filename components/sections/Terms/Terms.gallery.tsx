import type { States } from "../../gallery";
import { Terms } from "./Terms";

export const states: States = ({ services }) => ({
  "as it is": <Terms {...services.terms} />,
});
