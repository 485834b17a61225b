import type { AreaAsk } from "../../props.gen";
import "./ZipCheck.late.css";

interface Props extends AreaAsk {
  /** Prefixes the input's id, which is unique on the page. */
  id: string;
  /** Of the button: light on dark backgrounds. */
  tone?: "plain" | "light";
}

/**
 * A form that asks for a ZIP code. entry.browser.ts puts the answer, whether the company serves it, below the field;
 * without scripts the estimator's page has it.
 */
export function ZipCheck({ id, title, lead, label, submit, tone = "plain" }: Props) {
  return (
    <form className="ZipCheck" method="get" action="/estimate#estimate-zip">
      <label className="ZipCheck-title" htmlFor={`${id}-zip`}>
        {title}
      </label>
      <p className="ZipCheck-lead" id={`${id}-zip-lead`}>
        {lead}
      </p>
      <div className="ZipCheck-row">
        <input
          className="ZipCheck-input"
          id={`${id}-zip`}
          name="zip"
          type="text"
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={20}
          required
          placeholder={label}
          aria-describedby={`${id}-zip-lead`}
        />
        <button type="submit" className="Button ZipCheck-submit" data-tone={tone}>
          {submit}
        </button>
      </div>
      <p className="ZipCheck-answer" role="status" />
    </form>
  );
}
