import type { States } from "../../gallery";
import { Faq } from "./Faq";

export const states: States = ({ home }) => ({
  "as it is": <Faq {...home.faq} />,
});
