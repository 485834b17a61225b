import {
  Fragment,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type FormEvent,
  type MouseEvent,
  type ReactNode,
} from "react";
import {
  ToastSuccess,
  type AreaAnswer,
  type EstimateAnswer,
  type QuoteField,
  type QuoteReceived,
  type QuoteForm as QuoteFormProps,
  type Toast,
} from "../../props.gen";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import { publish } from "../Toasts/store";
import { Hidden } from "./Hidden";
import { More } from "./More";
import { send } from "./send";
import "../../ui/Button/Button.css";
import "./QuoteForm.css";

type Errors = QuoteFormProps["errors"];

// The page's current estimate, on window because a shared module would be one additional file for every other page.
declare global {
  interface Window {
    estimate?: EstimateAnswer;
  }
}

function subscribe(listener: () => void): () => void {
  addEventListener("estimate", listener);
  return () => removeEventListener("estimate", listener);
}

/** The result of the last submission. */
interface Outcome {
  errors: Errors;
  result: Toast | undefined;
  received?: QuoteReceived | undefined;
}

/**
 * The quote form. Without scripts it posts like any form, and the response is a page; hydrated, it uses fetch and stays
 * on the page. Its inputs are uncontrolled, so that text typed before hydration survives.
 */
export function QuoteForm({
  id,
  title,
  source,
  page,
  labels,
  fields,
  options,
  messages,
  values,
  action,
  ...props
}: QuoteFormProps) {
  const [{ errors, result, received: told }, setOutcome] = useState<Outcome>({
    errors: props.errors,
    result: props.result,
    received: props.received,
  });
  // Characters left, for fields that are near or over their limit.
  const [left, setLeft] = useState<Record<string, number>>({});
  const [pending, setPending] = useState(false);
  // The estimator's current result, or the one that came with the page.
  const added = useSyncExternalStore(
    subscribe,
    () => window.estimate,
    () => undefined,
  );
  const carried = added
    ? {
        query: added.kind === "empty" ? "" : added.query,
        total: added.total,
        things: added.lines.map(({ label }) => label).join(", "),
      }
    : props.estimate;
  const [hint, setHint] = useState<AreaAnswer>();
  // What to read at the choice of today, when it is too late to book that.
  const [today, setToday] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  // A ref, because state would be one render too late for the second click of a double click.
  const busy = useRef(false);
  const key = useRef("");
  // The names of the fields that the visitor was asked about, and is not asked again.
  const asked = useRef(props.asked.split(" "));
  const answered = useRef(false);
  // The values of the last request, for one that adds photographs.
  const sent = useRef<Record<string, string>>({});

  const received = result?.kind === ToastSuccess;
  const wrong = [...fields, { name: "consent" }].filter(({ name }) => errors[name]);

  // Hints for what was entered before hydration, once typed text is back in its place.
  useEffect(() => {
    void Promise.resolve().then(() => {
      for (const name of ["zipCode", "serviceTimeframe", "photos"]) {
        const input = control(form.current!, name);
        if (input?.value) input.dispatchEvent(new Event("input", { bubbles: true }));
      }
    });
  }, []);

  // After a render with a new outcome: scroll to the heading, and focus the first invalid field or the message.
  useEffect(() => {
    if (!answered.current) return;
    answered.current = false;
    heading.current!.scrollIntoView({ behavior: "instant" });
    const field = result ? wrong[0] : fields[0];
    if (!field) return (summary.current ?? heading.current)!.focus();
    control(form.current!, field.name).focus();
    // oxlint-disable-next-line react/exhaustive-deps -- fields never change, and errors decide which of them are wrong
  }, [errors, result]);

  const show = (toast: Toast, errors: Errors, received?: QuoteReceived) => {
    answered.current = true;
    for (const name in errors) if (questions.includes(errors[name]!)) asked.current.push(name);
    consentError(form.current!, errors["consent"]);
    setOutcome({ errors, result: toast, received });
    publish(toast);
    return toast;
  };

  const questions = Object.values(messages.doubts);
  // The error for a field's text, the same as the server's.
  const errorOf = ({ name, max, pattern }: QuoteField, text: string): string | undefined => {
    const length = count(text);
    if (length === 0) return messages.fields[name];
    if (length > max) return messages.longer.replace("[length]", number(length)).replace("[max]", number(max));
    return pattern && !new RegExp(pattern, "u").test(text) ? messages.doubts[name] : undefined;
  };
  const toastFor = (errors: Errors): Toast => {
    const wrong = Object.keys(errors);
    if (wrong.some((name) => errors[name] === messages.fields[name])) return messages.missing;
    return wrong.every((name) => questions.includes(errors[name]!)) ? messages.question : messages.tooLong;
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy.current) return;
    const told = attempt(event.currentTarget).then(({ title }) => title);
    const native = event.nativeEvent as SubmitEvent;
    if (native.agentInvoked) native.respondWith?.(told);
  };

  /** Sends the form if it is valid, and returns the toast. */
  const attempt = async (target: HTMLFormElement): Promise<Toast> => {
    const data = new FormData(target);
    const found: Errors = {};
    const way = data.get("contact");
    const check = (name: string, text: string | false | undefined) => {
      // A doubtful value that the visitor was already asked about is accepted.
      if (text && !(asked.current.includes(name) && questions.includes(text))) found[name] ??= text;
    };
    for (const field of fields) check(field.name, errorOf(field, String(data.get(field.name) ?? "").trim()));
    check("email", way === "email" && !String(data.get("email")).trim() && messages.doubts["address"]);
    check("consent", way === "text" && !data.has("consent") && messages.doubts["consent"]);
    if (Object.keys(found).length > 0) return show(toastFor(found), found);
    busy.current = true;
    setPending(true);
    key.current ||= newKey();
    data.set("key", key.current);
    data.set("asked", asked.current.join(" "));
    data.set("refused", target.querySelector<HTMLElement>(".QuoteForm-photos")!.dataset["refused"] ?? "");
    // If that script fails to load, the browser posts the form natively.
    const photos = (data.get("photos") as File | null)?.size;
    const answer = await send(
      target.action,
      data,
      messages,
      photos
        ? async (action, data) =>
            (await import("./photos").catch(() => target.submit() as never)).post(target, action, data)
        : undefined,
    );
    if (answer.toast.kind === ToastSuccess) {
      key.current = "";
      asked.current = [];
      // Not form.reset(), which would bring back the values of a rejected page.
      for (const { name } of fields) {
        sent.current[name] = control(target, name).value;
        control(target, name).value = "";
      }
      if (answer.received?.page) history.replaceState(history.state, "", answer.received.page);
      for (const input of target.querySelectorAll<HTMLInputElement>(".QuoteForm-more input")) input.checked = false;
      setToday(undefined);
      setHint(undefined);
      setLeft({});
    }
    busy.current = false;
    setPending(false);
    return show(answer.toast, answer.errors, answer.received);
  };

  // Without scripts both links load the page.
  const again = (event: MouseEvent) => {
    event.preventDefault();
    answered.current = true;
    if (!action) history.replaceState(history.state, "", page);
    setOutcome({ errors: {}, result: undefined });
  };
  const more = (event: MouseEvent) => {
    again(event);
    for (const name in sent.current) control(form.current!, name).value = sent.current[name]!;
    control(form.current!, "message").value = labels.received.moreNote.replace("[reference]", told!.reference);
  };

  // A corrected field loses its error; with the last error the summary goes too.
  const review = (event: FormEvent<HTMLFormElement>) => {
    const { name, value } = event.target as HTMLInputElement;
    // Only a hint: leads from anywhere are accepted.
    if (name === "zipCode" && event.type === "input" && !action) {
      setHint(undefined);
      if (/^\s*\d{5}/.test(value))
        import("../Estimator/area")
          .then(({ askArea }) => askArea(value))
          .then(
            (found) => control(form.current!, name).value === value && setHint(found),
            () => {},
          );
    }
    if (name === "photos")
      import("./photos").then(
        ({ enhance }) => enhance(form.current!),
        () => {},
      );
    if (name === "serviceTimeframe") {
      const { earliest } = document.documentElement.dataset;
      setToday(value === options[name]![0] && earliest ? messages.earliest.replace("[day]", earliest) : undefined);
    }
    // A change of the way settles the questions about it.
    if (name === "contact" || name === "consent") {
      consentError(form.current!, undefined);
      setOutcome(({ errors: { consent, email, ...others }, result }) => {
        if (email && email !== messages.doubts["address"]) others["email"] = email;
        return { errors: others, result: consent && Object.keys(others).length === 0 ? undefined : result };
      });
    }
    const field = fields.find((field) => field.name === name);
    if (!field) return;
    const room = field.max - count(value);
    const near = room <= field.max / 10;
    if (near || name in left) setLeft(({ [name]: _, ...others }) => (near ? { ...others, [name]: room } : others));
    setOutcome((outcome) => {
      const { [name]: error, ...others } = outcome.errors;
      if (!error || errorOf(field, value.trim())) return outcome;
      return { errors: others, result: Object.keys(others).length > 0 ? toastFor(others) : undefined };
    });
  };

  const renderField = ({
    name,
    required,
    multiline,
    hint,
    param,
    type,
    inputMode,
    autoComplete,
  }: QuoteField): ReactNode => {
    const error = errors[name];
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
      <div className="QuoteForm-field" data-field={name} key={name}>
        <label className="QuoteForm-label" htmlFor={shared.id}>
          {labels.fields[name]}
          {!required && <span className="QuoteForm-optional muted"> {labels.optional}</span>}
        </label>
        {choices ? (
          <div className="QuoteForm-choice">
            <select {...shared}>
              <option value="">{labels.choose}</option>
              {choices.map((option) => (
                <option key={option}>{option}</option>
              ))}
            </select>
          </div>
        ) : multiline ? (
          <textarea {...shared} rows={4} placeholder={props.noteHint ?? labels.messageHint} dir="auto" />
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
        {name === "serviceTimeframe" && (
          <p className="QuoteForm-today" role="status">
            {today && noWrap(today)}
          </p>
        )}
        {(multiline || left[name] !== undefined) && (
          <p className="QuoteForm-left" aria-live="polite">
            {room(left[name], messages)}
          </p>
        )}
      </div>
    );
  };

  return (
    // noValidate: the browser's own error bubbles would pre-empt the summary and the toast.
    <form
      ref={form}
      id={id}
      className="QuoteForm"
      method="post"
      action={action ?? "/quote"}
      encType="multipart/form-data"
      noValidate
      {...props.tool}
      aria-labelledby={`${id}-title`}
      data-received={received || undefined}
      onSubmit={submit}
      onInput={(event) => {
        key.current = "";
        review(event);
      }}
      onBlur={review}
    >
      <h2 className="QuoteForm-title" id={`${id}-title`} ref={heading} tabIndex={received ? -1 : undefined}>
        {received ? result.title : title}
      </h2>
      {received && (
        <div className="QuoteForm-received">
          {props.picture && <img className="QuoteForm-picture" src={props.picture} alt="" width="320" height="200" />}
          <p className="QuoteForm-promise figure">{noWrap(told?.by || result.description)}</p>
          {told?.notes?.map((note) => (
            <p className="QuoteForm-noted" key={note}>
              {noWrap(note)}
            </p>
          ))}
          {(told?.rows || told?.reference) && (
            <dl className="QuoteForm-recap">
              {told.rows?.map((row) => (
                <div key={row.label}>
                  <dt>{row.label}</dt>
                  <dd>{row.text}</dd>
                </div>
              ))}
              {told.reference && (
                <div>
                  <dt>{labels.reference}</dt>
                  <dd>
                    <strong>{told.reference}</strong>
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
          <p className="QuoteForm-sooner">{noWrap(labels.sooner)}</p>
          <p className="QuoteForm-links">
            {told?.link && <a href={told.link}>{labels.received.see}</a>}
            {told?.reference && (
              <a href={`/get-quote?photos=${told.reference}#contact`} onClick={more}>
                {labels.received.more}
              </a>
            )}
            <a href="/contact.vcf" download>
              {labels.received.save}
            </a>
            <a href={`${page}#${id}`} onClick={again}>
              {labels.another}
            </a>
          </p>
        </div>
      )}
      <div className="QuoteForm-body">
        <p className="QuoteForm-required muted" {...(import.meta.env.SSR ? { children: labels.required } : kept)} />
        {!received && (result || wrong.length > 0) && (
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- without scripts, focus starts at the errors
          <div className="QuoteForm-summary" ref={summary} tabIndex={-1} autoFocus>
            {wrong.length > 0 ? (
              <p>
                {labels.errorSummary}
                {wrong.map(({ name }, i) => (
                  <Fragment key={name}>
                    {i === 0 ? " " : ", "}
                    <a className="QuoteForm-jump" href={`#${id}-${name}`}>
                      {labels.short[name]}
                    </a>
                  </Fragment>
                ))}
              </p>
            ) : (
              <>
                <p className="QuoteForm-result">{result!.title}</p>
                <p>{noWrap(result!.description)}</p>
              </>
            )}
          </div>
        )}
        {carried.query && (
          <div className="QuoteForm-estimate">
            <p className="QuoteForm-total">
              {`${props.estimate.title}: `}
              <strong>{carried.total}</strong>
            </p>
            <p>
              {`${carried.things} `}
              <a href={`/estimate?${carried.query}`}>{props.estimate.change}</a>
            </p>
            <input type="hidden" name="estimate" value={carried.query} />
          </div>
        )}
        <div className="QuoteForm-fields">
          {fields.map(renderField)}
          <div
            className="QuoteForm-more"
            {...(import.meta.env.SSR ? { children: <More {...props} id={id} labels={labels} /> } : kept)}
          />
        </div>
        <div
          className="visually-hidden"
          aria-hidden="true"
          {...(import.meta.env.SSR
            ? { children: <Hidden {...props} id={id} source={source} page={page} action={action} /> }
            : kept)}
        />
        {/* Shown by the script that delays submissions until hydration, see render/runtime/browser.ts. */}
        <p
          className="QuoteForm-offline"
          role="alert"
          {...(import.meta.env.SSR ? { children: noWrap(messages.offline) } : kept)}
        />
        {/* Not ui/Button: an island's imports ship to every browser. */}
        <button
          type="submit"
          className="Button QuoteForm-submit"
          data-tone="clay"
          data-submitting={labels.submitting}
          disabled={pending}
        >
          {pending ? labels.submitting : labels.submit}
        </button>
        <p className="QuoteForm-note muted" {...(import.meta.env.SSR ? { children: noWrap(labels.note) } : kept)} />
        {/* After all controls, which must not move when the answer arrives. */}
        {hint && (
          <p className="QuoteForm-help QuoteForm-hint" role="status">
            {hint.title} {hint.kind !== "yes" && noWrap(hint.text)}
          </p>
        )}
      </div>
    </form>
  );
}

// For elements whose content only the server renders: hydration keeps it, and renders leave it alone.
const kept = { dangerouslySetInnerHTML: { __html: "" }, suppressHydrationWarning: true };

function control(form: HTMLFormElement, name: string): HTMLInputElement {
  return form.elements.namedItem(name) as HTMLInputElement;
}

// The box is only in the server's HTML.
function consentError(form: HTMLFormElement, text: string | undefined): void {
  const box = control(form, "consent");
  if (text) box.setAttribute("aria-invalid", "true");
  else box.removeAttribute("aria-invalid");
  document.getElementById(`${box.id}-error`)!.textContent = text ?? "";
}

// Characters are code points, as the server counts them.
function count(text: string): number {
  return [...text.trim()].length;
}

// Browser only: goja has no Intl.
function number(value: number): string {
  return value.toLocaleString("en-US");
}

// Far from the limit the count is rounded to tens, so that screen readers do not announce every key.
function room(left: number | undefined, { left: some, over }: QuoteFormProps["messages"]): string | undefined {
  if (left === undefined) return undefined;
  if (left < 0) return over.replace("[count]", number(-left));
  return some.replace("[count]", number(left > 20 ? left - (left % 10) : left));
}

// Not randomUUID, which browsers do not provide over plain HTTP.
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
