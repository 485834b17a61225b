import type { BenefitsSection } from "../../props.gen";
import { Heading } from "../../ui/Heading/Heading";
import { Icon } from "../../ui/Icon/Icon";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Benefits.css";

/** The benefits of a service: the first in a card of its own, the others beside it. */
export function Benefits({ title, cards }: BenefitsSection) {
  return (
    <section className="Benefits container" aria-labelledby="benefits-title">
      <Heading id="benefits-title" title={title} size="medium" />
      <ul className="Benefits-cards" data-cards={cards.length}>
        {cards.map((card) => (
          <li key={card.title} className="Benefits-card">
            <Icon name={card.icon} className="Benefits-icon" />
            <div>
              <h3>{card.title}</h3>
              <p className="Benefits-text">{noWrap(card.text)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
