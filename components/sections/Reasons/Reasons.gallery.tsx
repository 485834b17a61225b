import type { States } from "../../gallery";
import { Reasons } from "./Reasons";

export const states: States = ({ city, home }) => ({
  "as it is": <Reasons {...(city.why ?? { title: home.why.title, reasons: home.why.reasons })} />,
});
