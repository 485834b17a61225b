import type { States } from "../../gallery";
import { Scene } from "./Scene";

export const states: States = ({ home }) => ({
  "as it is": <Scene name={home.hero.scene} />,
  decorative: <Scene name={home.hero.scene} decorative />,
});
