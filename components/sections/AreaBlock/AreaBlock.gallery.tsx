import type { States } from "../../gallery";
import { AreaBlock } from "./AreaBlock";

export const states: States = ({ service }) => ({
  "as it is": <AreaBlock {...service.area} />,
});
