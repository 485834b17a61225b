import type { States } from "../../gallery";
import { RecentJobs } from "./RecentJobs";

export const states: States = ({ city }) => ({
  "as it is": <RecentJobs {...city.jobs} />,
});
