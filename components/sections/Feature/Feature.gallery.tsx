import type { States } from "../../gallery";
import { Feature } from "./Feature";

export const states: States = ({ city, service }) => ({
  "as it is": <Feature id="feature" {...(city.estate ?? city.renovation ?? service.steps.steps[0]!)} />,
});
