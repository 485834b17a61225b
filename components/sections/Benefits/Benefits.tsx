import type { BenefitsSection } from "../../props.gen";
import { Heading } from "../../ui/Heading/Heading";
import { Icon } from "../../ui/Icon/Icon";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import { Scene } from "../../ui/Scene/Scene";
import "./Benefits.late.css";

interface Props extends BenefitsSection {
  /** The scene beside the reasons. */
  picture: string;
}

/** Reasons with their icons, beside a picture. */
export function Benefits({ title, cards, picture }: Props) {
  return (
    <section className="Benefits section container grid" aria-labelledby="benefits-title">
      <Scene name={picture} decorative className="frame" />
      <div>
        <Heading id="benefits-title" title={title} size="medium" />
        <ul className="Benefits-cards">
          {cards.map((card) => (
            <li key={card.title} className="Benefits-card">
              <Icon name={card.icon} className="Benefits-icon" />
              <div>
                <h3>{noWrap(card.title)}</h3>
                <p className="muted">{noWrap(card.text)}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
