import { at } from "../assembly";
import { mix, paint } from "../palette";
import { stove, waterHeater } from "../parts/appliances";
import { ground } from "../parts/building";
import { bathtub, kitchenUnit, tileStacks, toilet, vanity, wallPiece } from "../parts/fixtures";
import { bag, drywall, lumber, rubble } from "../parts/junk";
import { handTruck, wheelbarrow } from "../parts/vehicle";
import { fencePanel, flagstones, moundOf } from "../parts/yard";
import { cylinder } from "../round";
import { scene, type Scene } from "../scene";
import type { Solid } from "../solid";

const SIZE = [480, 360] as const;

/** A piece of the building site, with what lies on it. */
function site(alt: string, things: () => Solid[]): Scene {
  return scene(alt, SIZE, () => [...ground(-1, -1, 14, 12, [], mix(mix(paint.earth, paint.sand, 0.5), paint.concrete, 0.3)), ...things()]);
}

/** Kinds of construction debris, for the cards of their page. */
export const debris: Record<string, Scene> = {
  "debris-heavy": site("Bricks, tile, flagstones and earth in piles, and a wheelbarrow with rubble.", () => [
    ...at(0, 0.4, 0, rubble()),
    ...at(5, 0, 0, moundOf(paint.earth)),
    ...at(9.4, 0.6, 0, tileStacks()),
    ...at(0.4, 5.4, 0, wheelbarrow(), "+x"),
    ...at(6.4, 6, 0, flagstones()),
  ]),
  "debris-sheets": site("Sheets of drywall, a piece of partition and paneling, stacked and leaning.", () => [
    ...at(0.6, 0.2, 0, wallPiece()),
    ...at(6, 0.2, 0, fencePanel(5)),
    ...at(0.4, 3.4, 0, drywall()),
    ...at(7.4, 4.6, 0, drywall(), "+x"),
    ...at(4.4, 8.2, 0, bag()),
  ]),
  "debris-lumber": site("A pile of studs and joists beside lengths of pipe and gutter.", () => [
    ...at(0, 0.4, 0, lumber(8)),
    ...at(9.2, 0.4, 0, lumber(7), "+x"),
    ...[0, 1, 2].map((i) => cylinder("x", [0.4, 5 + i * 0.75, 0.36], 0.34, 7, paint.steel, paint.iron)),
    ...[0, 1].map((i) => cylinder("x", [0.8, 5.38 + i * 0.75, 0.95], 0.34, 6.6, paint.rust, paint.ink)),
    ...at(4.4, 8.2, 0, bag()),
  ]),
  "debris-fixtures": site("A tub, a toilet, a vanity, kitchen cabinets and a water heater taken out of a house.", () => [
    ...at(0.2, 0, 0, kitchenUnit()),
    ...at(6.6, 0, 0, waterHeater()),
    ...at(8.8, 0, 0, stove()),
    ...at(0.4, 5.6, 0, bathtub()),
    ...at(6.6, 5, 0, vanity()),
    ...at(10.4, 4.6, 0, toilet()),
    ...at(8.4, 8.2, 0, handTruck()),
  ]),
};
