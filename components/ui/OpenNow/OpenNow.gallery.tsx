import type { States } from "../../gallery";
import { OpenNow } from "./OpenNow";

export const states: States = () => ({ "as it is": <OpenNow /> });
