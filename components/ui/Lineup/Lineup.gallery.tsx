import type { States } from "../../gallery";
import { Lineup } from "./Lineup";

export const states: States = ({ service }) => ({
  "as it is": service.pictures.middle && <Lineup name={service.pictures.middle} />,
});
