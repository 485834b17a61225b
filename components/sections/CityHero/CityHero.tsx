import type { Breadcrumbs as BreadcrumbsProps, CityHero as CityHeroProps } from "../../props.gen";
import { Breadcrumbs } from "../../ui/Breadcrumbs/Breadcrumbs";
import { ButtonLink } from "../../ui/Button/Button";
import { Icon } from "../../ui/Icon/Icon";
import { Scene } from "../../ui/Scene/Scene";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./CityHero.css";

interface Props extends CityHeroProps {
  breadcrumbs: BreadcrumbsProps;
}

/** A city's first screen: the city itself, and the facts that hold there. */
export function CityHero({ breadcrumbs, title, lead, facts, call, quote, scene }: Props) {
  return (
    <section className="CityHero" aria-labelledby="city-title">
      <div className="CityHero-inner">
        <div className="CityHero-words">
          <Breadcrumbs {...breadcrumbs} />
          <h1 className="CityHero-title" id="city-title">
            {title}
          </h1>
          <p className="CityHero-lead">{noWrap(lead)}</p>
          <p className="CityHero-ways">
            <ButtonLink href={call.href} className="CityHero-call">
              <Icon name="phone" />
              {call.label}
            </ButtonLink>
            <ButtonLink href={quote.href} tone="plain" className="CityHero-quote">
              {quote.label}
            </ButtonLink>
          </p>
        </div>
        <Scene name={scene} first className="CityHero-scene" />
      </div>
      <ul className="CityHero-facts" data-facts={facts.length}>
        {facts.map((fact) => (
          <li key={fact} className="CityHero-fact">
            {noWrap(fact)}
          </li>
        ))}
      </ul>
    </section>
  );
}
