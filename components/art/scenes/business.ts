import { at, full, groupInOrder, plain } from "../assembly";
import { box, decal, type Decal } from "../box";
import { mix, paint } from "../palette";
import { monitor, printer, tower } from "../parts/appliances";
import { door, gable, ground, room, shrub, slabs, window } from "../parts/building";
import { loadedPallet, palletJack } from "../parts/fixtures";
import {
  armchair, chair, desk, dresser, filingCabinet, lamp, officeChair, plant, rolledRug, rug, shelving, sofa, table,
  television,
} from "../parts/furniture";
import { bookcase, bunkBed, clothesRack, flatScreen, futon, suitcase } from "../parts/household";
import { bag, carton, clothes, newspapers, openCarton, tub } from "../parts/junk";
import { clock, signpost } from "../parts/outdoor";
import { person } from "../parts/person";
import { handTruck } from "../parts/vehicles";
import { kayak } from "../parts/yard";
import { views, type Scene } from "../scene";
import type { Solid } from "../solid";
import { boards } from "./categories";
import { bender, carrier, gloved, handshake, loner, masked, pusher, sweeper, waver } from "./crew";

const SIZE = [800, 600] as const;
const Z = 0.08;

function familyRoom(): Solid[] {
  return [
    ...ground(-1.5, -1.5, 18.5, 16.5),
    ...room(0, 0, 15.5, 13, 8.5, {
      wall: mix(paint.plaster, paint.mustard, 0.16),
      floor: paint.plank,
      floorDecals: boards(15.5, 13),
      backDecals: window("+y", 9.4, 3.2, 4.4, 3.8),
      leftDecals: door("+x", 9.6, 0.1, 2.8, 6.6, paint.leaf),
    }),
    ...at(0.2, 0.2, Z, shelving(3.6, 1.6)),
  ];
}

function hoarderCleanouts(): Solid[] {
  return [
    ...at(0.4, 0.4, 0.4, tub(paint.denim)),
    ...at(2.5, 0.4, 0.4, newspapers(1.2)),
    ...at(0.4, 0.4, 2.2, newspapers(1.2)),
    ...at(1.9, 0.4, 2.2, carton(1.6, 1.2, 1.2)),
    ...at(0.6, 0.4, 4, tub(paint.rose)),
    // A sofa under clothes and bags.
    ...at(4, 0.4, Z, sofa(paint.plum, 6)),
    ...at(4.8, 1, 1.5, clothes()),
    ...at(7.4, 1.2, 1.5, bag(paint.iron)),
    ...at(4.2, 3.5, Z, newspapers(2.4)),
    // A desk nobody could write at.
    ...at(10.2, 0.3, Z, desk()),
    ...full(at(10.4, 0.6, 2.54, flatScreen(2.6))),
    ...at(13.1, 0.5, 2.54, tub(paint.mustard)),
    ...at(10.6, 2.8, Z, tub(paint.teal)),
    ...at(10.7, 2.9, 1.4, openCarton(1.8, 1.4, 1)),
    ...at(13, 2.9, Z, newspapers(2.8)),
    // Along the left wall.
    ...at(0.3, 2.4, Z, armchair(paint.mustard), "+x"),
    ...at(0.7, 2.9, 1.6, clothes([paint.denim, paint.rose, paint.teal])),
    ...at(0.3, 6.2, Z, newspapers(4.8)),
    ...at(1.9, 6.2, Z, newspapers(2.8)),
    ...at(0.3, 7.6, Z, tub(paint.rust)),
    ...at(0.4, 7.6, 1.4, tub(paint.sand)),
    ...at(0.3, 7.6, 2.72, tub(paint.teal)),
    ...at(2.8, 7.5, Z, bag()),
    // Along the right edge, low enough to look over.
    ...at(12, 7.1, Z, suitcase(paint.clay), "+x"),
    ...at(14, 7.2, Z, newspapers(2)),
    ...at(11.4, 9.4, Z, clothes([paint.mustard, paint.plum, paint.rose])),
    ...at(13.8, 9, Z, bag()),
    ...at(9.2, 11, Z, newspapers(1.6)),
    ...at(10.7, 11.2, Z, openCarton()),
    ...at(13.2, 11, Z, tub(paint.denim)),
    // The path between them.
    ...full(bender([8.2, 5.6, Z], 20, masked)),
    ...at(6.6, 7, Z, bag()),
    ...carrier([5, 9.6, Z], 340, { ...masked, skin: paint.skinDark }),
    ...at(4.4, 10.5, 2.6, tub(paint.denim)),
  ];
}

function hoarderCleared(): Solid[] {
  return [
    ...at(5, 4.4, Z, rug(6.6, 5)),
    ...at(0.3, 4.2, Z, armchair(paint.plum), "+x"),
    ...at(8.4, 0.4, Z, table(5, 2.4)),
    ...at(10, 2.9, Z, chair(), "-y"),
    ...at(5.6, 0.4, Z, lamp()),
    ...person([6.4, 8.4, Z], { looks: 290, shirt: paint.teal, trousers: paint.iron }),
    ...waver([12.4, 8, Z], 315, gloved),
  ];
}

function units(): Solid[] {
  const metal = mix(paint.stone, paint.cream, 0.3);
  const seams = (width: number): Decal[] => Array.from(
    { length: Math.floor(width / 1.2) },
    (_, i) => decal("+z", 0.9 + i * 1.2, 0.3, 0.12, 9.4, mix(paint.teal, paint.ink, 0.25)),
  );
  const shutter = [
    decal("+y", 0.6, 0, 6, 7.4, paint.clay),
    ...Array.from({ length: 9 }, (_, i) => decal("+y", 0.6, 0.7 + i * 0.78, 6, 0.1, mix(paint.clay, paint.ink, 0.2))),
    decal("+y", 3.1, 0.6, 1, 0.25, paint.steel),
  ];
  return [
    ...ground(-8, -11.5, 24.5, 21.5, slabs(0, 11.5, 24.5, 10, 6.1), mix(paint.concrete, paint.stone, 0.3)),
    box([-7.5, -10, 0], [7, 10, 9], metal, {
      receives: ["y"],
      decals: [
        ...shutter,
        decal("+y", 0, 7.9, 7, 1.1, paint.forest),
        decal("+z", 0.2, 0.2, 6.6, 9.6, paint.teal),
        ...seams(6),
      ],
    }),
    ...room(0, -10, 9.5, 10, 9, { outside: metal, wall: mix(paint.teal, paint.cream, 0.62), floor: paint.concrete }),
    box([9.5, -10, 0], [0.5, 10, 0.8], metal, { decals: [decal("+z", 0, 0, 0.5, 10, paint.cream)] }),
  ];
}

function storageUnit(): Solid[] {
  return [
    ...full(at(0.3, -9.8, Z, bunkBed())),
    ...plain([...at(0.3, -9.8, Z, bookcase()), ...at(3.7, -9.8, Z, dresser(paint.wood, 3.3))]),
    ...at(7.2, -9.8, Z, carton(2, 1.8, 2)),
    ...at(7.3, -9.7, 2.08, tub(paint.mustard)),
    ...at(0.4, -5.6, Z, suitcase(), "+x"),
    ...at(0.4, -3.6, Z, suitcase(paint.clay), "+x"),
    ...at(2.2, -5.8, Z, clothesRack()),
    ...at(7.2, -7.2, Z, carton(1.9, 1.7, 1.6)),
    ...at(7.3, -7.1, 1.68, tub(paint.rose)),
    ...at(7, -4.4, Z, lamp()),
    ...at(7.2, -2.4, Z, tub(paint.denim)),
    ...at(7.3, -2.3, 1.4, carton(1.6, 1.3, 1.1)),
    // On the way out.
    ...carrier([4, 1.4, 0], 0),
    ...at(3.1, 2.3, 2.6, carton(1.8, 1.5, 1.3)),
    ...full([
      ...at(8.9, 2.6, 0.4, dresser(paint.wood, 3.6), "+x"),
      ...at(10.5, 3.4, 0, handTruck(), "-x"),
      ...carrier([12.4, 4.3, 0], 90, { skin: paint.skinDark, hands: [[-0.7, 1, 3.6], [0.7, 1, 3.6]] }),
    ]),
    ...at(-7, 3, 0, kayak()),
  ];
}

function unitEmptied(): Solid[] {
  return [
    ...sweeper([4.4, -3.4, Z], 0),
    ...waver([12.4, 2.6, 0], 315, { skin: paint.skinDark }),
    ...full(at(14, 2.8, 0, handTruck())),
  ];
}

function officeRoom(): Solid[] {
  const wall = mix(paint.plaster, paint.leaf, 0.1);
  const floor = mix(paint.denim, paint.stone, 0.7);
  return [
    ...ground(-1.5, -1.5, 21, 18, [], paint.concrete),
    ...room(0, 0, 18, 14.5, 8.5, {
      outside: paint.stone,
      wall,
      floor,
      backDecals: [
        ...window("+y", 7.6, 2.8, 4.4, 4.4), ...window("+y", 12.8, 2.8, 4.4, 4.4), ...clock("+y", 5.6, 6.2, 0.9, 10),
      ],
    }),
    ...at(15.8, 4, Z, plant()),
  ];
}

function office(): Solid[] {
  return [
    ...at(0.4, 0.4, Z, filingCabinet()),
    ...at(2, 0.4, Z, filingCabinet(paint.sand)),
    ...at(0.3, 3.6, Z, desk(), "+x"),
    ...full(at(0.8, 4.8, 2.54, monitor(), "+x")),
    ...at(8.2, 0.8, Z, table(5, 2.5, paint.plank)),
    ...at(8.4, 0.9, 2.6, carton(2, 1.8, 1.4)),
    ...full(at(10.8, 1, 2.6, printer())),
    ...at(14.2, 0.4, Z, bookcase()),
    ...at(2.6, 9.6, Z, officeChair(paint.denim)),
    ...at(4.6, 11, Z, officeChair(paint.denim), "+x"),
    ...at(1.4, 11.8, Z, officeChair(paint.denim), "+x"),
    ...full([
      ...at(8.2, 6.4, 2.3, desk(paint.wood)),
      ...carrier([7.2, 7.6, Z], 270),
      ...carrier([14.2, 7.6, Z], 90, { skin: paint.skinDark }),
      ...at(15.4, 10.4, Z, tower()),
      ...at(16.4, 10.4, Z, tower()),
    ]),
    ...loner([11, 7.6, Z], 0),
    ...at(10.4, 12, Z, carton()),
    ...at(8, 11.8, Z, bag()),
  ];
}

function officeEmptied(): Solid[] {
  return [
    ...sweeper([5, 6.6, Z], 20), ...handshake([11, 9.4, Z], { skin: paint.skinDark }), ...full(at(8.8, 11, Z, handTruck())),
  ];
}

function warehouse(): Solid[] {
  return [
    ...ground(-1.5, -1.5, 24, 18, [], paint.concrete),
    ...room(0, 0, 21, 14.5, 9.5, {
      outside: paint.steel,
      wall: mix(paint.steel, paint.cream, 0.62),
      floor: mix(paint.concrete, paint.cream, 0.4),
      floorDecals: [decal("+z", 0, 6.6, 21, 0.25, paint.mustard)],
    }),
    ...[0.4, 7, 13.6].flatMap((x) => at(x, 0.4, Z, shelving(6, 2.4, paint.clay))),
  ];
}

function retailWarehouse(): Solid[] {
  const rack = (x: number): Solid[] => [
    ...[0.4, 2.2, 4, 5.8].flatMap((z, i) => [
      ...at(x + 0.3, 0.6, z, carton(1.7, 1.7, i === 2 ? 1 : 1.3)),
      ...(i % 2 ? [] : at(x + 2.2, 0.6, z, carton(1.5, 1.7, 1.2, mix(paint.cardboard, paint.cream, 0.2)))),
      ...at(x + 4.1, 0.6, z, carton(1.5, 1.7, 1 + (i % 3) * 0.2)),
    ]),
  ];
  return [
    ...rack(0.4),
    ...rack(7),
    ...rack(13.6),
    ...at(1, 5, Z, loadedPallet()),
    // One rolls a pallet out, the other takes a box from a rack.
    ...full([
      groupInOrder([...at(7.2, 9.2, Z, palletJack()), ...at(8.6, 9, 0.5, loadedPallet(2))]), ...pusher([5.6, 10, Z], 270),
    ]),
    ...carrier([17.4, 7, Z], 20, { skin: paint.skinDark }),
    ...at(16.1, 7.8, 2.7, carton(1.8, 1.5, 1.3)),
  ];
}

function warehouseEmptied(): Solid[] {
  return [
    ...sweeper([8.6, 8.6, Z], 20),
    ...waver([15.4, 9, Z], 330, { skin: paint.skinDark }),
    ...full(at(13, 10, Z, handTruck(), "+x")),
  ];
}

function rental(): Solid[] {
  const [w, d, h] = [16, 10, 8.5];
  return [
    ...ground(-2, -2, 25, 22, [...slabs(8.6, 12.2, 3.4, 9.8, 3.4), ...slabs(18.6, 0, 6.4, 22, 6)]),
    box([0, 0, 0], [w, d, h], mix(paint.white, paint.teal, 0.22), {
      receives: ["y"],
      decals: [
        ...door("+y", 7, 0.3, 3, 6.8),
        ...window("+y", 1.2, 2.8, 4, 3.8),
        ...window("+y", 11.4, 2.8, 3.4, 3.8),
        ...window("+x", 3.4, 2.8, 3.4, 3.6),
        decal("+y", 0, 0, w, 0.6, paint.stone),
        decal("+x", 0, 0, d, 0.6, paint.stone),
      ],
    }),
    ...gable([0, 0, h], w, d, 3.4, mix(paint.shingle, paint.denim, 0.25)),
    box([6.4, d, 0], [4.4, 2, 0.3], paint.concrete),
    ...at(
      1.4,
      15.4,
      0,
      signpost(paint.leaf, [
        decal("+y", 0.5, 1.25, 2, 0.35, paint.cream), decal("+y", 0.5, 0.6, 1.3, 0.3, paint.cream),
      ]),
    ),
    ...shrub(2.4, 11.2, 0.9),
    ...shrub(4, 11.4, 0.7, paint.foliage),
    ...shrub(13.6, 11.2, 0.9),
  ];
}

function realEstate(): Solid[] {
  return [
    ...person([8.4, 16.4, 0], {
      looks: 20, shirt: paint.denim, trousers: paint.ink, hands: [[-0.2, 0.7, 3.5], [0.75, 0.2, 2.75]],
    }),
    ...at(12.2, 14.6, 2.7, carton(1.5, 1.7, 1.3)),
    ...at(13.2, 12.4, 0, rolledRug(4.6)),
    ...at(17.4, 2.4, 0, futon(paint.plum), "+x"),
    ...full(at(18, 9.6, 0, television(), "+x")),
    ...carrier([14.6, 15.4, 0], 90),
    ...at(17.6, 15.6, 0, bag()),
  ];
}

/** Services for properties and businesses, at work and when they are done. */
export const business: Record<string, Scene> = {
  ...views(SIZE, familyRoom, {
    "hoarder-cleanouts": [
      "A family room buried in clothes, newspapers, tubs, and bags, where two crew members in masks and gloves carry things out.",
      hoarderCleanouts,
    ],
    "hoarder-cleanouts-after": [
      "The same room cleared to the floor, with an armchair, a rug, and a table. Its owner and a worker wave.",
      hoarderCleared,
    ],
  }),
  ...views(SIZE, units, {
    "storage-unit-cleanouts": [
      "Two crew members clear an open storage unit full of furniture and boxes, one with a box, one with a dresser on a hand truck.",
      storageUnit,
    ],
    "storage-unit-cleanouts-after": [
      "The same storage unit empty to the back wall; one of the crew sweeps, the other waves.", unitEmptied,
    ],
  }),
  ...views(SIZE, officeRoom, {
    "office-cleanouts": [
      "Two crew members carry a desk out of an office whose chairs, cabinets, and screens are ready to go.", office,
    ],
    "office-cleanouts-after": [
      "The same office empty to the carpet; one of the crew sweeps, the other shakes hands with the manager.",
      officeEmptied,
    ],
  }),
  ...views(SIZE, warehouse, {
    "retail-warehouse-cleanouts": [
      "A warehouse with full racks: one of the crew rolls out a pallet of boxes, the other takes a box from a rack.", retailWarehouse,
    ],
    "retail-warehouse-cleanouts-after": [
      "The same warehouse with empty racks and a clean floor; one of the crew sweeps, the other waves.",
      warehouseEmptied,
    ],
  }),
  ...views(SIZE, rental, {
    "real-estate-property-management": [
      "A rental house with a sign on the lawn and a worker clearing the last furniture before the next tenant.",
      realEstate,
    ],
  }),
};
