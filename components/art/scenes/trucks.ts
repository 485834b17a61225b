import { mix, paint } from "../palette";
import { ground, slabs } from "../parts/building";
import { truck } from "../parts/truck";
import { views, type Scene } from "../scene";
import type { Solid } from "../solid";
import { load } from "./loads";

const SIZE = [480, 360] as const;

function emptyTruck(): Solid[] {
  const pad = mix(paint.concrete, paint.cream, 0.25);
  return [...ground(-1.4, -2.6, 26.8, 13.2, slabs(0, 0, 26.8, 13.2, 6.7, pad), pad), ...truck()];
}

/** The truck at each price; only the load differs. */
export const trucks: Record<string, Scene> = views(SIZE, emptyTruck, {
  "truck-empty": ["The box truck with an empty bed, its near side cut away.", () => load("empty")],
  "truck-xs": ["The box truck with an armchair, a box and a bag: a small load.", () => load("xs")],
  "truck-quarter": [
    "The box truck a quarter full, with a fridge, a washer and boxes at the front.", () => load("quarter"),
  ],
  "truck-half": [
    "The box truck half full, with a dresser, a mattress and an armchair behind the appliances.", () => load("half"),
  ],
  "truck-full": ["The box truck full from front to rear with furniture, appliances and boxes.", () => load("full")],
});
