import { at, full, groupInOrder, translate } from "../assembly";
import { box, decal, discDecal, polygonDecal } from "../box";
import { mix, paint } from "../palette";
import { washer } from "../parts/appliances";
import { bricks, fenceX, ground, oak, shrub, slabs, window } from "../parts/building";
import { filingCabinet } from "../parts/furniture";
import { carton, trashCart } from "../parts/junk";
import { mailbox } from "../parts/outdoor";
import { person } from "../parts/person";
import { handTruck, LOAD, truck } from "../parts/vehicles";
import { spheres } from "../round";
import { scene, type Scene } from "../scene";
import type { Solid } from "../solid";
import { crew, handshake, pointer } from "./crew";
import { pavement, rollingIn } from "./streets";
import { load } from "./trucks";

// Pages without a job of their own: estimate, unknown paths, legal pages.

const SMALL = [640, 400] as const;

const concrete = mix(paint.concrete, paint.cream, 0.3);

/** A board with a sheet of paper, facing +y. */
export function clipboard(): Solid[] {
  return [
    box([-0.42, 0, 0], [0.84, 0.07, 1.15], paint.wood, {
      shadowless: true,
      decals: [
        decal("+y", 0.08, 0.08, 0.68, 0.92, paint.white),
        ...[0.25, 0.45, 0.65].map((v) => decal("+y", 0.16, v, 0.52, 0.06, paint.iron)),
        decal("+y", 0.27, 0.98, 0.3, 0.14, paint.iron),
      ],
    }),
  ];
}

/** The truck's bed with a tape measure along it, marked at each quarter. */
function measured(): Solid[] {
  const { x, length } = LOAD;
  const quarters = [1, 2, 3, 4].map((i) => decal("+y", (i * length) / 4 - 0.3, 0, 0.2, 0.5, paint.ink));
  const feet = Array.from({ length: 14 }, (_, i) => decal("+y", i + 0.5, 0, 0.07, 0.24, paint.ink));
  return [
    ...ground(-1.4, -2.6, 31, 16.4, slabs(0, 0, 31, 16.4, 6.2, concrete), concrete),
    ...truck(load("quarter")),
    box([x, 7.52, 3.2], [length, 0.05, 0.5], paint.mustard, { shadowless: true, decals: [...feet, ...quarters] }),
    box([x + length, 7.5, 2.9], [0.9, 0.4, 1], paint.mustard, { decals: [discDecal("+y", 0.45, 0.5, 0.3, paint.ink)] }),
    ...full(pointer([18.4, 12.6, 0], 160)),
    ...person([26.6, 8, 0], {
      ...crew, looks: 75, skin: paint.skinDark, hands: [[-0.35, 0.95, 3.3], [0.4, 1, 3.6]],
      holds: translate(clipboard(), [0, 1, 3.2]),
    }),
  ];
}

/** A curb with nothing on it but the marks that the pile left on the grass. */
function emptyCurb(): Solid[] {
  const mark = mix(paint.grass, paint.cream, 0.5);
  return [
    ...ground(-1, -6, 24, 19, [
      decal("+z", 0, 13.4, 24, 1, pavement),
      decal("+z", 0, 14.4, 24, 4.6, mix(paint.asphalt, paint.stone, 0.25)),
      decal("+z", 6, 8.6, 7, 3, mark),
      decal("+z", 14.6, 9.2, 2.4, 2.2, mark),
      decal("+z", 15, 6.2, 2, 1.6, mark),
      polygonDecal("+z", [[3.6, 9.4], [4.6, 9.2], [5, 10.2], [4.4, 11], [3.4, 10.6]], mark),
    ]),
    ...fenceX(-1, -5.8, 24, 4.4),
    ...oak(1.6, -2.4, 3.4),
    ...shrub(18.4, -3.6, 0.9),
    ...at(18.8, 4, 0, mailbox()),
    ...at(20.2, 0.2, 0, trashCart(paint.leaf)),
    ...person([10, 0.8, 0], {
      looks: 335, shirt: paint.denim, trousers: paint.stone, hands: [[-0.42, 0.35, 3.1], [0.36, 0.25, 5.75]],
    }),
  ];
}

/** File cabinets, locked and strapped, and a crew member who rolls one out as it is. */
function locked(): Solid[] {
  const strapped = (color: string): Solid => groupInOrder([
    ...filingCabinet(color),
    box([-0.02, 2.2, 2.05], [1.56, 0.05, 0.3], paint.clay, { shadowless: true }),
    box([1.5, 0, 2.05], [0.05, 2.25, 0.3], paint.clay, { shadowless: true }),
    spheres("hull", paint.iron, [0.5, 2.36, 2.45, 0.09], [0.5, 2.36, 2.8, 0.09]),
    spheres("hull", paint.iron, [0.5, 2.36, 2.82, 0.09], [1, 2.36, 2.82, 0.09]),
    spheres("hull", paint.iron, [1, 2.36, 2.45, 0.09], [1, 2.36, 2.8, 0.09]),
    box([0.35, 2.26, 1.72], [0.8, 0.2, 0.8], paint.mustard, {
      shadowless: true, decals: [discDecal("+y", 0.4, 0.42, 0.16, paint.ink)],
    }),
  ]);
  return [
    ...ground(0, 0, 14, 8, slabs(0, 0, 14, 8, 4.7, concrete), concrete),
    ...at(1, 1, 0, [strapped(paint.steel)]),
    ...at(3.2, 1, 0, [strapped(mix(paint.teal, paint.steel, 0.3))]),
    ...at(5.4, 1, 0, [strapped(paint.steel)]),
    ...at(9, 0.8, 0, handTruck()),
    ...person([10.6, 4.4, 0], {
      ...crew, looks: 20, skin: paint.skinDark, hands: [[-0.4, 0.9, 3.3], [0.45, 0.95, 3.5]],
      holds: translate(clipboard(), [0, 0.95, 3]),
    }),
  ];
}

/** A customer signs for a load before it goes. */
function agreed(): Solid[] {
  return [
    ...ground(0, 0, 14, 8, slabs(0, 0, 14, 8, 4.7, concrete), concrete),
    ...full(at(0.6, 1.4, 0, handTruck(), "+x")),
    ...at(1.2, 1.4, 0.2, carton(2, 1.6, 1.5)),
    ...at(1.2, 1.4, 1.7, carton(1.8, 1.6, 1.3, mix(paint.cardboard, paint.cream, 0.22))),
    ...at(1.3, 1.5, 3, carton(1.6, 1.4, 1)),
    ...person([6.6, 4.2, 0], {
      ...crew, looks: 290, hands: [[-0.35, 1.1, 3.4], [0.35, 1.1, 3.4]], holds: translate(clipboard(), [0, 1.1, 3.3]),
    }),
    ...person([10, 3.8, 0], {
      looks: 85, shirt: paint.teal, trousers: paint.denim, hands: [[-0.5, 0.2, 2.8], [0.2, 1.5, 3.9]],
    }),
  ];
}

/** A ramp up to the truck's bed, and a crew member who rolls a fridge up. */
function ramped(): Solid[] {
  return [
    ...ground(-0.6, -1.4, 36, 11, slabs(0, 0, 36, 11, 5.5, concrete), concrete),
    ...rollingIn(0, 0, washer()),
  ];
}

/** A front door, seen from the walk: the crew and their customer meet. */
function atTheDoor(): Solid[] {
  const inside = mix(paint.mustard, paint.cream, 0.7);
  return [
    ...ground(0, -1, 13.4, 7.6, [decal("+z", 4.4, 1, 5.6, 6.6, concrete)]),
    box([0, -1, 0], [13.4, 0.6, 8.5], paint.brick, {
      receives: ["y"],
      decals: [
        ...bricks("+y", 13.4, 8.5),
        ...window("+y", 0.8, 2.8, 3.6, 4),
        decal("+y", 7.2, 0.3, 3.8, 7.4, paint.cream),
        decal("+y", 7.5, 0.3, 3.2, 7.1, inside),
        decal("+y", 9.9, 0.3, 0.8, 7.1, paint.leaf),
        decal("+y", 11.6, 4, 0.8, 1.4, paint.tape),
      ],
    }),
    box([6.8, -0.4, 0], [4.6, 1.6, 0.3], mix(paint.stone, paint.cream, 0.3)),
    ...shrub(12.4, 0.9, 0.7),
    ...handshake([6.2, 2.6, 0]),
    ...full([
      ...at(0.8, 2.6, 0, handTruck(), "+x"),
      ...person([2.7, 3.6, 0], { ...crew, looks: 285, skin: paint.skinDark, hands: [[-0.75, 0.2, 2.75], [0.3, 0.7, 3.6]] }),
    ]),
  ];
}

/** Pictures of pages that are not about one job. */
export const pages: Record<string, Scene> = {
  "about-door": scene(
    "At a front door, a worker and a customer shake hands; another one waits with a hand truck.",
    [800, 600],
    atTheDoor,
  ),
  "price-check": scene(
    "The {truck} a quarter full, a tape measure with quarter marks along its bed, and two of the crew reading it.",
    [800, 600],
    measured,
  ),
  "empty-curb": scene(
    "A curb with nothing on it but pale marks in the grass, and somebody who scratches their head.", SMALL, emptyCurb,
  ),
  privacy: scene("Three file cabinets, each closed with a strap and a padlock, and a worker.", SMALL, locked),
  terms: scene("A worker holds a clipboard for a customer to sign, beside boxes on a hand truck.", SMALL, agreed),
  accessibility: scene("A worker rolls a washer up a ramp into the back of the {truck}.", SMALL, ramped),
};
