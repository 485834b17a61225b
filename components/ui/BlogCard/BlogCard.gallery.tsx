import type { States } from "../../gallery";
import { BlogCard } from "./BlogCard";

export const states: States = ({ article, blog }) => ({
  "of an article": <BlogCard teaser={article.more[0] ?? blog.teasers[0]!} />,
  "first on the page": <BlogCard teaser={blog.teasers[0]!} first />,
});
