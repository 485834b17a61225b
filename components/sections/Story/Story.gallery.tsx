import type { States } from "../../gallery";
import { Story } from "./Story";

export const states: States = ({ city }) => ({
  "with a picture": <Story {...city.local} picture={city.pictures.middle ?? city.hero.scene} />,
  "without a picture": <Story {...city.local} />,
});
