import type { States } from "../../gallery";
import { Area } from "./Area";

export const states: States = ({ home }) => ({
  "with all cities": <Area {...home.area} />,
});
