import { serve } from "@haulfront/render";
import "../assets/css/index.css";
import { FaqAccordion } from "./islands/FaqAccordion/FaqAccordion";
import { Menus } from "./islands/Menus/Menus";
import { QuoteForm } from "./islands/QuoteForm/QuoteForm";
import { Toasts } from "./islands/Toasts/Toasts";
import { Scene, SceneCatalogue } from "./art/catalogue";
import { Failure } from "./pages/Failure/Failure";
import { Home } from "./pages/Home/Home";
import { NotFound } from "./pages/NotFound/NotFound";

serve({
  pages: { Home, NotFound, Failure, Scene, SceneCatalogue },
  islands: { Menus, QuoteForm, FaqAccordion, Toasts },
});
