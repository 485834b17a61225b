import type { ReactNode } from "react";
import type { Link } from "../../props.gen";
import { ButtonLink } from "../../ui/Button/Button";
import { Checklist } from "../../ui/Checklist/Checklist";
import { Icon } from "../../ui/Icon/Icon";
import { OpenNow } from "../../ui/OpenNow/OpenNow";
import { Rating } from "../../ui/Rating/Rating";
import { noWrap, noWrapHeading } from "../../ui/NoWrap/NoWrap";
import "./PageHeroText.css";

export interface PageHeroTextProps {
  /** Prefixes the heading's id, which is unique on the page. */
  id: string;
  /** Content above the title: breadcrumbs, or an icon. */
  above: ReactNode;
  title: string;
  lead: string;
  points?: string[];
  /** Absent if the number stands above. */
  call?: Link | undefined;
  quote: Link;
  /** Shows where the company's reviews come from. */
  ratingArea?: boolean;
  /** Shows whether the office is open. */
  hours?: boolean;
  /** Set on a dark background. */
  dark?: boolean;
  className: string;
  /** What the page shows before it explains anything. */
  children?: ReactNode;
}

/** The text of a first screen with its two actions. */
export function PageHeroText({
  id,
  above,
  title,
  lead,
  points,
  call,
  quote,
  ratingArea = false,
  hours = false,
  dark = false,
  className,
  children,
}: PageHeroTextProps) {
  return (
    <div className={className}>
      {above}
      <h1 className="PageHeroText-title" id={`${id}-title`}>
        {noWrapHeading(title)}
      </h1>
      {children}
      <p className="PageHeroText-lead">{noWrap(lead)}</p>
      {points && <Checklist items={points} className="PageHeroText-points" />}
      <p className="PageHeroText-actions cluster">
        {call && (
          <ButtonLink href={call.href} tone={dark ? "light" : "clay"} className="PageHeroText-call">
            <Icon name="phone" />
            {call.label}
          </ButtonLink>
        )}
        <ButtonLink href={quote.href} tone={dark ? "clay" : "plain"} className="PageHeroText-quote">
          {quote.label}
        </ButtonLink>
      </p>
      {hours && <OpenNow className="PageHeroText-hours" />}
      <Rating area={ratingArea} className="PageHeroText-rating" />
    </div>
  );
}
