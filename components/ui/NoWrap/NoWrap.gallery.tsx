import type { States } from "../../gallery";
import { noWrap } from "./NoWrap";

export const states: States = ({ layout }) => ({
  "a phone number, a range and days": <p>{noWrap(`Call ${layout.brand.phone.label}, $99–$399, Mon–Sat`)}</p>,
});
