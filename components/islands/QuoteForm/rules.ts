// What is checked before a quote is sent: the same as on the server, with the same words.
import type { QuoteField, QuoteForm, QuoteMessages, Toast } from "../../props.gen";

export type Errors = QuoteForm["errors"];

/** Whether an error is a question: a value that may be a mistake, about which the visitor is asked once. */
export function isQuestion(error: string, { doubts }: QuoteMessages): boolean {
  return Object.values(doubts).includes(error);
}

/** The error for a field's text. */
export function errorOf({ name, max, pattern }: QuoteField, text: string, messages: QuoteMessages): string | undefined {
  const length = count(text);
  if (length === 0) return messages.fields[name];
  if (length > max) return messages.longer.replace("[length]", number(length)).replace("[max]", number(max));
  return pattern && !new RegExp(pattern, "u").test(text) ? messages.doubts[name] : undefined;
}

/** The errors of a form. The visitor has already been asked about the fields with the names in asked. */
export function errorsOf(data: FormData, fields: QuoteField[], messages: QuoteMessages, asked: string[]): Errors {
  const found: Errors = {};
  const text = (name: string) => String(data.get(name) ?? "").trim();
  const check = (name: string, error: string | false | undefined) => {
    if (error && !(asked.includes(name) && isQuestion(error, messages))) found[name] ??= error;
  };
  for (const field of fields) check(field.name, errorOf(field, text(field.name), messages));
  const way = data.get("contact");
  check("email", way === "email" && !text("email") && messages.doubts["address"]);
  check("consent", way === "text" && !data.has("consent") && messages.doubts["consent"]);
  return found;
}

/** The toast for a form with errors. */
export function toastFor(errors: Errors, messages: QuoteMessages): Toast {
  const wrong = Object.keys(errors);
  if (wrong.some((name) => errors[name] === messages.fields[name])) return messages.missing;
  return wrong.every((name) => isQuestion(errors[name]!, messages)) ? messages.question : messages.tooLong;
}

/** The length in code points, as the server counts it. */
export function count(text: string): number {
  return [...text.trim()].length;
}

/** How many characters are left. Far from the limit it is rounded to tens: screen readers do not announce every key. */
export function room(left: number | undefined, { left: some, over }: QuoteMessages): string | undefined {
  if (left === undefined) return undefined;
  if (left < 0) return over.replace("[count]", number(-left));
  return some.replace("[count]", number(left > 20 ? left - (left % 10) : left));
}

// In browsers only: the server renders without Intl.
function number(value: number): string {
  return value.toLocaleString("en-US");
}
