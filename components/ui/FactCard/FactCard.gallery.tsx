import type { States } from "../../gallery";
import { FactCard } from "./FactCard";

export const states: States = ({ category, plainCategory }) => ({
  "in the category's words": <FactCard {...category.cards[0]!} />,
  "in those of another": <FactCard {...plainCategory.cards[0]!} />,
});
