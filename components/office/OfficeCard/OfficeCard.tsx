import { Fragment } from "react";
import type { Card as OfficeCardProps } from "../../office.gen";
import "./OfficeCard.css";

/**
 * A request in a list. A press on one of its links opens the phone, and by the page's script is the first answer or the
 * follow-up; the button works without it.
 */
export function OfficeCard({ href, name, facts, message, stage, overdue, flags, ways, ...more }: OfficeCardProps) {
  return (
    <li className="OfficeCard" data-card="" data-stage={stage} data-overdue={overdue || undefined}>
      {name && (
        <a className="OfficeCard-title" href={href}>
          {name}
        </a>
      )}
      {more.prefers && <p className="OfficeCard-flags">{more.prefers}</p>}
      <p>
        {facts.map((fact, i) => (
          <Fragment key={fact}>
            <span>{i < facts.length - 1 ? `${fact}\u00a0·` : fact}</span>{" "}
          </Fragment>
        ))}
      </p>
      {message && <p className="OfficeCard-message">{message}</p>}
      {flags && (
        <ul className="OfficeCard-flags">
          {flags.map((flag) => (
            <li key={flag}>{flag}</li>
          ))}
        </ul>
      )}
      {(more.again || more.merge) && (
        <div className="OfficeCard-again">
          {more.again && <a href={more.again.href}>{more.again.label}</a>}
          {more.merge && (
            <form method="post" action={href} hx-post={href}>
              <button name={more.merge.name} value={more.merge.value}>
                {more.merge.label}
              </button>
            </form>
          )}
        </div>
      )}
      <div className="OfficeCard-ways">
        {ways.map((way) => (
          <a key={way.label} href={way.href} data-contacted={more.tapped ? href : undefined}>
            {way.label}
          </a>
        ))}
        {more.nextLabel && !more.next && <a href={`${href}#finish`}>{more.nextLabel}</a>}
        {more.nextLabel && more.next && (
          <form method="post" action={href} hx-post={href}>
            <input type="hidden" name="revision" value={more.revision} />
            <button name="stage" value={more.next}>
              {more.nextLabel}
            </button>
          </form>
        )}
      </div>
    </li>
  );
}
