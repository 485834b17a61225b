import type { States } from "../../gallery";
import { Accepted } from "./Accepted";

export const states: States = ({ city, service }) => ({
  "in two columns": <Accepted {...city.services} wide />,
  "beside its things": <Accepted {...service.items} picture={service.pictures.middle} />,
  alone: <Accepted {...service.items} />,
});
