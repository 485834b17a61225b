import { useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { ToastSuccess, type QuoteForm as QuoteFormProps, type QuoteValues, type Toast } from "../../props.gen";
import { publish } from "../Toasts/store";
import { send } from "./send";
import "./QuoteForm.css";

type Errors = QuoteFormProps["errors"];
type FieldName = keyof QuoteValues;

const fields: FieldName[] = ["name", "phone", "email", "zipCode", "serviceType", "serviceTimeframe", "message"];

/** What stands at the form about the last submission; busy while one runs. */
interface Outcome {
  errors: Errors;
  result: Toast | undefined;
}

/**
 * The quote form. By itself it posts like any form and is answered with a page; hydrated it stays where it is and does
 * the same by fetch. Its inputs are uncontrolled, so that what was typed before hydration is still there after it.
 */
export function QuoteForm({ id, title, source, page, labels, serviceTypes, serviceTimeframes, messages, values, ...props }: QuoteFormProps) {
  const [{ errors, result }, setOutcome] = useState<Outcome>({ errors: props.errors, result: props.result });
  const [pending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  // State would come a render too late for the second press of a double one.
  const busy = useRef(false);
  const key = useRef("");
  const answered = useRef(false);

  // Focus goes where there is something to do, once that place is drawn, and the summary above it comes along.
  useEffect(() => {
    if (!answered.current) return;
    answered.current = false;
    summary.current?.scrollIntoView({ behavior: "instant" });
    const invalid = fields.find((name) => errors[name]);
    (invalid ? control(form.current!, invalid) : summary.current)?.focus();
  }, [errors, result]);

  const show = (toast: Toast, errors: Errors) => {
    answered.current = true;
    setOutcome({ errors, result: toast });
    publish(toast);
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy.current) return;
    const target = event.currentTarget;
    const data = new FormData(target);
    const missing = Object.keys(messages.fields).filter((name) => !String(data.get(name) ?? "").trim());
    if (missing.length > 0) {
      show(messages.missing, Object.fromEntries(missing.map((name) => [name, messages.fields[name]!])));
      return;
    }
    busy.current = true;
    setPending(true);
    key.current ||= newKey();
    data.set("key", key.current);
    const answer = await send(target.action, data, messages);
    if (answer.toast.kind === ToastSuccess) {
      key.current = "";
      // Not form.reset(): that would bring back the values that a rejected page came with.
      for (const name of fields) control(target, name).value = "";
    }
    busy.current = false;
    setPending(false);
    show(answer.toast, answer.errors);
  };

  const field = (name: FieldName, draw: (shared: SharedProps) => ReactNode) => {
    const optional = !(name in messages.fields);
    const error = errors[name];
    const shared: SharedProps = {
      id: `${id}-${name}`,
      name,
      className: "QuoteForm-control",
      defaultValue: values[name],
      required: !optional,
      "aria-invalid": error ? true : undefined,
      "aria-describedby": error ? `${id}-${name}-error` : undefined,
    };
    return (
      <div className="QuoteForm-field" data-field={name}>
        <label className="QuoteForm-label" htmlFor={shared.id}>
          {labels[name]}
          {optional && <span className="QuoteForm-optional"> {labels.optional}</span>}
        </label>
        {draw(shared)}
        {error && (
          <p className="QuoteForm-error" id={`${id}-${name}-error`}>
            {error}
          </p>
        )}
      </div>
    );
  };
  const choice = (name: FieldName, options: string[]) =>
    field(name, (shared) => (
      <div className="QuoteForm-choice">
        <select {...shared}>
          <option value="">{labels.choose}</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      </div>
    ));

  const wrong = fields.filter((name) => errors[name]);
  return (
    // The browser's own bubbles would come before the summary and instead of the toast: noValidate leaves the checking to us.
    <form
      ref={form}
      id={id}
      className="QuoteForm"
      method="post"
      action="/quote"
      noValidate
      aria-labelledby={`${id}-title`}
      onSubmit={submit}
      onInput={() => {
        key.current = "";
      }}
    >
      <h2 className="QuoteForm-title" id={`${id}-title`}>
        {title}
      </h2>
      {(result || wrong.length > 0) && (
        <div className="QuoteForm-summary" data-kind={result?.kind} ref={summary} tabIndex={-1} autoFocus>
          {result && <p className="QuoteForm-result">{result.title}</p>}
          {result && wrong.length === 0 && <p>{result.description}</p>}
          {wrong.length > 0 && <p>{labels.errorSummary}</p>}
          {wrong.length > 0 && (
            <ul className="QuoteForm-wrong">
              {wrong.map((name) => (
                <li key={name}>
                  <a className="QuoteForm-jump" href={`#${id}-${name}`}>
                    {errors[name]}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      <div className="QuoteForm-fields">
        {field("name", (shared) => (
          <input {...shared} type="text" autoComplete="name" />
        ))}
        {field("phone", (shared) => (
          <input {...shared} type="tel" inputMode="tel" autoComplete="tel" />
        ))}
        {field("email", (shared) => (
          <input {...shared} type="email" inputMode="email" autoComplete="email" />
        ))}
        {field("zipCode", (shared) => (
          <input {...shared} type="text" inputMode="numeric" autoComplete="postal-code" />
        ))}
        {choice("serviceType", serviceTypes)}
        {choice("serviceTimeframe", serviceTimeframes)}
        {field("message", (shared) => (
          <textarea {...shared} rows={4} placeholder={labels.messageHint} />
        ))}
      </div>
      {/* A trap for programs that fill in everything; people neither see nor reach it. */}
      <div className="QuoteForm-trap" aria-hidden="true">
        <label htmlFor={`${id}-website`}>Leave this empty</label>
        <input id={`${id}-website`} name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <input type="hidden" name="source" value={source} />
      <input type="hidden" name="page" value={page} />
      <input type="hidden" name="form" value={id} />
      {/* Not ui/Button: what an island imports ships to every browser. */}
      <button type="submit" className="Button QuoteForm-submit" data-tone="clay" disabled={pending}>
        {pending ? labels.submitting : labels.submit}
      </button>
      <p className="QuoteForm-note">{labels.note}</p>
    </form>
  );
}

interface SharedProps {
  id: string;
  name: FieldName;
  className: string;
  defaultValue: string;
  required: boolean;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

function control(form: HTMLFormElement, name: FieldName): HTMLInputElement {
  return form.elements.namedItem(name) as HTMLInputElement;
}

// randomUUID is missing where a page came by plain HTTP.
function newKey(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
