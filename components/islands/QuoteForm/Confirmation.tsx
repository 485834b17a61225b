import type { MouseEvent } from "react";
import type { QuoteForm } from "../../props.gen";
import { noWrap } from "../../ui/NoWrap/NoWrap";

interface Props extends Pick<QuoteForm, "id" | "page" | "labels" | "picture"> {
  received: QuoteForm["received"] | undefined;
  /** What to say without a time by which the office answers. */
  description: string;
  again: (event: MouseEvent) => void;
}

/** What takes the form's place once a request is received. */
export function Confirmation({ id, page, labels, picture, received, description, again }: Props) {
  return (
    <div className="QuoteForm-received">
      {picture && <img className="QuoteForm-picture" src={picture} alt="" width="320" height="200" />}
      <p className="QuoteForm-promise figure">{noWrap(received?.by || description)}</p>
      {received?.notes?.map((note) => (
        <p className="QuoteForm-noted" key={note}>
          {noWrap(note)}
        </p>
      ))}
      {(received?.rows || received?.reference) && (
        <dl className="QuoteForm-recap">
          {received.rows?.map((row) => (
            <div key={row.label}>
              <dt>{row.label}</dt>
              <dd>{row.text}</dd>
            </div>
          ))}
          {received.reference && (
            <div>
              <dt>{labels.reference}</dt>
              <dd>
                <strong translate="no">{received.reference}</strong>
              </dd>
            </div>
          )}
        </dl>
      )}
      <ol className="QuoteForm-next">
        {labels.next.slice(1).map((step) => (
          <li key={step}>
            <span>{noWrap(step)}</span>
          </li>
        ))}
      </ol>
      {received?.sooner && <p className="QuoteForm-sooner">{noWrap(received.sooner)}</p>}
      <p className="QuoteForm-links">
        {received?.link && <a href={received.link}>{labels.received.see}</a>}
        {received?.link && <a href={`${received.link}#add`}>{labels.received.more}</a>}
        <a href="/contact.vcf" download>
          {labels.received.save}
        </a>
        <a href={`${page}#${id}`} onClick={again}>
          {labels.another}
        </a>
      </p>
    </div>
  );
}
