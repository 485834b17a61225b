import { at, full } from "../assembly";
import { box, decal, type Decal } from "../box";
import { mix, paint, type Paint } from "../palette";
import {
  airConditioner, fridge, microwave, monitor, stove, tower, tubeTelevision, washer, waterHeater,
} from "../parts/appliances";
import { door, ground, room, window } from "../parts/building";
import {
  armchair, bed, boxSpring, chair, desk, dresser, lamp, mattress, mattressUpright, plant, rolledRug, rug, shelving,
  sofa, table, television,
} from "../parts/furniture";
import { dishwasher, flatScreen, futon } from "../parts/household";
import { bag, carton, openCarton } from "../parts/junk";
import { person } from "../parts/person";
import { handTruck } from "../parts/vehicles";
import { views, type Scene } from "../scene";
import type { Solid } from "../solid";
import { boards } from "./categories";
import { carrier, crew, handshake, loner, sweeper, waver } from "./crew";

const SIZE = [800, 600] as const;
const Z = 0.08;

/** A room 15 ft by 12 ft on its ground, as the home scenes share it. */
function livingRoom(
  wall: Paint, floor: "boards" | Paint, backDecals: readonly Decal[], leftDecals: readonly Decal[] = [],
): Solid[] {
  return [
    ...ground(-1.5, -1.5, 18, 15.5),
    ...room(0, 0, 15, 12, 8.5, {
      wall,
      floor: floor === "boards" ? paint.plank : floor,
      floorDecals: floor === "boards" ? boards(15, 12) : [],
      backDecals,
      leftDecals,
    }),
  ];
}

const blush = mix(paint.plaster, paint.rose, 0.25);
const mint = mix(paint.plaster, paint.teal, 0.2);
const honey = mix(paint.plaster, paint.mustard, 0.18);

function sittingRoom(): Solid[] {
  return [
    ...livingRoom(mint, "boards", window("+y", 9.4, 3, 4.4, 3.8), door("+x", 8.2, 0.1, 2.8, 6.6)),
    ...at(3.4, 4.2, Z, rug(6.6, 5, paint.teal)),
    ...at(6, 0.4, Z, lamp()),
  ];
}

function furnitureRemoval(): Solid[] {
  // Lifting straps around both arms of the sofa.
  const strap = (x: number) => box([x, 7.6, 2.4], [0.32, 0.05, 2.1], paint.clay, { shadowless: true });
  return [
    ...at(0.4, 0.4, Z, dresser(paint.bark)),
    ...at(0.4, 3.2, Z, armchair(paint.denim), "+x"),
    ...full([
      ...at(4.6, 4.6, 2.4, sofa(paint.mustard, 5.6)),
      strap(4.8),
      strap(9.7),
      ...carrier([3.6, 6.1, Z], 270),
      ...carrier([11.3, 6.1, Z], 90, { skin: paint.skinDark }),
    ]),
    ...loner([8, 6.1, Z], 0),
    ...at(9.4, 0.4, Z, table(4.4, 2.6)),
    ...at(13.2, 5.2, Z, chair(), "+x"),
    ...at(11.6, 9.2, Z, chair()),
    ...at(3, 10.2, Z, rolledRug(5)),
  ];
}

function furnitureRemoved(): Solid[] {
  return [...at(13, 0.5, Z, plant()), ...sweeper([11.6, 7.4, Z], 30)];
}

function kitchen(): Solid[] {
  const tiles: Decal[] = [];
  for (let u = 1.5; u < 15; u += 1.5) tiles.push(decal("+z", u, 0, 0.06, 12, paint.stone));
  for (let v = 1.5; v < 12; v += 1.5) tiles.push(decal("+z", 0, v, 15, 0.06, paint.stone));
  return [
    ...ground(-1.5, -1.5, 18, 15.5),
    ...room(0, 0, 15, 12, 8.5, {
      wall: mint,
      floor: mix(paint.white, paint.sand, 0.4),
      floorDecals: tiles,
      backDecals: [decal("+y", 0.2, 3.3, 8, 1.6, paint.white), ...window("+y", 10.2, 3.2, 3.6, 3.6)],
    }),
    ...at(0.2, 0.2, Z, stove()),
  ];
}

function appliancePickup(): Solid[] {
  return [
    ...at(2.8, 0.2, Z, washer()),
    ...at(5.2, 0.2, Z, washer(paint.steel)),
    ...at(2.9, 0.5, 3.08, microwave()),
    ...at(8, 0.3, Z, waterHeater()),
    ...at(0.3, 5.2, Z, fridge(paint.white), "+x"),
    ...at(0.6, 8.8, Z, airConditioner()),
    // On its runner, strapped to the hand truck.
    box([5.4, 7.2, Z], [9.4, 3.8, 0.04], mix(paint.teal, paint.cream, 0.35), { shadowless: true, receives: ["z"] }),
    ...at(7.8, 7.6, 0.5, fridge(), "+x"),
    box([7.8, 10.6, 3.4], [2.7, 0.05, 0.4], paint.clay, { shadowless: true }),
    ...at(10.5, 8.2, Z, handTruck(), "-x"),
    ...person([12.7, 9, Z], { ...crew, looks: 90, hands: [[-0.7, 1, 3.9], [0.7, 1, 3.9]], stride: 0.8 }),
    ...at(12, 1.6, Z, dishwasher()),
  ];
}

function appliancesGone(): Solid[] {
  return [
    ...at(2.8, 0.3, Z, fridge()),
    ...at(2.4, 6, Z, table(4.6, 2.8, paint.plank)),
    ...at(4, 9, Z, chair(paint.teal), "-y"),
    ...at(12.6, 0.5, Z, plant()),
    ...handshake([9.6, 8, Z]),
    ...at(8.4, 10.4, Z, handTruck()),
  ];
}

function bedroom(): Solid[] {
  return [
    ...livingRoom(blush, "boards", window("+y", 9.2, 3, 4.6, 3.8), door("+x", 8.4, 0.1, 2.8, 6.6, paint.leaf)),
    ...at(0.3, 2.2, Z, dresser(), "+x"),
    ...at(8, 0.5, Z, lamp()),
  ];
}

function mattressDisposal(): Solid[] {
  return [
    ...at(0.3, 0.2, Z, boxSpring()),
    ...at(4.4, 6.2, 2, mattressUpright()),
    ...full(carrier([3.4, 7, Z], 270)),
    ...carrier([12.1, 6.8, Z], 90, { skin: paint.skinDark }),
    ...at(12.2, 3, Z, openCarton()),
    ...at(6.4, 10, Z, carton()),
  ];
}

function mattressGone(): Solid[] {
  return [...at(9.4, 0.3, Z, bed()), ...at(3.4, 5.6, Z, rug(5, 4, paint.rose)), ...waver([12.2, 9.4, Z], 330)];
}

function apartment(): Solid[] {
  const wall = mix(paint.plaster, paint.denim, 0.1);
  return [
    ...ground(-1.5, -1.5, 21, 17, [], paint.concrete),
    ...room(0, 0, 18, 14, 8.5, {
      outside: paint.stone,
      wall,
      floor: paint.plank,
      floorDecals: boards(18, 14),
      backDecals: [
        decal("+y", 11, 0.2, 5.6, 7, paint.white),
        decal("+y", 11.25, 0.4, 2.45, 6.6, "#A9CBC8", true),
        decal("+y", 13.9, 0.4, 2.45, 6.6, "#C6DEDA", true),
      ],
    }),
    ...at(0.3, 0.3, Z, fridge(paint.white)),
    ...at(3.4, 0.3, Z, stove()),
    ...at(6.2, 0.3, Z, dresser(paint.white, 3.6)),
    ...at(15.8, 7.8, Z, plant()),
  ];
}

function apartmentCleanouts(): Solid[] {
  return [
    ...at(0, 6.1, Z, partition()),
    ...full(at(0.3, 7.2, Z, mattress(), "+x")),
    ...at(6.6, 10.4, Z, carton()),
    ...at(6.7, 10.5, 1.38, carton(1.4, 1.2, 1.1)),
    ...at(11, 3.4, Z, futon(paint.denim)),
    ...full(at(13.4, 11.4, Z, flatScreen())),
    ...at(6.8, 12.4, Z, bag()),
    ...carrier([11.4, 9.4, Z], 0),
    ...at(10.5, 10.3, 2.7, carton(1.8, 1.5, 1.2)),
  ];
}

/** A half-high shelf that parts a room. */
function partition(): Solid[] {
  return [
    ...shelving(5.4, 0.9, paint.wood, 2),
    ...at(0.4, 0.2, 0.3, carton(1.4, 0.6, 1)),
    ...at(2.4, 0.2, 0.3, carton(1.4, 0.6, 1.2)),
    ...at(3, 0.2, 2.1, carton(1.2, 0.6, 0.8)),
  ];
}

function apartmentCleared(): Solid[] {
  return [...sweeper([6.8, 8.6, Z], 330), ...waver([13.4, 11, Z], 300, { skin: paint.skinDark })];
}

function backOffice(): Solid[] {
  return [
    ...livingRoom(honey, paint.concrete, window("+y", 9.6, 3.2, 4, 3.4)),
    ...at(0.3, 0.3, Z, shelving(5, 1.8)),
    ...at(0.4, 4, Z, desk(), "+x"),
    ...at(0.6, 0.4, 4, carton(1.8, 1.3, 1.1)),
  ];
}

function ewaste(): Solid[] {
  return [
    ...at(0.6, 0.4, 0.4, tower()),
    ...at(1.6, 0.4, 0.4, tower()),
    ...at(2.8, 0.4, 0.4, tower()),
    ...at(0.5, 0.5, 2.2, monitor()),
    ...at(2.8, 0.5, 2.2, monitor()),
    ...at(3, 0.5, 4, monitor()),
    ...at(6.4, 0.4, Z, carton(2.4, 1.8, 1.9)),
    ...at(6.7, 0.6, 1.98, microwave()),
    ...at(0.8, 5, 2.54, monitor(), "+x"),
    ...at(5.4, 3.4, Z, tubeTelevision()),
    ...at(5.6, 3.6, 1.98, tubeTelevision()),
    ...at(8, 6, Z, openCarton(2, 1.8, 1.2)),
    ...at(10.8, 3, Z, television()),
    ...at(11.4, 8.6, Z, tower()),
    ...at(12.6, 8.4, Z, monitor()),
    ...carrier([9, 10, Z], 0),
    ...at(7.8, 10.9, 2.6, tubeTelevision()),
  ];
}

function ewasteGone(): Solid[] {
  return [...at(3.6, 5.2, Z, chair(paint.teal), "-x"), ...at(12.8, 0.6, Z, plant()), ...sweeper([9.4, 7, Z], 20)];
}

/** Services inside a home, at work and when they are done. */
export const homes: Record<string, Scene> = {
  ...views(SIZE, sittingRoom, {
    "furniture-removal": ["Two crew members with lifting straps carry a yellow sofa out of a living room.", furnitureRemoval],
    "furniture-removal-after": [
      "The same living room with the old furniture gone and a worker sweeping the floor.", furnitureRemoved,
    ],
  }),
  ...views(SIZE, kitchen, {
    "appliance-pickup": ["A worker wheels a fridge, strapped to a hand truck, over a runner out of a kitchen.", appliancePickup],
    "appliance-pickup-after": [
      "The same kitchen with one stove and one fridge, a table in place of the old appliances, and a handshake.",
      appliancesGone,
    ],
  }),
  ...views(SIZE, bedroom, {
    "mattress-disposal": ["Two crew members carry a mattress on its edge out of a bedroom.", mattressDisposal],
    "mattress-disposal-after": [
      "The same bedroom with a new bed in place of the old mattress, and a worker waving.", mattressGone,
    ],
  }),
  ...views(SIZE, apartment, {
    "apartment-cleanouts": [
      "A worker carries a box out of a small apartment with a bed, a futon, and a TV to clear.",
      apartmentCleanouts,
    ],
    "apartment-cleanouts-after": [
      "The same apartment with only the kitchen left; one of the crew sweeps, the other waves.", apartmentCleared,
    ],
  }),
  ...views(SIZE, backOffice, {
    "ewaste-recycling": [
      "A worker carries an old television out of a room full of computers, screens, and TVs.", ewaste,
    ],
    "ewaste-recycling-after": [
      "The same room with an empty desk and shelves, and a worker sweeping the floor.", ewasteGone,
    ],
  }),
};
