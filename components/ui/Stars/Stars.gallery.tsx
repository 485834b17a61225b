import type { States } from "../../gallery";
import { Stars } from "./Stars";

export const states: States = () => ({
  "1 of 5": <Stars rating={1} label="1 stars" />,
  "3 of 5": <Stars rating={3} label="3 stars" />,
  "5 of 5": <Stars rating={5} label="5 stars" />,
});
