import type { MouseEvent } from "react";
import type { QuoteForm } from "../../props.gen";
import { noWrap } from "../../ui/NoWrap/NoWrap";

interface Props extends Pick<QuoteForm, "id" | "page" | "labels" | "picture"> {
  received: QuoteForm["received"] | undefined;
  /** What to say without a time by which the office answers. */
  description: string;
  again: (event: MouseEvent) => void;
}

/** What takes the form's place once a request is received: what comes when, what was asked, and one thing to do. */
export function Confirmation({ id, page, labels, picture, received, description, again }: Props) {
  const { link, picks, heading, steps, notes, price, reference, sooner } = received ?? {};
  const rows = [...(received?.rows ?? []), price].filter((row) => row?.label && row.text);
  const save = (
    <a href="/contact.vcf" download className={link ? undefined : "Button"} data-tone={link ? undefined : "clay"}>
      {labels.received.save}
    </a>
  );
  return (
    <div className="QuoteForm-received">
      <div className="QuoteForm-plan">
        {!heading && <p>{noWrap(description)}</p>}
        {heading && (
          <ol className="QuoteForm-next">
            {steps?.map((step) => (
              <li key={step.title}>
                <strong>{step.title}</strong> <span>{noWrap(step.text)}</span>
              </li>
            ))}
          </ol>
        )}
        {notes?.map((note) => (
          <p className="QuoteForm-noted" key={note}>
            {noWrap(note)}
          </p>
        ))}
        {sooner && <p className="QuoteForm-sooner">{noWrap(sooner)}</p>}
      </div>
      <div className="QuoteForm-plan">
        {picture && <img className="QuoteForm-picture" src={picture} alt="" width="640" height="400" />}
        {(rows.length > 0 || reference) && (
          <dl className="QuoteForm-recap">
            {rows.map((row) => (
              <div key={row!.label}>
                <dt>{row!.label}</dt>
                <dd>{row!.text}</dd>
              </div>
            ))}
            {reference && (
              <div>
                <dt>{labels.reference}</dt>
                <dd>
                  <strong translate="no">{reference}</strong>
                </dd>
              </div>
            )}
          </dl>
        )}
        <p className="QuoteForm-links">
          {link && (
            <a className="Button" data-tone="clay" href={picks ? link : `${link}#add`}>
              {picks ? labels.received.pick : labels.received.more}
            </a>
          )}
          {!link && save}
          {link && (
            <a href={picks ? `${link}#add` : link}>{picks ? labels.received.more : labels.received.see}</a>
          )}
          {link && save}
          <a href={`${page}#${id}`} onClick={again}>
            {labels.another}
          </a>
        </p>
      </div>
    </div>
  );
}
