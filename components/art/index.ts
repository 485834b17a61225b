import { crops, plainCopies, smallCopies, type Scene } from "./scene";
import { articles } from "./scenes/articles";
import { business } from "./scenes/business";
import { categories } from "./scenes/categories";
import { cities } from "./scenes/cities";
import { closes } from "./scenes/closes";
import { hero, heroStreet } from "./scenes/hero";
import { homes } from "./scenes/homes";
import { items } from "./scenes/items";
import { jobs } from "./scenes/jobs";
import { minis } from "./scenes/minis";
import { pages } from "./scenes/pages";
import { people } from "./scenes/people";
import { pairs } from "./scenes/pairs";
import { plainAlts } from "./scenes/plain";
import { skylines } from "./scenes/skylines";
import { special } from "./scenes/special";
import { steps } from "./scenes/steps";
import { things } from "./scenes/things";
import { towns } from "./scenes/towns";
import { trucks } from "./scenes/trucks";
import { yards } from "./scenes/yards";

export type { Scene } from "./scene";

/** Pictures of services and of the gallery that cards show as well. */
const onCards = Object.fromEntries(
  Object.entries({ ...yards, ...pairs }).filter(([name]) => /^(yard|property)-(waste|before|after)$/.test(name)),
);

/** What phones show of cities, from edge to edge and a third larger: landmark and crew without the ground beside. */
const cityCrops = crops({ ...cities, ...towns }, [4, 660, 560], {
  dallas: 122,
  "fort-worth": 92,
  "irving-las-colinas": 95,
  coppell: 150,
  frisco: 115,
  plano: 150,
  allen: 150,
  mckinney: 130,
  southlake: 100,
  "highland-park-university-park": 120,
});

/** Pictures of which there are others for a company that comes alone, brings less, or does not take all things. */
const plain = plainCopies({
  hero, "hero-street": heroStreet, ...categories, ...homes, ...yards, ...business, ...special, ...trucks, ...pairs,
  ...steps, ...minis, ...closes, ...pages,
}, plainAlts);

/** The categories among them, which cards show. */
const plainCategories = Object.fromEntries(
  Object.entries(plain).filter(([name]) => name.replace("plain-", "") in { ...categories, ...onCards }),
);

/**
 * Every picture of the site by name: the home page's hero, one per category, service, city, article, truck load and
 * gallery half, four things of each service, the steps of jobs, a job in each city, minis for small cards, single things,
 * ends of pages, a picture for each page without a job, skylines for cities without a drawing, crops for phones, the
 * hero's street, and small copies for cards.
 */
export const scenes: Record<string, Scene> = {
  hero,
  "hero-street": heroStreet,
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
  ...things,
  ...closes,
  ...pages,
  ...people,
  ...cityCrops,
  ...plain,
  ...smallCopies({ ...categories, ...plainCategories, ...cities, ...towns, ...skylines, ...articles, ...onCards }),
};
