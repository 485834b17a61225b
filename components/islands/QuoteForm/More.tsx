import type { QuoteForm, QuotePhotos } from "../../props.gen";

type Props = Pick<QuoteForm, "id" | "labels" | "windows" | "consentVersion" | "more" | "errors">;

/**
 * The optional part of the form. Its controls are plain HTML and work without scripts, so only the server renders them:
 * React leaves them as they are, and the browser's bundle does not contain them.
 */
export function More({ id, labels: { more: words }, windows, consentVersion, more, errors }: Props) {
  return (
    <>
      <Photos id={id} words={words.photos} error={errors["photos"]} />
      <fieldset className="QuoteForm-group">
        <legend className="QuoteForm-label">{words.contact}</legend>
        <div className="QuoteForm-ways">
          {words.ways.map(({ value, label }) => (
            <label className="QuoteForm-way" key={value}>
              <input type="radio" name="contact" value={value} defaultChecked={more.contact === value} />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className="QuoteForm-group QuoteForm-texts">
        <legend className="QuoteForm-label">{words.consentTitle}</legend>
        <label className="QuoteForm-consent">
          <input
            type="checkbox"
            name="consent"
            value="on"
            defaultChecked={more.consent}
            toolparamdescription={words.consentParam}
          />
          <span>{words.consent}</span>
        </label>
        <input type="hidden" name="consentVersion" value={consentVersion} />
      </fieldset>
      <fieldset className="QuoteForm-group" aria-describedby={`${id}-windows`}>
        <legend className="QuoteForm-label">{words.windows}</legend>
        <p className="QuoteForm-help" id={`${id}-windows`}>
          {words.windowsHint}
        </p>
        <div className="QuoteForm-days">
          {windows.days.map((day) => (
            <div className="QuoteForm-day" key={day.value}>
              <span aria-hidden="true">{day.short}</span>
              {windows.parts.map((part) => {
                const value = `${day.value}-${part.value}`;
                return (
                  <label className="QuoteForm-part" key={value}>
                    <input
                      className="visually-hidden"
                      type="checkbox"
                      name="window"
                      value={value}
                      defaultChecked={more.windows?.includes(value)}
                    />
                    <span className="visually-hidden">{day.name} </span>
                    {part.label}
                  </label>
                );
              })}
            </div>
          ))}
        </div>
      </fieldset>
    </>
  );
}

interface PhotosProps {
  id: string;
  words: QuotePhotos;
  error: string | undefined;
}

// photos.ts fills in the empty elements, with text from the data attributes.
function Photos({ id, words, error }: PhotosProps) {
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
      <label className="QuoteForm-label" htmlFor={input}>
        {words.label}
      </label>
      <input
        id={input}
        name="photos"
        type="file"
        className="QuoteForm-files"
        accept="image/*"
        multiple
        aria-invalid={error ? true : undefined}
        aria-describedby={`${input}-error ${input}-hint`}
      />
      <ul className="QuoteForm-previews" />
      <p className="QuoteForm-progress" role="status" />
      <p className="QuoteForm-error" id={`${input}-error`} role="alert">
        {error}
      </p>
      <p className="QuoteForm-taken" id={`${input}-hint`}>
        {words.hint}
      </p>
    </div>
  );
}
