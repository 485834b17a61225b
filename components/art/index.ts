import type { Scene } from "./scene";
import { articles } from "./scenes/articles";
import { categories } from "./scenes/categories";
import { hero } from "./scenes/hero";
import { trucks } from "./scenes/trucks";

export type { Scene } from "./scene";

/** Every picture of the site by its name. */
export const scenes: Record<string, Scene> = { hero, ...categories, ...articles, ...trucks };
