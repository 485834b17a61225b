import type { BenefitsSection } from "../../props.gen";
import { Heading } from "../../ui/Heading/Heading";
import { Icon } from "../../ui/Icon/Icon";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import { Scene } from "../../ui/Scene/Scene";
import "./Benefits.css";

interface Props extends BenefitsSection {
  /** The page's scene; the first card shows a close-up of its center. */
  picture: string;
}

/** The benefits of a service: the first in a card with a picture, the others beside it. */
export function Benefits({ title, cards, picture }: Props) {
  return (
    <section className="Benefits container" aria-labelledby="benefits-title">
      <Heading id="benefits-title" title={title} size="medium" />
      <ul className="Benefits-cards" data-cards={cards.length}>
        {cards.map((card, i) => (
          <li key={card.title} className="Benefits-card">
            {i === 0 ? (
              <div className="Benefits-picture">
                <Scene name={picture} decorative className="Benefits-scene" />
              </div>
            ) : (
              <Icon name={card.icon} className="Benefits-icon" />
            )}
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
