import { washer } from "../parts/appliances";
import { mattressUpright, sofa } from "../parts/furniture";
import { flatScreen } from "../parts/household";
import { bag, bicycle, carton, mower } from "../parts/junk";
import { scene, type Scene } from "../scene";
import type { Solid } from "../solid";

const thing = (alt: string, solids: () => Solid[]): Scene => scene(alt, [96, 72], solids);

/** Single things of the price list, on no ground: each fills its picture. */
export const things: Record<string, Scene> = {
  "thing-sofa": thing("A teal sofa with three cushions, by itself.", () => sofa()),
  "thing-mattress": thing("A bare white mattress that stands on its long edge.", () => mattressUpright()),
  "thing-washer": thing("A white washing machine with its round door, by itself.", () => washer()),
  "thing-tv": thing("A flat TV on its stand, switched off and unplugged.", () => flatScreen()),
  "thing-bag": thing("One full black trash bag, tied at the top.", () => bag()),
  "thing-box": thing("One moving box of brown cardboard, taped shut.", () => carton()),
  "thing-bicycle": thing("A bicycle with an orange frame, by itself.", () => bicycle()),
  "thing-mower": thing("A red lawn mower with its handle up, by itself.", () => mower()),
};
