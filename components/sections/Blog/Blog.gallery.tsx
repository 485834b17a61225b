import type { States } from "../../gallery";
import { Blog } from "./Blog";

export const states: States = ({ home }) => ({
  "as it is": <Blog {...home.blog} />,
});
