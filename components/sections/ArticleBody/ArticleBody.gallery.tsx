import type { States } from "../../gallery";
import { ArticleBody } from "./ArticleBody";

export const states: States = ({ article }) => ({
  "as it is": <ArticleBody parts={article.parts} quoteBox={article.quoteBox} />,
});
