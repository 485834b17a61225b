import { Fragment, useSyncExternalStore } from "react";
import type { EstimateAnswer, FormEstimate, QuoteField, QuoteForm as QuoteFormProps } from "../../props.gen";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import { kept } from "../kept";
import { Field } from "./Field";
import { Hidden } from "./Hidden";
import { isFilled, More, Optional } from "./More";
import { useQuote } from "./useQuote";
import "../../ui/Button/Button.css";
import "./QuoteForm.css";

/** Whether the visitor has the fold open: React makes it anew where an extension has changed the form. */
function isUnfolded(id: string): boolean {
  return document.getElementById(id)?.querySelector<HTMLDetailsElement>(".QuoteForm-fold")?.open ?? false;
}

/**
 * The quote form. Without scripts it posts like any form, and the response is a page; hydrated, it uses fetch, and
 * leaves for the customer's page once its request is received. Its inputs are uncontrolled, so that text typed before
 * hydration survives.
 */
export function QuoteForm(props: QuoteFormProps) {
  const { id, title, labels, fields, messages, action, folded = false } = props;
  const { form, outcome, wrong, pending, hints, submit, review } = useQuote(props);
  const { errors, result } = outcome;
  const optional = fields.filter(({ multiline }) => folded && multiline);
  const control = (field: QuoteField) => (
    <Field key={field.name} form={props} field={field} error={errors[field.name]} hints={hints} />
  );
  const more = <div className="QuoteForm-more" {...kept("more", import.meta.env.SSR && <More {...props} />)} />;
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
      onSubmit={submit}
      onInput={review}
      onBlur={review}
    >
      <h2 className="QuoteForm-title" id={`${id}-title`}>
        {title}
      </h2>
      <p className="QuoteForm-required muted" {...kept("required", import.meta.env.SSR && labels.required)} />
      {(result || wrong.length > 0) && (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- without scripts, focus starts at the errors
        <div className="QuoteForm-summary" tabIndex={-1} autoFocus>
          {wrong.length > 0 ? (
            // A key, since translators replace texts: React replaces the whole paragraph.
            <p key={wrong.join()}>
              {labels.errorSummary}
              {wrong.map((name, i) => (
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
              <p key={result!.description}>{noWrap(result!.description)}</p>
            </>
          )}
        </div>
      )}
      <Estimate {...props.estimate} />
      <div className="QuoteForm-fields">
        {fields.filter((field) => !optional.includes(field)).map(control)}
        {folded ? (
          // Open where it has something; afterwards the browser keeps it, and an error opens it.
          <details
            className="QuoteForm-fold"
            open={import.meta.env.SSR ? isFilled(props) : isUnfolded(id)}
            suppressHydrationWarning
          >
            <summary
              className="QuoteForm-unfold"
              {...kept("fold", import.meta.env.SSR && <Optional text={labels.more.fold} mark={labels.optional} />)}
            />
            {optional.map(control)}
            {more}
          </details>
        ) : (
          more
        )}
      </div>
      <div
        className="visually-hidden"
        aria-hidden="true"
        {...kept("hidden", import.meta.env.SSR && <Hidden {...props} />)}
      />
      {/* Shown by the script that delays submissions until hydration, see render/runtime/browser.ts. */}
      <p
        className="QuoteForm-offline"
        role="alert"
        {...kept("offline", import.meta.env.SSR && noWrap(messages.offline))}
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
      <p className="QuoteForm-note muted" {...kept("note", import.meta.env.SSR && noWrap([labels.note, props.times].filter(Boolean).join(" ")))} />
    </form>
  );
}

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

/** The estimator's current result, or the one that came with the page: it is sent with the form. */
function Estimate({ title, change, ...initial }: FormEstimate) {
  const current = useSyncExternalStore(
    subscribe,
    () => window.estimate,
    () => undefined,
  );
  const { query, total, things } = current
    ? {
        query: current.kind === "empty" ? "" : current.query,
        total: current.total,
        things: current.lines.map(({ label }) => label).join(", "),
      }
    : initial;
  if (!query) return null;
  return (
    <div className="QuoteForm-estimate">
      <p className="QuoteForm-total">
        {`${title}: `}
        <strong>{total}</strong>
      </p>
      <p key={things}>
        {`${things} `}
        <a href={`/estimate?${query}`}>{change}</a>
      </p>
      <input type="hidden" name="estimate" value={query} />
    </div>
  );
}
