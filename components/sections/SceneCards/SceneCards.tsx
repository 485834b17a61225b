import { Heading } from "../../ui/Heading/Heading";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import { Scene } from "../../ui/Scene/Scene";
import "./SceneCards.late.css";

interface Card {
  href: string;
  scene: string;
  title: string;
  text: string;
}

interface Props {
  /** Prefixes the heading's id, which is unique on the page, and selects the styles. */
  id: "cities" | "quote-types";
  title: string;
  lead: string;
  cards: Card[];
  /** Adds an arrow after each title. */
  arrow?: boolean;
}

/** Links with a scene each: cities side by side; of kinds of quotes in pairs, of an odd number the first large. */
export function SceneCards({ id, title, lead, cards, arrow = false }: Props) {
  return (
    <section className={`SceneCards section SceneCards-${id} container`} aria-labelledby={`${id}-title`}>
      <header>
        <Heading id={`${id}-title`} title={title} lead={lead} />
      </header>
      <ul className="SceneCards-list grid">
        {cards.map((card) => (
          <li key={card.href} className="SceneCards-card link-box">
            <Scene name={card.scene} small decorative className="SceneCards-scene" />
            <div>
              <h3 className={arrow ? "SceneCards-title arrow" : "SceneCards-title"}>
                <a className="SceneCards-link stretched-link" href={card.href}>
                  {card.title}
                  {arrow && "\u00a0"}
                </a>
              </h3>
              <p className="SceneCards-text muted">{noWrap(card.text)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
