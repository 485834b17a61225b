import type { States } from "../../gallery";
import { ServiceList } from "./ServiceList";

export const states: States = ({ category, plainCategory }) => ({
  "with an introduction": <ServiceList {...category.services} intro={category.intro} />,
  "beside a scene": <ServiceList {...plainCategory.services} intro={plainCategory.intro} scene={plainCategory.hero.scene} />,
});
