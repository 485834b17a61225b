import { at } from "../assembly";
import { box, decal } from "../box";
import { mix, paint } from "../palette";
import { tubeTelevision, washer } from "../parts/appliances";
import { ground, fenceX, fenceY, oak, shrub, slabs } from "../parts/building";
import { chair, dresser, sofa, table } from "../parts/furniture";
import { bag, branches, carton, lumber, mower, paintCan, tire, trashCart, yardBag } from "../parts/junk";
import { bench, hotTub, shed, tubCover } from "../parts/outdoor";
import { person } from "../parts/person";
import { handTruck, truck } from "../parts/vehicles";
import { spheres } from "../round";
import { views, type Scene } from "../scene";
import type { Solid } from "../solid";
import { carrier, crew, sweeper, waver } from "./crew";
import { load } from "./trucks";

const SIZE = [800, 600] as const;

function driveway(): Solid[] {
  return [...ground(-2, -3, 33, 21, slabs(0, 0, 33, 21, 7)), ...truck(load("quarter"))];
}

function junkRemoval(): Solid[] {
  return [
    ...at(24.6, 0.6, 0, sofa(paint.rust, 6), "+x"),
    ...at(4, 11.4, 0, carton(2, 1.8, 1.6)),
    ...at(4.2, 11.5, 1.6, carton(1.6, 1.5, 1.2)),
    ...at(6.4, 12, 0, bag()),
    ...at(9, 11.2, 0, washer()),
    ...at(8.6, 14.6, 0, tire()),
    ...at(15.4, 11, 0, dresser()),
    ...at(22, 10.6, 0, tubeTelevision()),
    ...carrier([27.6, 11.4, 0], 100),
    ...at(25.2, 10.6, 2.7, carton(1.6, 1.7, 1.2)),
    ...person([14.3, 12.3, 0], {
      ...crew, looks: 270, skin: paint.skinDark, hands: [[-0.6, 1.1, 2.6], [0.6, 1.1, 2.6]], stride: 0.9,
    }),
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
    ...ground(-1, -1, 23, 19),
    ...fenceX(-0.6, -0.6, 22),
    ...fenceY(-0.6, -0.4, 18),
    ...oak(4.4, 4.2, 4.2),
    ...shrub(1.6, 9.4, 1, paint.foliage),
    ...at(17.6, 13, 0, trashCart(paint.leaf)),
  ];
}

function yardWaste(): Solid[] {
  return [
    ...at(10.4, 1, 0, branches()),
    ...at(15.2, 1.4, 0, branches(), "+x"),
    ...at(19.4, 5.4, 0, yardBag()),
    ...at(20.4, 7, 0, yardBag()),
    ...at(19, 7.4, 0, yardBag()),
    // An armful of limbs on the way out, and the leaves raked together.
    ...carrier([11.4, 11.8, 0], 270),
    ...[[12.4, 3.05], [12.8, 3.05], [12.6, 3.4]].map(([x, z]) =>
      spheres("hull", paint.bark, [x!, 9.8, z!, 0.2], [x!, 13.6, z!, 0.16])
    ),
    spheres("union", paint.foliage, [12.6, 9.6, 3.3, 0.7], [13.1, 9.2, 2.9, 0.6], [12.1, 9.1, 3, 0.55]),
    ...sweeper([6.6, 11.4, 0], 20, { skin: paint.skinDark }),
    ...shrub(5.8, 14.6, 0.9, mix(paint.foliage, paint.mustard, 0.45)),
  ];
}

function yardCleared(): Solid[] {
  return [
    ...at(10.4, 2, 0, bench()),
    ...shrub(17.4, 1.8, 1),
    ...shrub(8, 1.4, 0.8, paint.foliage),
    ...sweeper([12.4, 10, 0], 30),
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
    ...at(1.6, 2, 0, hotTub()),
    ...at(9.6, 0.2, 0, tubCover()),
    // The steps that led up to it.
    box([5.4, 9.1, 0], [3, 0.9, 1.5], paint.wood, { receives: ["y"] }),
    box([5.4, 10, 0], [3, 0.9, 0.75], paint.wood),
    ...at(17.4, 8, 0, chair(paint.teal)),
    ...at(4.6, 12.2, 0, lumber(5)),
    ...carrier([3.4, 10.6, 0], 180, { hands: [[-0.7, 1, 2.6], [0.7, 1, 2.6]] }),
    ...carrier([11, 5.4, 0], 90, { hands: [[-0.7, 1, 2.6], [0.7, 1, 2.6]], skin: paint.skinDark }),
    ...at(14.6, 9.6, 0, handTruck()),
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
  return [
    ...at(1.4, 1.6, 0, shed()),
    ...at(12, 1.6, 0, lumber(8)),
    ...at(1.2, 12.6, 0, lumber(5)),
    ...at(20.4, 5.4, 0, mower(), "-y"),
    ...at(8.2, 11.6, 0, paintCan(paint.teal)),
    ...at(9, 12.2, 0, paintCan(paint.mustard)),
    ...at(9.6, 11.2, 0, tire()),
    ...carrier([13.4, 10.8, 0], 270),
    ...carrier([20.4, 10.8, 0], 90, { skin: paint.skinDark }),
    ...at(14.2, 10.2, 2.6, lumber(5.4)),
  ];
}

function shedGone(): Solid[] {
  return [
    // The bare earth where it stood.
    box([1.4, 1.6, 0], [8, 6, 0.03], mix(paint.earth, paint.grass, 0.35), { shadowless: true, receives: ["z"] }),
    ...shrub(14.6, 1.4, 0.8, paint.foliage),
    ...at(17, 2, 0, bench()),
    ...sweeper([11.4, 7.6, 0], 60),
    ...waver([18, 9.6, 0], 315, { skin: paint.skinDark }),
  ];
}

/** Services around a home, at work and when they are done. */
export const yards: Record<string, Scene> = {
  ...views(SIZE, driveway, {
    "junk-removal": [
      "Two crew members load the truck, a quarter full, from the furniture, appliances and boxes beside it.",
      junkRemoval,
    ],
    "junk-removal-after": [
      "The truck full from front to rear on a clean driveway; one of the crew sweeps, the other waves.", junkRemoved,
    ],
  }),
  ...views(SIZE, yard, {
    "yard-waste": [
      "Two crew members clear a fenced yard under an oak: one carries limbs, the other rakes leaves beside piles of branches and full bags.",
      yardWaste,
    ],
    "yard-waste-after": [
      "The same yard with a clean lawn and a bench by the fence, and a crew member sweeping up the last leaves.",
      yardCleared,
    ],
  }),
  ...views(SIZE, deck, {
    "hot-tub-removal": ["A drained hot tub on a deck, with two crew members ready to take it apart.", hotTubRemoval],
    "hot-tub-removal-after": [
      "The same deck with a table and chairs where the hot tub was, and the crew sweeping up.", hotTubGone,
    ],
  }),
  ...views(SIZE, backyard, {
    "shed-removal": ["An old backyard shed beside stacks of boards that two crew members carry away.", shedRemoval],
    "shed-removal-after": [
      "The same backyard with a patch of bare ground where the shed was, and the crew sweeping up.", shedGone,
    ],
  }),
};
