import type { States } from "../../gallery";
import { Towns } from "./Towns";

export const states: States = ({ locations }) => ({
  "as it is": <Towns {...locations.also} />,
});
