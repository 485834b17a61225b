import type { States } from "../../gallery";
import { CallBar } from "./CallBar";

export const states: States = () => ({
  "on a phone": <CallBar />,
});
