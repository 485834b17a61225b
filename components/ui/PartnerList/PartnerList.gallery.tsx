import type { States } from "../../gallery";
import { PartnerList } from "./PartnerList";

export const states: States = ({ city }) => ({
  "as it is": <PartnerList partners={city.disposal.partners} />,
});
