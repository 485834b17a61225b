import type { States } from "../../gallery";
import { Brand } from "./Brand";

export const states: States = () => ({
  "on light": <Brand />,
});
