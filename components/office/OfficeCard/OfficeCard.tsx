import { Fragment } from "react";
import type { OfficeCard as OfficeCardProps } from "../../office.gen";
import "./OfficeCard.css";

/**
 * A request in a list. A press on one of its links opens the phone, and by the page's script is the first answer;
 * the button works without it.
 */
export function OfficeCard({ href, title, facts, name, stage, overdue, flags, notes, ways, ...more }: OfficeCardProps) {
  return (
    <li className="OfficeCard" data-card="" data-stage={stage} data-overdue={overdue || undefined}>
      <a className="OfficeCard-title" href={href}>
        {title}
      </a>
      <p>
        {facts.map((fact, i) => (
          <Fragment key={fact}>
            <span>{i < facts.length - 1 ? `${fact}\u00a0·` : fact}</span>{" "}
          </Fragment>
        ))}
      </p>
      <p className="OfficeCard-name">{[name, ...(notes ?? [])].join("\u00a0· ")}</p>
      {flags && (
        <ul className="OfficeCard-flags">
          {flags.map((flag) => (
            <li key={flag}>{flag}</li>
          ))}
        </ul>
      )}
      <div className="OfficeCard-ways">
        {ways.map((way) => (
          <a key={way.label} href={way.href} data-contacted={more.tapped ? href : undefined}>
            {way.label}
          </a>
        ))}
        {more.nextLabel && (
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
