import type { States } from "../../gallery";
import { TextBlocks } from "./TextBlocks";

export const states: States = ({ category, plainCategory }) => ({
  "as it is": <TextBlocks blocks={category.sections.length > 0 ? category.sections : plainCategory.sections} />,
});
