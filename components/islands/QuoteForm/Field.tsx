import type { QuoteField, QuoteForm } from "../../props.gen";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import type { Hints } from "./hints";
import { room } from "./rules";

interface Props {
  form: QuoteForm;
  field: QuoteField;
  error: string | undefined;
  hints: Hints;
}

/** One field of the form: its label, its control, and what the form says about its value, or about the ZIP code before it. */
export function Field({ form, field, error, hints: { area, today, left } }: Props) {
  const { id, labels, options, messages, values, noteHint } = form;
  const { name, required, multiline, hint, param, type, inputMode, autoComplete } = field;
  const choices = options[name];
  const shared = {
    id: `${id}-${name}`,
    name,
    className: "QuoteForm-control",
    defaultValue: values[name],
    required,
    toolparamdescription: param,
    "aria-invalid": error ? (true as const) : undefined,
    "aria-describedby":
      [error && `${id}-${name}-error`, hint && `${id}-${name}-hint`].filter(Boolean).join(" ") || undefined,
  };
  return (
    <>
      <div className="QuoteForm-field" data-field={name}>
        <label className="QuoteForm-label" htmlFor={shared.id}>
          {labels.fields[name]}
          {!required && <span className="QuoteForm-optional muted">{` ${labels.optional}`}</span>}
        </label>
        {choices ? (
          <div className="QuoteForm-choice">
            <select {...shared}>
              <option value="">{labels.choose}</option>
              {choices.map((option) => (
                // With a value, since translators change the text.
                <option key={option} value={option}>
                  {labels.options?.[option] ?? option}
                </option>
              ))}
            </select>
          </div>
        ) : multiline ? (
          <textarea {...shared} rows={4} placeholder={noteHint ?? labels.messageHint} dir="auto" />
        ) : (
          <input {...shared} type={type} inputMode={inputMode} autoComplete={autoComplete} dir="auto" />
        )}
        {error && (
          <p className="QuoteForm-error" id={`${id}-${name}-error`}>
            {error}
          </p>
        )}
        {hint && (
          <p className="QuoteForm-help" id={`${id}-${name}-hint`}>
            {hint}
          </p>
        )}
        {left[name] !== undefined && (
          <p className="QuoteForm-left" aria-live="polite">
            {room(left[name], messages)}
          </p>
        )}
      </div>
      {/* These take the whole width, below the row. */}
      {name === "serviceType" && (
        <p className="QuoteForm-area" role="status">
          {area && (
            <span key={area.title + area.text}>
              {area.title} {area.kind !== "yes" && noWrap(area.text)}
            </span>
          )}
        </p>
      )}
      {name === "serviceTimeframe" && (
        <p className="QuoteForm-today" role="status">
          {today && (!area || area.kind === "yes") && <span key={today}>{noWrap(today)}</span>}
        </p>
      )}
    </>
  );
}
