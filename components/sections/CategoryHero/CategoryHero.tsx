import type { Breadcrumbs as BreadcrumbsProps, CategoryFact, CategoryHero as CategoryHeroProps } from "../../props.gen";
import { Breadcrumbs } from "../../ui/Breadcrumbs/Breadcrumbs";
import { ButtonLink } from "../../ui/Button/Button";
import { FactCard } from "../../ui/FactCard/FactCard";
import { Icon } from "../../ui/Icon/Icon";
import { Scene } from "../../ui/Scene/Scene";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./CategoryHero.css";

interface Props extends CategoryHeroProps {
  /** With breadcrumbs the words stand beside the scene; without, they are centred over it. */
  breadcrumbs?: BreadcrumbsProps | undefined;
  cards: CategoryFact[];
}

/** A category's first screen, with its cards at the foot. */
export function CategoryHero({ breadcrumbs, icon, title, lead, call, quote, scene, cards }: Props) {
  return (
    <section className="CategoryHero" data-centred={!breadcrumbs} aria-labelledby="category-title">
      <div className="CategoryHero-band">
        <div className="CategoryHero-words">
          {breadcrumbs ? <Breadcrumbs {...breadcrumbs} /> : <Icon name={icon} className="CategoryHero-icon" />}
          <h1 className="CategoryHero-title" id="category-title">
            {title}
          </h1>
          <p className="CategoryHero-lead">{noWrap(lead)}</p>
          <p className="CategoryHero-ways">
            <ButtonLink href={call.href} className="CategoryHero-call">
              <Icon name="phone" />
              {call.label}
            </ButtonLink>
            <ButtonLink href={quote.href} tone="plain" className="CategoryHero-quote">
              {quote.label}
            </ButtonLink>
          </p>
        </div>
        {breadcrumbs && <Scene name={scene} first className="CategoryHero-scene" />}
      </div>
      <ul className="CategoryHero-cards" data-cards={cards.length}>
        {cards.map((card) => (
          <li key={card.title}>
            <FactCard {...card} />
          </li>
        ))}
      </ul>
    </section>
  );
}
