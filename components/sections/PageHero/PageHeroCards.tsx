import type { CategoryFact } from "../../props.gen";
import { FactCard } from "../../ui/FactCard/FactCard";
import "./PageHeroCards.css";

interface Props {
  cards: CategoryFact[];
  /** Set if the page shows no picture above them. */
  first?: boolean;
}

/** Fact cards that overlap the lower edge of a first screen. */
export function PageHeroCards({ cards, first = false }: Props) {
  return (
    <ul className="PageHeroCards container grid" data-cards={cards.length}>
      {cards.map((card, i) => (
        <li key={card.title}>
          <FactCard {...card} first={first && i === 0} />
        </li>
      ))}
    </ul>
  );
}
