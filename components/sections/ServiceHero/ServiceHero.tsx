import type { Breadcrumbs as BreadcrumbsProps, ServiceHero as ServiceHeroProps } from "../../props.gen";
import { Breadcrumbs } from "../../ui/Breadcrumbs/Breadcrumbs";
import { ButtonLink } from "../../ui/Button/Button";
import { Checklist } from "../../ui/Checklist/Checklist";
import { Icon } from "../../ui/Icon/Icon";
import { Scene } from "../../ui/Scene/Scene";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./ServiceHero.css";

interface Props extends ServiceHeroProps {
  breadcrumbs: BreadcrumbsProps;
}

/** A service's first screen: what it is on the left, what it looks like on the right, with its price or another fact tied to it. */
export function ServiceHero({ breadcrumbs, title, lead, points, call, quote, scene, tag }: Props) {
  return (
    <section className="ServiceHero" aria-labelledby="service-title">
      <div className="ServiceHero-words">
        <Breadcrumbs {...breadcrumbs} />
        <h1 className="ServiceHero-title" id="service-title">
          {title}
        </h1>
        <p className="ServiceHero-lead">{noWrap(lead)}</p>
        <Checklist items={points} className="ServiceHero-points" />
        <p className="ServiceHero-ways">
          <ButtonLink href={call.href} className="ServiceHero-call">
            <Icon name="phone" />
            {call.label}
          </ButtonLink>
          <ButtonLink href={quote.href} tone="plain" className="ServiceHero-quote">
            {quote.label}
          </ButtonLink>
        </p>
      </div>
      <div className="ServiceHero-scene">
        <Scene name={scene} first />
        {tag && (
          <a className="ServiceHero-tag" href="#pricing">
            <span className="ServiceHero-what">{tag.label}</span>
            <span className="ServiceHero-price">{tag.value}</span>
          </a>
        )}
      </div>
    </section>
  );
}
