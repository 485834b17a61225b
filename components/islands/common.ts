// The islands of nearly every page in one file: apart, with the parts that they share in files of their own, they would be
// 1.1 KB and five requests more.
export { Menus } from "./Menus/Menus";
export { QuoteForm } from "./QuoteForm/QuoteForm";
export { Toasts } from "./Toasts/Toasts";
