import type { States } from "../../gallery";
import { ServiceLinks } from "./ServiceLinks";

export const states: States = ({ home }) => ({
  "as it is": <ServiceLinks services={home.services.categories[0]!.services} />,
});
