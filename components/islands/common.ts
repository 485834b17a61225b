// The islands of nearly every page, in one chunk: separate chunks would add 1.4 KB and six requests.
export { Menus } from "./Menus/Menus";
export { QuoteForm } from "./QuoteForm/QuoteForm";
export { startSession } from "./QuoteForm/session";
export { Toasts } from "./Toasts/Toasts";
