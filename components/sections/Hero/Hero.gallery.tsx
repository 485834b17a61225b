import type { States } from "../../gallery";
import { Hero } from "./Hero";

export const states: States = ({ home }) => ({
  "as it is": <Hero {...home.hero} />,
});
