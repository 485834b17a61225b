import { smallCopies, type Scene } from "./scene";
import { articles } from "./scenes/articles";
import { business } from "./scenes/business";
import { categories } from "./scenes/categories";
import { cities } from "./scenes/cities";
import { closes } from "./scenes/closes";
import { hero, heroPhone } from "./scenes/hero";
import { homes } from "./scenes/homes";
import { items } from "./scenes/items";
import { jobs } from "./scenes/jobs";
import { minis } from "./scenes/minis";
import { pages } from "./scenes/pages";
import { pairs } from "./scenes/pairs";
import { skylines } from "./scenes/skylines";
import { special } from "./scenes/special";
import { steps } from "./scenes/steps";
import { towns } from "./scenes/towns";
import { trucks } from "./scenes/trucks";
import { yards } from "./scenes/yards";

export type { Scene } from "./scene";

/** Pictures of services and of the gallery that cards show as well. */
const onCards = Object.fromEntries(
  Object.entries({ ...yards, ...pairs }).filter(([name]) => /^(yard|property)-(waste|before|after)$/.test(name)),
);

/**
 * Every picture of the site by name: the home page's hero, one per category, service, city, article, truck load and
 * gallery half, four things of each service, the steps of jobs, a job in each city, portraits, minis for small cards,
 * ends of pages, a picture for each page without a job, skylines for cities without a drawing, and small copies for
 * cards.
 */
export const scenes: Record<string, Scene> = {
  hero,
  "hero-phone": heroPhone,
  ...categories,
  ...homes,
  ...yards,
  ...business,
  ...special,
  ...cities,
  ...towns,
  ...skylines,
  ...articles,
  ...trucks,
  ...pairs,
  ...items,
  ...jobs,
  ...steps,
  ...minis,
  ...closes,
  ...pages,
  ...smallCopies({ ...categories, ...cities, ...towns, ...skylines, ...articles, ...onCards }),
};
