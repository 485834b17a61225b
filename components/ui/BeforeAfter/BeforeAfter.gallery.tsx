import type { States } from "../../gallery";
import { BeforeAfter } from "./BeforeAfter";

export const states: States = ({ quote }) => ({
  divided: quote.gallery.pairs[0] && <BeforeAfter pair={quote.gallery.pairs[0]} beforeLabel={quote.gallery.beforeLabel} afterLabel={quote.gallery.afterLabel} />,
});
