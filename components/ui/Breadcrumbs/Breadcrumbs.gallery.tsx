import type { States } from "../../gallery";
import { Breadcrumbs } from "./Breadcrumbs";

export const states: States = ({ service }) => ({
  "as it is": <Breadcrumbs {...service.breadcrumbs} />,
});
