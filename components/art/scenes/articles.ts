import { at, groupInOrder } from "../assembly";
import { box, discDecal, polygonDecal, decal, type Decal } from "../box";
import { mix, paint } from "../palette";
import { airConditioner, fridge } from "../parts/appliances";
import { bricks, gable, ground, oak, room, shrub, slabs } from "../parts/building";
import { chair, desk, shelving } from "../parts/furniture";
import {
  bookcase, bunkBed, dishwasher, exerciseBike, futon, poolTable, sectional, trunk, wardrobe,
} from "../parts/household";
import { bag, bicycle, carton, dumpster, mower, openCarton, tire, tub } from "../parts/junk";
import { person } from "../parts/person";
import { car, LOAD, truck } from "../parts/vehicles";
import { panel, prism } from "../prism";
import { circle } from "../round";
import { scene, type Scene } from "../scene";
import type { Solid } from "../solid";
import type { Vec } from "../vector";
import { crew, pointer } from "./crew";
import { pale, stow } from "./trucks";

const SIZE = [900, 600] as const;

/**
 * A tape measure as long as the load floor, drawn out along x with its case at the low end; a long tick at every
 * quarter.
 */
function tape(from: Vec, length: number): Solid[] {
  const [x, y, z] = from;
  const ticks: Decal[] = [];
  for (let i = 1; i < 16; i++) {
    const quarter = i % 4 === 0;
    ticks.push(
      decal(
        "+z",
        (i / 16) * length - 0.06,
        0,
        quarter ? 0.24 : 0.1,
        quarter ? 0.5 : i % 2 === 0 ? 0.35 : 0.22,
        quarter ? paint.clay : paint.ink,
      ),
    );
  }
  return [
    box([x, y, z], [length, 0.5, 0.08], paint.mustard, { decals: ticks }),
    box([x + length, y - 0.1, z], [0.15, 0.7, 0.15], paint.steel),
    groupInOrder([
      prism(
        "y",
        [[x - 1.2, z], [x, z], [x, z + 0.8], [x - 0.3, z + 1.1], [x - 0.9, z + 1.1], [x - 1.2, z + 0.8]],
        y - 0.1,
        y + 0.6,
        paint.mustard,
      ),
      panel(circle(0.36).map(([a, b]) => [x - 0.6 + a, y + 0.61, z + 0.55 + b] as const), [0, 1, 0], paint.ink),
    ]),
  ];
}

/** Half a truck of bedroom and den. */
function halfLoad(): Solid[] {
  return [
    ...stow(0.1, 0.1, 0, wardrobe(paint.plank)),
    ...stow(4.2, 0.1, 0, bookcase()),
    ...stow(0.2, 2.3, 0, carton(2.2, 1.5, 2.4)),
    ...stow(0.3, 2.4, 2.4, carton(2, 1.3, 1.9, pale)),
    ...stow(2.6, 2.3, 0, carton(2.1, 1.5, 2, pale)),
    ...stow(2.7, 2.4, 2, tub(paint.teal)),
    ...stow(4.9, 1.6, 0, dishwasher()),
    ...stow(5, 1.7, 2.9, tub(paint.mustard)),
    ...stow(0.3, 3.9, 0, futon(paint.plum)),
    ...stow(0.9, 5, 1.5, carton(2, 1.5, 1.4)),
    ...stow(3.4, 5, 1.5, bag()),
  ];
}

function costGuide(): Solid[] {
  const pad = mix(paint.concrete, paint.cream, 0.2);
  return [
    ...ground(-2, -3, 32, 18.6, slabs(0, 0, 32, 18.6, 6.2, pad), pad),
    ...truck(halfLoad()),
    ...tape([LOAD.x + 0.4, 10, 0], LOAD.length),
    ...pointer([21.4, 12.8, 0], 105, {
      hands: [[-0.7, 1.75, 4.8], [0.5, 1, 3.2]], holds: [box([0.1, 1, 3.1], [0.9, 0.12, 1.1], paint.cream)],
    }),
    ...person([25.8, 13, 0], { looks: 90, shirt: paint.plum, trousers: paint.iron, skin: paint.skinDark }),
    ...at(25.8, 1.4, 0, airConditioner()),
    ...at(26, 5.2, 0, mower(), "+x"),
  ];
}

function ecoFriendly(): Solid[] {
  const landfill = mix(paint.bark, paint.stone, 0.35);
  const bin = (y: number, color: string, sign: Solid[]): Solid[] => [
    ...at(1, y, 0, dumpster(9, 6.2, 2.3, color)), ...sign,
  ];
  const sign = (y: number, color: string, symbol: readonly Decal[]): Solid[] => [
    box([0.2, y + 2.8, 0], [0.2, 0.2, 7.2], paint.iron),
    box([0.2, y + 1.4, 5.4], [0.3, 3, 1.9], color, {
      decals: [decal("+x", 0.2, 0.2, 2.6, 1.5, paint.cream), ...symbol],
    }),
  ];
  const heart = (tint: string): Decal[] => [
    discDecal("+x", 1.22, 1.12, 0.32, tint),
    discDecal("+x", 1.78, 1.12, 0.32, tint),
    polygonDecal("+x", [[0.95, 0.95], [1.5, 0.3], [2.05, 0.95], [1.5, 1.2]], tint),
  ];
  const triangle = (tint: string): Decal[] => [
    polygonDecal("+x", [[0.8, 0.35], [2.2, 0.35], [1.5, 1.6]], tint),
    polygonDecal("+x", [[1.2, 0.6], [1.8, 0.6], [1.5, 1.12]], paint.cream),
  ];
  const can = (tint: string): Decal[] => [
    polygonDecal("+x", [[1.15, 0.3], [1.85, 0.3], [1.98, 1.15], [1.02, 1.15]], tint),
    decal("+x", 0.9, 1.22, 1.2, 0.16, tint),
    decal("+x", 1.35, 1.4, 0.3, 0.12, tint),
  ];
  return [
    ...ground(-2, -2, 27, 25, [...slabs(1, 1, 25, 23, 5.6, mix(paint.concrete, paint.cream, 0.25))]),
    ...bin(0, paint.leaf, sign(0, paint.leaf, heart(paint.leaf))),
    ...bin(7.4, paint.teal, sign(7.4, paint.teal, triangle(paint.teal))),
    ...bin(14.8, landfill, sign(14.8, landfill, can(landfill))),
    ...at(1.6, 0.6, 0.3, shelving(4, 1.6, paint.wood)),
    ...at(5.9, 0.5, 0.3, carton(3, 1.8, 2.4)),
    ...at(3.2, 2.8, 0.3, desk()),
    ...at(4, 3.2, 2.76, chair()),
    ...at(1.6, 8, 0.3, fridge()),
    ...at(4.9, 8, 0.3, airConditioner()),
    ...at(7.6, 8, 0.3, exerciseBike(), "+x"),
    ...at(1.8, 11, 0.3, carton(1.8, 1.6, 1.4)),
    ...at(4.2, 10.8, 0.3, carton(2, 1.8, 2.6)),
    ...at(6.8, 10.9, 0.3, carton(1.8, 1.8, 2)),
    ...at(1.8, 15.6, 0.3, bag()),
    ...at(3.5, 15.8, 0.3, bag()),
    ...at(2.6, 17.6, 0.3, bag()),
    ...person([15.4, 4, 0], { ...crew, looks: 90, hands: [[-0.6, 1, 3.2], [0.6, 1, 3.2]], stride: 0.8 }),
    ...at(12.4, 3.3, 2.6, chair()),
    ...person([16, 11.4, 0], {
      ...crew, skin: paint.skinDark, looks: 80, hands: [[-0.5, 1, 3.3], [0.5, 1, 3.3]], stride: 0.8,
    }),
    ...at(13.2, 10.4, 2.7, carton(1.6, 1.8, 1.3)),
    ...at(17.6, 14, 0, sectional(paint.rose)),
    ...at(20.2, 9, 0, openCarton()),
    ...at(19.4, 6.4, 0, carton()),
    ...oak(21, 0.8, 3.6),
  ];
}

function whenToCall(): Solid[] {
  const [w, d, h] = [16, 13, 8.5];
  const z = 0.08;
  return [
    ...ground(-13, -15, 34, 33, [...slabs(13, 15, 17, 18, 6)]),
    box([-11.5, -13.5, 0], [11, 12, 8.5], paint.brick, {
      receives: ["y"],
      decals: [
        ...bricks("+y", 11, 8.5),
        decal("+y", 3, 2.8, 4.6, 4, paint.white),
        decal("+y", 3.25, 3.05, 1.95, 3.5, "#9FC4C2", true),
        decal("+y", 5.4, 3.05, 1.95, 3.5, "#9FC4C2", true),
      ],
    }),
    ...gable([-11.5, -13.5, 8.5], 11, 12, 3.4, paint.shingle, paint.brick),
    ...room(0, -13, w, d, h, { outside: paint.brick, floor: mix(paint.concrete, paint.cream, 0.35) }),
    ...at(0.3, -12.8, z, shelving(5, 1.7)),
    ...at(0.5, -12.6, 0.4, carton(1.6, 1.2, 1.2)),
    ...at(2.6, -12.6, 0.4, carton(1.8, 1.2, 1.3)),
    ...at(0.6, -12.6, 2.1, carton(2.2, 1.2, 1.2)),
    ...at(3.1, -12.6, 2.1, carton(1.5, 1.1, 0.9)),
    ...at(0.8, -12.6, 3.9, carton(1.8, 1.2, 1.2)),
    ...at(1, -12.6, 5.7, carton(2.4, 1.2, 1.3)),
    ...at(5.4, -12.8, z, wardrobe()),
    ...at(9.2, -12.9, z, bunkBed()),
    ...at(0.3, -10.6, z, trunk(), "+x"),
    ...at(0.4, -10.4, 1.78, carton(1.5, 1.6, 1.2)),
    ...at(0.3, -7, z, carton(2, 1.9, 1.7)),
    ...at(0.4, -6.9, 1.78, carton(1.6, 1.6, 1.2)),
    ...at(0.3, -4.6, z, carton(2, 1.9, 1.5)),
    ...at(3, -8.2, z, poolTable()),
    ...at(3.6, -7.6, 2.78, carton(1.8, 1.6, 1.3)),
    ...at(6, -7.4, 2.78, bag()),
    ...at(8.4, -7, 2.78, openCarton()),
    ...at(13.4, -8.6, z, carton(2, 2, 1.8)),
    ...at(13.5, -8.5, 1.88, carton(1.6, 1.6, 1.2)),
    ...at(13.6, -6, z, tire()),
    ...at(13.6, -6, 0.8, tire()),
    ...at(3.6, -3, z, bag()),
    ...at(5.4, -2.6, z, bag()),
    ...at(7.4, -3, z, carton(2, 1.6, 1.4)),
    ...at(10.2, -2.4, z, bicycle(paint.leaf)),
    ...at(6.4, 3.2, 0, car(paint.denim), "-x"),
    ...shrub(-9.6, 0, 1),
    ...shrub(-7, 0.2, 0.8, paint.foliage),
    ...oak(-7.4, 8, 4.2),
    ...person([2.8, 8.4, 0], {
      looks: 200, shirt: paint.plum, trousers: paint.iron, hands: [[-0.45, 0.25, 3.2], [0.45, 0.25, 3.2]],
    }),
  ];
}

/** The articles of the blog. */
export const articles: Record<string, Scene> = {
  "cost-guide": scene(
    "A worker with a clipboard shows a customer the {truck}, half full, beside a tape measure with its quarters.",
    SIZE,
    costGuide,
  ),
  "eco-friendly-junk-removal-dallas": scene(
    "Crew members sort a load into three bins: furniture to donate, metal and cardboard to recycle, and a few bags for the landfill.",
    SIZE,
    ecoFriendly,
  ),
  "when-to-call-junk-removal-service": scene(
    "A garage so full of boxes and furniture that the car is parked in the driveway.", SIZE, whenToCall,
  ),
};
