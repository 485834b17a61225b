// The server's entry in development: the site and the gallery of its components. The site is imported first, because
// its stylesheet begins with assets/css/.
import { serve } from "@haulfront/render";
import { site } from "./site";
import { Styleguide } from "./develop/Styleguide/Styleguide";

serve({ ...site, pages: { ...site.pages, Styleguide } });
