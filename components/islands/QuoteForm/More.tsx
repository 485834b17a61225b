import clsx from "clsx";
import type { QuoteForm, QuoteLabels, QuotePhotos } from "../../props.gen";
import "./QuoteForm.late.css";

type Props = Pick<QuoteForm, "id" | "labels" | "consentVersion" | "more" | "errors">;

/**
 * The optional part of the form. Its controls are plain HTML and work without scripts, so only the server renders them:
 * React leaves them as they are, and the browser's bundle does not contain them.
 */
export function More({ id, labels: { more: words, optional }, consentVersion, more, errors }: Props) {
  const consent = `${id}-consent`;
  return (
    <>
      <fieldset className="QuoteForm-ways">
        <legend className="QuoteForm-label">
          <Optional text={words.contact} mark={optional} />
        </legend>
        {words.ways.map(({ value, label }) => {
          const way = `${id}-contact-${value}`;
          return [
            <input
              className="QuoteForm-radio"
              id={way}
              key={way}
              type="radio"
              name="contact"
              value={value}
              defaultChecked={more.contact === value}
            />,
            <label className="QuoteForm-way" htmlFor={way} key={value}>
              {label}
            </label>,
          ];
        })}
        {/* After the choices, so that a style can show it for one of them. */}
        {words.consent && (
          <div className="QuoteForm-consent">
            <input
              id={consent}
              type="checkbox"
              name="consent"
              value="on"
              defaultChecked={more.consent}
              aria-invalid={errors["consent"] ? true : undefined}
              aria-describedby={errors["consent"] && `${consent}-error`}
              toolparamdescription={words.consentParam}
            />
            <label htmlFor={consent}>{words.consent}</label>
            {errors["consent"] && (
              <p className="QuoteForm-error" id={`${consent}-error`}>
                {errors["consent"]}
              </p>
            )}
            <input type="hidden" name="consentVersion" value={consentVersion} />
          </div>
        )}
      </fieldset>
      <Photos {...{ id, optional }} words={words.photos} error={errors["photos"]} />
    </>
  );
}

/** A label of what need not be filled in. */
export function Optional({ text, mark }: { text: string; mark: string }) {
  return (
    <>
      {`${text} `}
      <span className="QuoteForm-optional muted">{mark}</span>
    </>
  );
}

/** Whether a fold has something to show: what was typed, or an error. */
export function isFilled({ values, errors, more }: QuoteForm): boolean {
  return Boolean(more.contact) || ["message", "consent", "photos"].some((name) => values[name] || errors[name]);
}

interface PhotosProps {
  id: string;
  optional: QuoteLabels["optional"];
  words: QuotePhotos;
  error: string | undefined;
}

// photos.ts adds the previews and what it says, with text from the data attributes.
function Photos({ id, optional, words, error }: PhotosProps) {
  const input = `${id}-photos`;
  return (
    <div
      className="QuoteForm-photos"
      data-ready={words.ready}
      data-remove={words.remove}
      data-preparing={words.preparing}
      data-sending={words.sending}
      data-unreadable={words.unreadable}
      data-many={words.tooMany}
    >
      <input
        id={input}
        name="photos"
        type="file"
        className="QuoteForm-files"
        accept="image/*"
        multiple
        aria-invalid={error ? true : undefined}
        aria-describedby={clsx(error && `${input}-error`, `${input}-hint`)}
      />
      <label className="QuoteForm-tile" htmlFor={input}>
        <span>
          {words.label} <span className="QuoteForm-optional muted">{optional}</span>
        </span>
      </label>
      {error && (
        <p className="QuoteForm-error" id={`${input}-error`}>
          {error}
        </p>
      )}
      <p className="QuoteForm-taken muted" id={`${input}-hint`}>
        {words.hint}
      </p>
      {words.text && (
        <a className="Button QuoteForm-texted" data-tone="plain" href={words.textHref}>
          {words.text}
        </a>
      )}
    </div>
  );
}
