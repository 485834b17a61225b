import { mix, paint } from "../palette";
import { ground, slabs } from "../parts/building";
import { truck } from "../parts/truck";
import { scene, type Scene } from "../scene";
import type { Solid } from "../solid";
import { load, type Fill } from "./loads";

const SIZE = [480, 360] as const;

function drawing(fill: Fill): Solid[] {
  const pad = mix(paint.concrete, paint.cream, 0.25);
  return [...ground(-1.4, -2.6, 26.8, 13.2, slabs(0, 0, 26.8, 13.2, 6.7, pad), pad), ...truck(load(fill))];
}

function filled(fill: Fill, alt: string): Scene {
  return scene(alt, SIZE, () => drawing(fill), () => drawing("empty"));
}

/** The truck at each price: the same truck to the last line, only the load differs. */
export const trucks: Record<string, Scene> = {
  "truck-empty": filled("empty", "The box truck with an empty bed, its near side cut away."),
  "truck-xs": filled("xs", "The box truck with an armchair, a box and a bag: a small load."),
  "truck-quarter": filled("quarter", "The box truck a quarter full, with a fridge, a washer and boxes at the front."),
  "truck-half": filled("half", "The box truck half full, with a dresser, a mattress and an armchair behind the appliances."),
  "truck-full": filled("full", "The box truck full from front to rear with furniture, appliances and boxes."),
};
