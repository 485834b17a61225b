import { serve } from "@haulfront/render";
import { site } from "./site";

serve(site);
