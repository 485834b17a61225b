import type { States } from "../../gallery";
import { Contents } from "./Contents";

export const states: States = ({ article }) => ({
  "as it is": <Contents label={article.contentsLabel} links={article.contents} />,
});
