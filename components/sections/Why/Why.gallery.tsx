import type { States } from "../../gallery";
import { Why } from "./Why";

export const states: States = ({ home }) => ({
  "as it is": <Why {...home.why} />,
});
