import type { States } from "../../gallery";
import { Header } from "./Header";

export const states: States = () => ({
  "as it is": <Header />,
});
