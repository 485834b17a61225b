import type { States } from "../../gallery";
import { Rating } from "./Rating";

export const states: States = () => ({
  "as it is": <Rating />,
  "with its area": <Rating area />,
});
