import type { States } from "../../gallery";
import { Gallery } from "./Gallery";

export const states: States = ({ quote }) => ({
  "as it is": <Gallery {...quote.gallery} />,
});
