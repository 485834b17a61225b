import type { BenefitsSection } from "../../props.gen";
import { Heading } from "../../ui/Heading/Heading";
import { Icon } from "../../ui/Icon/Icon";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import { Scene } from "../../ui/Scene/Scene";
import "./Benefits.css";

interface Props extends BenefitsSection {
  /** A scene of which the first card shows a close-up. */
  picture?: string;
}

/** The benefits of a service: the first in a card, which may have a picture, the others beside it. */
export function Benefits({ title, cards, picture }: Props) {
  return (
    <section className="Benefits section container" aria-labelledby="benefits-title">
      <Heading id="benefits-title" title={title} size="medium" />
      <ul className="Benefits-cards" data-cards={cards.length}>
        {cards.map((card, i) => (
          <li key={card.title} className="Benefits-card">
            {i === 0 && picture ? (
              <div className="Benefits-picture">
                <Scene name={picture} decorative className="Benefits-scene" />
              </div>
            ) : (
              <Icon name={card.icon} className="Benefits-icon" />
            )}
            <div>
              <h3>{card.title}</h3>
              <p className="Benefits-text muted">{noWrap(card.text)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
