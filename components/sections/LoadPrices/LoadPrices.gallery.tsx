import type { States } from "../../gallery";
import { LoadPrices } from "./LoadPrices";

export const states: States = ({ services }) => ({
  "as it is": <LoadPrices label={services.loadsLabel} loads={services.loads} />,
});
