import type { ReactNode } from "react";
import type { Breadcrumbs as BreadcrumbsProps, OverviewHero as OverviewHeroProps } from "../../props.gen";
import { Breadcrumbs } from "../../ui/Breadcrumbs/Breadcrumbs";
import { ButtonLink } from "../../ui/Button/Button";
import { Icon } from "../../ui/Icon/Icon";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./OverviewHero.css";

interface Props extends OverviewHeroProps {
  breadcrumbs: BreadcrumbsProps;
  /** The picture beside the words. */
  picture: ReactNode;
  /** Set for a picture that runs out of the window on the right. */
  bleed?: boolean;
  /** What stands at the foot of the first screen. */
  children?: ReactNode;
}

/** The first screen of a page that leads to all others of a kind. */
export function OverviewHero({ breadcrumbs, title, lead, rating, call, quote, picture, bleed = false, children }: Props) {
  return (
    <section className="OverviewHero" aria-labelledby="overview-title">
      <div className="OverviewHero-inner" data-bleed={bleed}>
        <div className="OverviewHero-words">
          <Breadcrumbs {...breadcrumbs} />
          <h1 className="OverviewHero-title" id="overview-title">
            {title}
          </h1>
          <p className="OverviewHero-lead">{noWrap(lead)}</p>
          <p className="OverviewHero-ways">
            <ButtonLink href={call.href} className="OverviewHero-call">
              <Icon name="phone" />
              {call.label}
            </ButtonLink>
            <ButtonLink href={quote.href} tone="plain" className="OverviewHero-quote">
              {quote.label}
            </ButtonLink>
          </p>
          {rating && (
            <p className="OverviewHero-rating">
              <Icon name="star" className="OverviewHero-star" />
              {rating}
            </p>
          )}
        </div>
        <div className="OverviewHero-picture">{picture}</div>
      </div>
      {children}
    </section>
  );
}
