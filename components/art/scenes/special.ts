import { at, full, translate } from "../assembly";
import { box, decal, polygonDecal, type Decal } from "../box";
import { mix, paint } from "../palette";
import { bricks, door, gable, ground, house, oak, room, shrub, slabs, window } from "../parts/building";
import { armchair, mattressUpright, rolledRug, shelving } from "../parts/furniture";
import { chestFreezer, sectional } from "../parts/household";
import { bag, carton, openCarton, plasterDebris, trashCart, tub } from "../parts/junk";
import { mailbox, streetClock } from "../parts/outdoor";
import { person } from "../parts/person";
import { truck, wheelbarrow } from "../parts/vehicles";
import { grill, slide, umbrellaTable } from "../parts/yard";
import { spheres } from "../round";
import { views, type Scene } from "../scene";
import type { Solid } from "../solid";
import type { Vec } from "../vector";
import { bender, carrier, crew, handshake, masked, sweeper, waver } from "./crew";
import { rolledOff } from "./streets";
import { loadedTruck, pale, stow } from "./trucks";

const SIZE = [800, 600] as const;
const Z = 0.08;

/** A kitchen whose back wall is open to the studs where its cabinets were. */
function kitchen(): Solid[] {
  const wall = mix(paint.plaster, paint.teal, 0.18);
  const studs = Array.from({ length: 6 }, (_, i) => decal("+y", 7.4 + i * 1.6, 0.35, 0.35, 6.9, paint.plank));
  return [
    ...ground(-1.5, -1.5, 20, 17),
    ...room(0, 0, 17, 14, 8.5, {
      wall,
      floor: mix(paint.plank, paint.bark, 0.25),
      floorDecals: Array.from({ length: 6 }, (_, i) => decal("+z", 0, 2.2 + i * 2.2, 17, 0.07, paint.bark)),
      backDecals: [decal("+y", 7.2, 0.35, 8.8, 6.9, mix(paint.bark, paint.ink, 0.4)), ...studs],
      leftDecals: window("+x", 7.4, 3.2, 4.4, 3.6),
    }),
  ];
}

/** One of the kitchen's cabinets. */
export function cabinet(size: Vec): Solid[] {
  return [
    box([0, 0, 0], size, paint.mustard, {
      decals: [
        decal("+y", 0.15, 0.15, size[0] - 0.3, size[2] - 0.3, mix(paint.mustard, paint.cream, 0.3)),
        decal("+y", size[0] - 0.5, size[2] / 2, 0.14, 0.6, paint.iron),
      ],
    }),
  ];
}

function lightDemolition(): Solid[] {
  const blue = mix(paint.teal, paint.white, 0.45);
  const tiles: Decal[] = [];
  for (let i = 0; i < 4; i++)
    for (let j = 0; j < 3; j++) tiles.push(decal("+z", i * 1.5 + 0.06, j * 1.5 + 0.06, 1.38, 1.38, blue));
  return [
    // The cabinets that still stand, one on the floor, and the floor that is half torn up.
    ...[0.2, 2.5].flatMap((x) => [
      ...at(x, 0.1, Z, cabinet([2.2, 2, 2.9])), ...at(x, 0.1, 4.9, cabinet([2.2, 1.2, 2.7])),
    ]),
    box([0.1, 0.1, 2.98], [4.8, 2.3, 0.2], paint.stone),
    ...at(4.9, 0.1, Z, cabinet([2.2, 2, 2.9])),
    box([0.2, 9, Z], [6.1, 4.6, 0.16], paint.stone, { receives: ["z"], shadowless: true, decals: tiles }),
    ...at(8.6, 10, Z, plasterDebris()),
    ...at(12.6, 1, Z, cabinet([2.4, 1.2, 2.7])),
    ...at(13.4, 3.6, Z, cabinet([2.2, 2, 2.9]), "+x"),
    ...person([9, 4.4, Z], {
      ...crew,
      ...masked,
      looks: 120,
      hands: [[-0.2, 1, 5], [0.5, 0.9, 4.2]],
      stride: 0.9,
      holds: sledgehammer(),
    }),
    ...full(bender([8.6, 8, Z], 60, {
      ...masked, skin: paint.skinDark, holds: [spheres("hull", paint.ink, [0, 0.9, 2.4, 0.09], [0, 2.7, 0.2, 0.09])],
    })),
    ...at(14.2, 8.2, Z, wheelbarrow()),
  ];
}

/** A sledgehammer, raised over a crew member's head. */
export function sledgehammer(): Solid[] {
  return [
    spheres("hull", paint.wood, [0.6, 0.8, 3.9, 0.09], [-0.7, 1.2, 6.6, 0.09]),
    spheres("hull", paint.iron, [-0.9, 0.8, 6.6, 0.26], [-0.6, 1.7, 6.8, 0.26]),
  ];
}

function bareKitchen(): Solid[] {
  return [
    ...sweeper([5, 7.6, Z], 30),
    ...handshake([11, 8.6, Z], { skin: paint.skinDark }),
  ];
}

function avenue(): Solid[] {
  const road = mix(paint.asphalt, paint.stone, 0.25);
  return [
    ...ground(-2, -13, 34, 29.5, [
      decal("+z", 0, 17, 34, 1, mix(paint.concrete, paint.cream, 0.4)),
      decal("+z", 0, 14, 34, 3, paint.concrete),
      decal("+z", 0, 18, 34, 11.5, road),
      ...Array.from({ length: 6 }, (_, i) => decal("+z", 2 + i * 5.6, 28.2, 2.8, 0.3, paint.cream)),
    ]),
    ...house(13, -12, 16, 9, paint.brick, paint.shingle, paint.leaf),
    ...oak(3, -4.4, 4.4),
    ...shrub(15, -1.6, 1),
    ...shrub(27.4, -1.6, 0.9, paint.foliage),
  ];
}

/** What could not wait: a mattress, a freezer, and wet carpet. */
function urgentLoad(): Solid[] {
  return [
    ...full(stow(0.1, 0.1, 0, mattressUpright(6.7, 5))),
    ...stow(0.2, 1.1, 0, chestFreezer()),
    ...stow(0.3, 1.3, 2.85, carton(2.2, 1.9, 1.8)),
    ...stow(2.7, 1.3, 2.85, carton(1.9, 1.9, 1.5, pale)),
    ...stow(4.8, 1.2, 0, carton(2.2, 2.2, 2.2)),
    ...stow(4.9, 1.4, 2.2, carton(2, 1.9, 1.7, pale)),
    ...stow(0.2, 3.7, 0, carton(2.2, 1.6, 2)),
    ...stow(2.6, 3.7, 0, tub(paint.teal)),
    ...stow(2.6, 3.7, 1.32, tub(paint.mustard)),
    ...stow(5, 3.8, 0, bag()),
    ...stow(0.2, 5.5, 0, rolledRug(6.6)),
    ...stow(0.2, 6, 0.86, rolledRug(6.2)),
    ...stow(0.2, 5.1, 0.86, rolledRug(6)),
  ];
}

function sameDay(): Solid[] {
  return [
    ...at(8.6, 0, 0, streetClock(11)),
    ...translate(truck(urgentLoad()), [2, 7, 0]),
    ...at(24.2, 0.4, 0, sectional(paint.teal), "-y"),
    ...carrier([28.6, 10.2, 0], 80),
    ...at(26.3, 9.8, 2.7, carton(1.5, 1.7, 1.2)),
  ];
}

function sameDayDone(): Solid[] {
  return [
    ...at(8.6, 0, 0, streetClock(2)),
    ...translate(loadedTruck(), [-1.4, 7, 0]),
    ...sweeper([24.2, 2.6, 0], 20),
    ...waver([29, 6, 0], 315, { skin: paint.skinDark }),
  ];
}

function frontYard(): Solid[] {
  const road = mix(paint.asphalt, paint.stone, 0.25);
  return [
    ...ground(-1, -10, 26, 24, [
      ...slabs(17.4, 0, 5.6, 15.6, 5.2),
      decal("+z", 0, 15.6, 26, 3, paint.concrete),
      decal("+z", 0, 18.6, 26, 0.8, mix(paint.concrete, paint.cream, 0.4)),
      decal("+z", 0, 19.4, 26, 4.6, road),
    ]),
    box([0, -9, 0], [14, 7, 8.5], paint.brick, {
      receives: ["y"],
      decals: [...bricks("+y", 14, 8.5), ...door("+y", 8.6, 0.3, 3, 6.8, paint.leaf), ...window("+y", 1.8, 2.6, 5, 4)],
    }),
    ...gable([0, -9, 8.5], 14, 7, 2.8),
    ...shrub(1.8, -0.8, 0.9),
    ...shrub(6, -0.8, 0.8, paint.foliage),
    ...at(3, 2.6, 0, mailbox()),
    ...at(22.2, 5.4, 0, trashCart(paint.leaf)),
    ...oak(20.4, -5.4, 4),
  ];
}

function curbside(): Solid[] {
  return [
    ...at(2.6, 3.4, 0, umbrellaTable(paint.teal)),
    ...full(rolledOff(11.4, 9.6, 0, grill(), paint.skinDark)),
    ...bender([18.2, 9.8, 0], 45),
    ...at(15.6, 4, 0, slide()),
    ...at(-0.4, 8, 0, armchair(paint.rose)),
    ...at(4.4, 10.4, 0, bag()),
    ...at(15.6, 9.6, 0, bag()),
  ];
}

function curbCleared(): Solid[] {
  return [...sweeper([7.4, 6.4, 0], 20), ...waver([13.4, 6.6, 0], 330, { skin: paint.skinDark })];
}

/** The back room of a shop, a month on its wall with the same day checked off in every week. */
export function backRoom(): Solid[] {
  const month: Decal[] = [
    decal("+y", 0, 0, 6.8, 5, paint.forest),
    decal("+y", 0.15, 0.15, 6.5, 4.7, paint.white),
    decal("+y", 0.15, 4, 6.5, 0.85, paint.leaf),
  ];
  for (let week = 0; week < 4; week++) {
    for (let day = 0; day < 7; day++) {
      const [u, v] = [0.38 + day * 0.88, 0.35 + week * 0.9];
      month.push(decal("+y", u, v, 0.76, 0.76, day === 3 ? paint.clay : mix(paint.stone, paint.white, 0.35)));
      if (day === 3)
        month.push(
          polygonDecal(
            "+y",
            [
              [u + 0.1, v + 0.4], [u + 0.28, v + 0.12], [u + 0.68, v + 0.56], [u + 0.56, v + 0.68], [u + 0.3, v + 0.36],
              [u + 0.2, v + 0.5],
            ],
            paint.white,
          ),
        );
    }
  }
  return [
    ...ground(-1.5, -1.5, 19, 16.5, [], paint.concrete),
    ...room(0, 0, 16, 13, 8.5, {
      outside: paint.brick, wall: mix(paint.plaster, paint.teal, 0.16), floor: mix(paint.concrete, paint.cream, 0.35),
      backDecals: month.map((m) =>
        ({ ...m, vertices: m.vertices.map(([u, v]) => [u + 3.4, v + 2.9] as const) })
      ), leftDecals: door("+x", 8.6, 0.1, 3, 6.8, paint.forest),
    }),
    ...at(0.4, 0.6, Z, trashCart(paint.leaf), "+x"),
    ...at(0.4, 2.9, Z, trashCart(paint.denim), "+x"),
    ...at(11, 0.3, Z, shelving(4.6, 1.7)),
    ...[0.4, 2.2, 4].flatMap((z, i) => [
      ...at(11.3, 0.5, z, carton(1.7, 1.3, 1.2)),
      ...at(13.4, 0.5, z, carton(1.6 - i * 0.2, 1.3, 1 + i * 0.1, mix(paint.cardboard, paint.cream, 0.25))),
    ]),
  ];
}

function subscription(): Solid[] {
  return [
    ...at(0.4, 5.4, Z, bag()),
    ...at(0.6, 6.9, Z, bag()),
    ...at(4.6, 0.4, Z, carton(2, 1.8, 1.5)),
    ...at(4.8, 0.5, 1.58, carton(1.5, 1.4, 1.1)),
    ...at(7.6, 0.5, Z, openCarton()),
    ...at(7.2, 8, Z, trashCart(paint.mustard), "+x"),
    ...carrier([5.6, 9, Z], 270, { hands: [[-0.7, 1.1, 3.3], [0.7, 1.1, 3.3]] }),
    ...full([...carrier([11.2, 5.4, Z], 0, { skin: paint.skinDark }), ...at(10.3, 6.2, 2.6, carton(1.8, 1.5, 1.2))]),
  ];
}

/** Services for builders, and those that have a day of their own, at work and when they are done. */
export const special: Record<string, Scene> = {
  ...views(SIZE, kitchen, {
    "light-demolition": [
      "One of the crew swings a sledgehammer at the last cabinets of a kitchen while the other pries up its tile floor.",
      lightDemolition,
    ],
    "light-demolition-after": [
      "The same kitchen bare to its studs; one of the crew sweeps, the other shakes hands with the owner.",
      bareKitchen,
    ],
  }),
  ...views(SIZE, avenue, {
    "same-day-junk-removal": [
      "A worker loads a box into the {truck}, half full in front of a brick house, under a street clock that shows eleven.",
      sameDay,
    ],
    "same-day-junk-removal-after": [
      "The {truck} packed and ready to leave under a street clock that shows two, and the crew sweeping the curb.",
      sameDayDone,
    ],
  }),
  ...views(SIZE, frontYard, {
    "curbside-pickup": [
      "The crew takes a grill, a patio table with its umbrella, a plastic slide, and an armchair from the curb.", curbside,
    ],
    "curbside-pickup-after": [
      "The same brick house with nothing left at the curb; one of the crew sweeps, the other waves.", curbCleared,
    ],
  }),
  ...views(SIZE, backRoom, {
    "subscription-junk-removal": [
      "The crew takes carts and boxes out of the back room of a shop, where a calendar has the same day checked off every week.",
      subscription,
    ],
  }),
};
