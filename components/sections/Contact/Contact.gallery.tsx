import type { States } from "../../gallery";
import { Contact } from "./Contact";

export const states: States = ({ home, service }) => ({
  "with the truck": <Contact {...home.contact} />,
  "with the page's own picture": <Contact {...service.contact} scene={service.pictures.after} />,
});
