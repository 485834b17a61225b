import { at, full, plain } from "../assembly";
import { box, decal } from "../box";
import { mix, paint } from "../palette";
import { bricks, door, fenceX, fenceY, gable, ground, oak, room, shrub, slabs, window } from "../parts/building";
import { chair, mattressUpright, plant, rolledRug, shelving, table, television } from "../parts/furniture";
import { bunkBed, chestFreezer, exerciseBike, sectional, treadmill, trunk } from "../parts/household";
import { bag, bicycle, branches, carton, lumber, mower, openCarton, yardBag } from "../parts/junk";
import { bench } from "../parts/outdoor";
import { car } from "../parts/vehicles";
import { grill, ladder, workbench } from "../parts/yard";
import { views, type Scene } from "../scene";
import type { Solid } from "../solid";
import { bender, carrier, gloved, handshake, sweeper } from "./crew";

const SIZE = [800, 600] as const;
const Z = 0.08;

function garageShell(): Solid[] {
  const [w, d] = [17, 14];
  return [
    ...ground(-2, -2, 22, 21.5, slabs(2, 16, 17.5, 5.5, 5.8)),
    ...room(0, 0, w, d, 8.5, {
      outside: paint.brick, floor: mix(paint.concrete, paint.cream, 0.35), backDecals: window("+y", 11, 3.8, 4.2, 3),
    }),
    box([w, 0, 0], [0.5, d, 0.8], paint.brick, {
      decals: [decal("+z", 0, 0, 0.5, d, paint.cream), ...bricks("+x", d, 0.8)],
    }),
    ...at(0.2, 0.2, Z, shelving(6, 1.7)),
    ...at(0.5, 0.4, 3.9, carton(1.6, 1.2, 1.1)),
    ...at(3.2, 0.4, 3.9, carton(1.5, 1.1, 0.9)),
  ];
}

function garageJunk(): Solid[] {
  return [
    ...at(0.5, 0.4, 0.4, carton(1.7, 1.2, 1.2)),
    ...at(2.6, 0.4, 0.4, carton(2.2, 1.2, 1.3)),
    ...at(0.6, 0.4, 2.2, carton(2.4, 1.2, 1.2)),
    ...at(3.4, 0.4, 2.2, carton(1.8, 1.2, 1)),
    ...at(0.8, 0.4, 5.7, carton(2.4, 1.2, 1.3)),
    ...at(6.6, 1.4, Z, ladder()),
    ...at(9.2, 0.3, Z, chestFreezer()),
    ...at(9.4, 0.5, 2.93, carton()),
    ...at(11.4, 0.6, 2.93, openCarton(1.7, 1.2, 1)),
    ...at(14.2, 0.3, Z, carton(2.2, 2, 2)),
    ...at(14.4, 0.4, 2.08, carton(1.8, 1.6, 1.5)),
    ...at(0.3, 2.4, Z, workbench(), "+x"),
    ...at(0.4, 7.9, Z, carton(2, 1.8, 1.5)),
    ...at(3.6, 4.4, Z, grill()),
    ...at(9, 4, Z, treadmill()),
    ...at(14.6, 4, Z, carton(1.9, 2, 1.8)),
    ...at(14.7, 4.1, 1.88, carton(1.6, 1.6, 1.2)),
    ...at(3.4, 7.4, Z, mower(), "+x"),
    ...at(7.6, 7.2, Z, carton(2, 1.7, 1.4)),
    ...at(7.8, 7.4, 1.48, carton(1.5, 1.3, 1.1)),
    ...full(at(10.6, 7.6, Z, lumber(5))),
    ...at(0.6, 10.8, Z, bicycle(paint.leaf)),
    ...at(6.6, 10.6, Z, openCarton()),
    ...at(9.4, 11.2, Z, bag()),
    ...at(11.4, 11.2, Z, bicycle(paint.clay)),
  ];
}

function yardShell(): Solid[] {
  return [
    ...ground(-1, -1, 22, 18),
    ...fenceX(-0.6, -0.6, 21),
    ...fenceY(-0.6, -0.4, 17),
    ...oak(4, 4, 4),
    ...shrub(9.4, 1.4, 1),
    ...shrub(12, 1.2, 0.8, paint.foliage),
    ...shrub(18, 1.4, 1.1),
  ];
}

function yardJunk(): Solid[] {
  return [
    ...at(9, 3, 0, branches()),
    ...at(14, 3.4, 0, branches(), "+x"),
    ...at(3, 9, 0, branches(), "-x"),
    ...at(9.6, 9, 0, carton(2, 1.8, 1.5)),
    ...full(at(12.6, 9.4, 0, lumber(6))),
    ...at(8.4, 12.6, 0, mower(), "-y"),
    ...at(12.4, 13.4, 0, bag()),
    ...at(14, 13.2, 0, bag()),
    ...at(17, 9, 0, chair(paint.teal), "+x"),
    ...at(4, 14, 0, yardBag()),
    ...at(17.4, 13, 0, carton()),
  ];
}

function propertyShell(): Solid[] {
  const [w, d, h] = [16, 9, 8.5];
  const wall = mix(paint.plaster, paint.mustard, 0.22);
  return [
    ...ground(-2, -2, 23, 22, [...slabs(8.6, 11.2, 3.4, 10.8, 3.6), ...slabs(18.4, 0, 4.6, 22, 5.5)]),
    box([0, 0, 0], [w, d, h], wall, {
      receives: ["y"],
      decals: [
        ...door("+y", 7, 0.3, 3, 6.8, paint.leaf),
        ...window("+y", 1.2, 2.8, 4, 3.8),
        ...window("+y", 11.4, 2.8, 3.4, 3.8),
        ...window("+x", 3, 2.8, 3.2, 3.6),
        decal("+y", 0, 0, w, 0.6, paint.stone),
        decal("+x", 0, 0, d, 0.6, paint.stone),
      ],
    }),
    ...gable([0, 0, h], w, d, 3.2, paint.shingle, wall),
    box([6.4, d, 0], [4.4, 2, 0.3], paint.concrete),
    ...shrub(2, 10.2, 0.8),
    ...shrub(4.4, 10.2, 0.9, paint.foliage),
    ...shrub(13.4, 10.2, 0.8),
  ];
}

function propertyJunk(): Solid[] {
  return [
    ...full(at(0.2, 12.2, 0, bunkBed())),
    ...plain(at(0.2, 12.2, 0, sectional(paint.teal))),
    ...at(0.8, 16.8, 0, carton(2, 1.8, 1.5)),
    ...at(0.9, 16.9, 1.5, carton(1.6, 1.5, 1.2)),
    ...at(3.4, 17, 0, openCarton()),
    ...at(11.4, 12.4, 0, trunk()),
    ...at(11.6, 15.4, 0, exerciseBike()),
    ...full([...at(17, 2.4, 0, mattressUpright(5.6, 5), "+x"), ...at(17.2, 9, 0, television(), "+x")]),
    ...at(17, 15, 0, bag()),
    ...at(18.4, 15.8, 0, bag()),
    ...at(6, 17.4, 0, rolledRug(4)),
  ];
}

function yardTidy(): Solid[] {
  return [
    ...at(14.4, 3, 0, bench()),
    ...at(9.4, 8, 0, table(4.4, 2.6, paint.plank)),
    ...at(10.8, 6.6, 0, chair(paint.teal)),
    ...at(10.8, 10.6, 0, chair(paint.teal), "-y"),
    ...shrub(1.4, 10, 0.9),
    ...shrub(1.2, 12.6, 1.1, paint.foliage),
  ];
}

/** The crew begins at the door: all is full but the corner by the driveway. */
function garageCleanout(): Solid[] {
  return [
    ...garageJunk().filter((s) => s.bounds.min[0] < 10.8 || s.bounds.min[1] < 7),
    ...carrier([13.4, 13.6, Z], 330, gloved),
    ...at(13, 14.5, 2.8, carton(1.8, 1.6, 1.3)),
    ...full(bender([6, 13.4, Z], 150, { ...gloved, skin: paint.skinDark })),
  ];
}

/** The gallery of work done, before and after, and the garage service, whose pictures show the same garage. */
export const pairs: Record<string, Scene> = {
  ...views(SIZE, garageShell, {
    "garage-before": ["A garage packed with a workbench, a treadmill, bikes, a mower, and boxes.", garageJunk],
    "garage-cleanout": [
      "A garage packed with a workbench, a treadmill, and boxes, and two crew members in gloves who carry out the first ones.",
      garageCleanout,
    ],
    "garage-cleanout-after": [
      "The same garage with an empty floor: one crew member sweeps it, the other shakes hands with the owner.",
      () => [...sweeper([3.4, 8.4, Z], 300), ...handshake([10.6, 11.2, Z])],
    ],
    "garage-after": [
      "The same garage cleared out, with a car inside and a few boxes on the shelf.",
      () => at(8.4, 0.8, Z, car(paint.denim), "-x"),
    ],
  }),
  ...views(SIZE, yardShell, {
    "yard-before": ["A fenced yard full of branches, lumber, and bags of leaves.", yardJunk],
    "yard-after": ["The same yard cleared, with a bench and a table on the lawn.", yardTidy],
  }),
  ...views(SIZE, propertyShell, {
    "property-before": ["A house with a bunk bed, a trunk, a mattress, and bags all over its lawn.", propertyJunk],
    "property-after": ["The same house with a clear lawn and a plant by the door.", () => at(9.4, 9.2, 0.3, plant())],
  }),
};
