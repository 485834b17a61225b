import { useRef } from "react";
import type { EstimateAnswer } from "../../props.gen";

/** What an estimate knows of a quote form's fields, by their names. */
type Fields = Record<string, string>;

/**
 * Returns a function that gives an estimate to the page's quote forms: it is sent with them, and its fields have what
 * it knows, unless the visitor has entered something else there. They have `initial` already.
 */
export function useForms(initial: Fields): (answer: EstimateAnswer, fields: Fields) => void {
  const filled = useRef(initial);
  return (answer, fields) => {
    window.estimate = answer;
    dispatchEvent(new Event("estimate"));
    for (const [name, value] of Object.entries(fields)) {
      for (const field of document.querySelectorAll<HTMLInputElement>(`.QuoteForm [name=${name}]`))
        if (!field.value || field.value === filled.current[name]) field.value = value;
    }
    filled.current = fields;
  };
}
