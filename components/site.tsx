// The stylesheet follows the order of these imports: pages come last, since their rules adapt components.
import "../assets/css/index.css";
import { Estimator } from "./islands/Estimator/Estimator";
import { estimate } from "./islands/Estimator/estimate";
import { FaqAccordion } from "./islands/FaqAccordion/FaqAccordion";
import { LoadPicker } from "./islands/LoadPicker/LoadPicker";
import { Menus } from "./islands/Menus/Menus";
import { QuoteForm } from "./islands/QuoteForm/QuoteForm";
import { Toasts } from "./islands/Toasts/Toasts";
import { Mail } from "./mail/Mail/Mail";
import { iconNames } from "./ui/Icon/Icon";
import { pages } from "@haulfront/render/pages";

/** Everything that the server can render. */
export const site = {
  pages: { ...pages, Mail },
  islands: { Menus, QuoteForm, FaqAccordion, Estimator, LoadPicker, Toasts },
  // At start the program checks the pages of its routes and the icons in the content against these lists. It computes
  // estimates as the browser does.
  values: { icons: iconNames, pages: Object.keys(pages), estimate },
};
