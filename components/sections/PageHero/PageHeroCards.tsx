import type { CategoryFact } from "../../props.gen";
import { FactCard } from "../../ui/FactCard/FactCard";
import "./PageHeroCards.css";

interface Props {
  cards: CategoryFact[];
}

/** Fact cards that overlap the lower edge of a first screen. */
export function PageHeroCards({ cards }: Props) {
  return (
    <ul className="PageHeroCards container grid" data-cards={cards.length}>
      {cards.map((card) => (
        <li key={card.title}>
          <FactCard {...card} />
        </li>
      ))}
    </ul>
  );
}
