// The islands of nearly every page in one file: apart, with the parts that they share in files of their own, they would be
// 1.4 KB and six requests more.
export { Menus } from "./Menus/Menus";
export { QuoteForm } from "./QuoteForm/QuoteForm";
export { startSession } from "./QuoteForm/session";
export { Toasts } from "./Toasts/Toasts";
