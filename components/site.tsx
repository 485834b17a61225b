import "../assets/css/index.css";
import { Estimator } from "./islands/Estimator/Estimator";
import { estimate } from "./islands/Estimator/estimate";
import { FaqAccordion } from "./islands/FaqAccordion/FaqAccordion";
import { Menus } from "./islands/Menus/Menus";
import { QuoteForm } from "./islands/QuoteForm/QuoteForm";
import { Toasts } from "./islands/Toasts/Toasts";
import { Mail } from "./mail/Mail/Mail";
import { iconNames } from "./ui/Icon/Icon";
import { CustomerPage } from "./office/CustomerPage/CustomerPage";
import { OfficeInbox } from "./office/OfficeInbox/OfficeInbox";
import { OfficeRemoval } from "./office/OfficeRemoval/OfficeRemoval";
import { OfficeRequest } from "./office/OfficeRequest/OfficeRequest";
import { OfficeRetry } from "./office/OfficeRetry/OfficeRetry";
import { OfficeSignIn } from "./office/OfficeSignIn/OfficeSignIn";
import { OfficeNew } from "./office/OfficeNew/OfficeNew";
import { OfficeWeek } from "./office/OfficeWeek/OfficeWeek";
import { About } from "./pages/About/About";
import { AllLocations } from "./pages/AllLocations/AllLocations";
import { AllServices } from "./pages/AllServices/AllServices";
import { Article } from "./pages/Article/Article";
import { BlogIndex } from "./pages/BlogIndex/BlogIndex";
import { Category } from "./pages/Category/Category";
import { City } from "./pages/City/City";
import { Estimate } from "./pages/Estimate/Estimate";
import { Failure } from "./pages/Failure/Failure";
import { GetQuote } from "./pages/GetQuote/GetQuote";
import { Home } from "./pages/Home/Home";
import { Legal } from "./pages/Legal/Legal";
import { NotFound } from "./pages/NotFound/NotFound";
import { Prices } from "./pages/Prices/Prices";
import { Service } from "./pages/Service/Service";

const pages = {
  Home,
  GetQuote,
  AllServices,
  AllLocations,
  Estimate,
  BlogIndex,
  Article,
  Legal,
  Category,
  Service,
  City,
  Prices,
  About,
  NotFound,
  Failure,
  Mail,
  OfficeInbox,
  OfficeRemoval,
  OfficeRequest,
  OfficeRetry,
  OfficeSignIn,
  CustomerPage,
  OfficeNew,
  OfficeWeek,
};

/** Everything that the server can render. */
export const site = {
  pages,
  islands: { Menus, QuoteForm, FaqAccordion, Estimator, Toasts },
  // At start the program checks the pages of its routes and the icons in the content against these lists. It computes
  // estimates as the browser does.
  values: { icons: iconNames, pages: Object.keys(pages), estimate },
};
