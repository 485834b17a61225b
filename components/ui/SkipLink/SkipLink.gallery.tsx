import type { States } from "../../gallery";
import { SkipLink } from "./SkipLink";

export const states: States = ({ layout }) => ({
  "with the focus": <SkipLink label={layout.skipLabel} />,
});
