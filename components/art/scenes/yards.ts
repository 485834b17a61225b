import { at, full } from "../assembly";
import { box, decal } from "../box";
import { mix, paint } from "../palette";
import { fenceX, fenceY, ground, oak, shrub, slabs } from "../parts/building";
import { armchair, chair, table } from "../parts/furniture";
import { bookcase, flatScreen, treadmill } from "../parts/household";
import { bag, branches, carton, logs, lumber, mower, tub, yardBag } from "../parts/junk";
import { bench, hotTub, shed, tubCover, tubPiece } from "../parts/outdoor";
import { person } from "../parts/person";
import { truck } from "../parts/vehicles";
import { grill, moundOf } from "../parts/yard";
import { spheres } from "../round";
import { views, type Scene } from "../scene";
import type { Solid } from "../solid";
import { bender, carrier, crew, gloved, masked, rake, saw, sweeper, waver } from "./crew";
import { load, pale, stow } from "./trucks";

const SIZE = [800, 600] as const;

/** A quarter of a truck: a bookcase, tubs, and boxes to the roof. */
function quarterLoad(): Solid[] {
  return [
    ...stow(0.1, 0.1, 0, bookcase(paint.bark)),
    ...stow(0.2, 1.4, 0, carton(2.8, 2, 2.2)),
    ...stow(0.3, 1.5, 2.2, carton(2.5, 1.8, 1.9, pale)),
    ...stow(0.4, 1.6, 4.1, carton(2.2, 1.6, 1.7)),
    ...stow(0.2, 3.5, 0, tub(paint.teal)),
    ...stow(0.2, 3.5, 1.32, tub(paint.mustard)),
    ...stow(0.2, 3.5, 2.64, tub(paint.denim)),
    ...stow(0.4, 3.5, 3.96, carton(1.8, 1.5, 1.5, pale)),
    ...stow(0.2, 5.3, 0, carton(2.6, 1.5, 1.9, pale)),
    ...stow(0.3, 5.3, 1.9, carton(2.3, 1.4, 1.6)),
    ...stow(0.5, 5.2, 3.5, bag()),
  ];
}

function driveway(): Solid[] {
  return [...ground(-2, -3, 33, 21, slabs(0, 0, 33, 21, 7)), ...truck(quarterLoad())];
}

function junkRemoval(): Solid[] {
  return [
    ...at(24.8, 0, 0, armchair(paint.rust), "+x"),
    ...at(24.8, 4, 0, armchair(paint.mustard), "+x"),
    ...at(4, 11.4, 0, carton(2, 1.8, 1.6)),
    ...at(4.2, 11.5, 1.6, carton(1.6, 1.5, 1.2)),
    ...at(6.4, 12, 0, bag()),
    ...at(8.6, 11, 0, grill()),
    ...at(8.6, 14.6, 0, carton(2, 1.8, 1.4, pale)),
    ...at(15.4, 11, 0, treadmill()),
    ...full(at(21.4, 10.8, 0, flatScreen())),
    ...carrier([27.6, 11.4, 0], 100),
    ...at(25.2, 10.6, 2.7, carton(1.6, 1.7, 1.2)),
    ...full(person([14.3, 12.3, 0], {
      ...crew, looks: 270, skin: paint.skinDark, hands: [[-0.6, 1.1, 2.6], [0.6, 1.1, 2.6]], stride: 0.9,
    })),
  ];
}

function junkRemoved(): Solid[] {
  return [
    ...load("full").slice(load("quarter").length),
    ...sweeper([12.5, 13, 0], 300, { skin: paint.skinDark }),
    ...waver([26, 13.4, 0]),
  ];
}

function yard(): Solid[] {
  return [
    ...ground(-1, -1, 20, 16.4),
    ...fenceX(-0.6, -0.6, 19),
    ...fenceY(-0.6, -0.4, 15.4),
    ...oak(3.8, 3.6, 3.8),
    ...shrub(1.4, 8, 1, paint.foliage),
  ];
}

/** A limb, dragged by its thick end by a crew member in front of it. */
function limb(): Solid[] {
  const stick = (...ends: Parameters<typeof spheres>[2][]) => spheres("hull", paint.bark, ...ends);
  return [
    stick([0.5, 0.3, 2.75, 0.22], [0.4, -3.4, 1, 0.16]),
    stick([0.4, -3, 1.1, 0.15], [0.2, -6.2, 0.5, 0.08]),
    stick([0.4, -2.6, 1.3, 0.12], [1.3, -4.6, 1.6, 0.06]),
    spheres("union", paint.foliage, [0.3, -4.6, 1.1, 0.85], [0.2, -5.8, 0.9, 0.95], [1.1, -5, 1.5, 0.8]),
    spheres("union", paint.hedge, [-0.4, -5.2, 0.8, 0.7], [0.4, -6.8, 0.7, 0.7]),
  ];
}

function yardWaste(): Solid[] {
  const leaves = mix(paint.mustard, paint.bark, 0.25);
  return [
    ...at(9, 0.6, 0, branches()),
    ...at(13.4, 1, 0, branches(), "+x"),
    ...at(9.6, 5.2, 0, logs()),
    ...person([15.6, 12, 0], {
      ...crew, ...gloved, looks: 225, hands: [[-0.6, 0.4, 3], [0.5, 0.3, 2.75]], stride: 1, lean: 14, holds: limb(),
    }),
    // Leaves, raked together and on their way into paper bags.
    ...at(2.6, 9.4, 0, moundOf(leaves)),
    ...full(bender([6.6, 10.4, 0], 45, { ...gloved, skin: paint.skinDark })),
    ...at(1, 10, 0, yardBag()),
    ...at(1.2, 11.6, 0, yardBag()),
    ...at(1, 13.2, 0, yardBag()),
  ];
}

function yardCleared(): Solid[] {
  return [
    ...at(9, 1.6, 0, bench()),
    ...shrub(15.4, 1.6, 1),
    ...shrub(7, 1.2, 0.8, paint.foliage),
    ...sweeper([11, 8.4, 0], 30, { holds: rake() }),
    ...waver([6, 11.4, 0], 315, { skin: paint.skinDark }),
  ];
}

function deck(): Solid[] {
  const deck = [decal("+z", 1, 1, 13, 12, paint.plank)];
  for (let v = 2; v < 13; v += 1) deck.push(decal("+z", 1, v, 13, 0.07, mix(paint.plank, paint.bark, 0.4)));
  return [
    ...ground(-1, -1, 22, 17, deck),
    ...fenceX(-0.6, -0.6, 21),
    ...fenceY(-0.6, -0.4, 16),
    ...shrub(18, 2.2, 1.1),
    ...shrub(19, 4.4, 0.8, paint.foliage),
  ];
}

function hotTubRemoval(): Solid[] {
  return [
    ...at(1.6, 2, 0, hotTub(5)),
    ...bender([9.3, 3.6, 0], 45, { ...masked, holds: saw() }),
    ...full([
      ...carrier([14.6, 11.4, 0], 270, { ...masked, skin: paint.skinDark, hands: [[-0.8, 1.1, 3], [0.8, 1.1, 3]] }),
      ...at(15.6, 9.9, 1.7, tubPiece(), "+x"),
    ]),
    // What is sawn off already, and the cover.
    ...at(9.6, 0.2, 0, tubCover()),
    ...at(13, 3.2, 0, tubPiece(3.6)),
    ...at(13.4, 4.4, 0, tubPiece()),
    ...at(2, 10.4, 0, chair(paint.teal)),
  ];
}

function hotTubGone(): Solid[] {
  return [
    // The square of new boards where it stood.
    box([1.6, 2, 0], [7, 7, 0.04], mix(paint.plank, paint.cream, 0.45), { shadowless: true, receives: ["z"] }),
    ...at(2.6, 3.2, 0, chair(paint.teal), "+x"),
    ...at(4.6, 2.8, 0, table(3, 2.4, paint.wood)),
    ...at(8, 3.2, 0, chair(paint.teal), "-x"),
    ...waver([11.4, 9.4, 0]),
    ...sweeper([4.6, 8.8, 0], 340, { skin: paint.skinDark }),
  ];
}

function backyard(): Solid[] {
  return [...ground(-1, -1, 24, 18), ...fenceX(-0.6, -0.6, 23), ...fenceY(-0.6, -0.4, 17), ...shrub(10.6, 1.4, 0.9)];
}

function shedRemoval(): Solid[] {
  const boards = [0, 0.16].map((z) => box([0.55, -3, 4.8 + z], [0.5, 7, 0.14], z ? paint.plank : paint.wood));
  const bar = spheres("hull", paint.ink, [0.5, 0.8, 4, 0.09], [-0.1, 2.1, 5.3, 0.09]);
  return [
    ...at(1.4, 1.6, 0, shed(4.4)),
    // One pries off a stud, the other takes boards away on a shoulder.
    ...person([9.6, 10.4, 0], {
      ...crew, ...gloved, looks: 160, hands: [[-0.1, 1.1, 4.4], [0.45, 0.9, 4.1]], stride: 0.8, holds: [bar],
    }),
    ...full(person([16, 12.6, 0], {
      ...crew, ...gloved, looks: 290, skin: paint.skinDark, hands: [[-0.7, 0.2, 2.8], [0.7, 0.7, 5]], stride: 0.9, holds: boards,
    })),
    ...at(12, 1.6, 0, lumber(8)),
    ...at(2, 12.4, 0, lumber(5)),
    ...at(19, 6.4, 0, mower(), "-y"),
  ];
}

function shedGone(): Solid[] {
  return [
    // The bare earth where it stood.
    box([1.4, 1.6, 0], [8, 6, 0.03], mix(paint.earth, paint.grass, 0.35), { shadowless: true, receives: ["z"] }),
    ...shrub(14.6, 1.4, 0.8, paint.foliage),
    ...at(17, 2, 0, bench()),
    ...sweeper([11.4, 7.6, 0], 60, { holds: rake() }),
    ...waver([18, 9.6, 0], 315, { skin: paint.skinDark }),
  ];
}

/** Services around a home, at work and when they are done. */
export const yards: Record<string, Scene> = {
  ...views(SIZE, driveway, {
    "junk-removal": [
      "Two crew members load the {truck}, a quarter full, from the armchairs, grill, treadmill, and boxes beside it.",
      junkRemoval,
    ],
    "junk-removal-after": [
      "The {truck} full from front to rear on a clean driveway; one of the crew sweeps, the other waves.", junkRemoved,
    ],
  }),
  ...views(SIZE, yard, {
    "yard-waste": [
      "The crew, in gloves, clears a fenced yard under an oak: one drags a limb past logs, the other bags leaves.",
      yardWaste,
    ],
    "yard-waste-after": [
      "The same yard with a clean lawn and a bench by the fence; one of the crew rakes, the other waves.",
      yardCleared,
    ],
  }),
  ...views(SIZE, deck, {
    "hot-tub-removal": ["A worker in a dust mask saws up a drained hot tub, and another one carries a piece of its rim away.", hotTubRemoval],
    "hot-tub-removal-after": [
      "The same deck with a table and chairs where the hot tub was, and the crew sweeping up.", hotTubGone,
    ],
  }),
  ...views(SIZE, backyard, {
    "shed-removal": ["A backyard shed, half of it down to its frame: one of the crew pries off boards, the other carries some away.", shedRemoval],
    "shed-removal-after": [
      "The same backyard with a patch of bare ground where the shed was, and the crew raking it.", shedGone,
    ],
  }),
};
