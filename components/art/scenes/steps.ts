import { at, full, plain, translate } from "../assembly";
import { box, decal, type Decal } from "../box";
import { mix, paint, type Paint } from "../palette";
import { fridge, stove, tubeTelevision, washer, waterHeater } from "../parts/appliances";
import { bricks, door, fenceX, ground, room, slabs, window } from "../parts/building";
import { shop } from "../parts/city";
import { bale, palletStack } from "../parts/fixtures";
import { chair, rolledRug, sofa, table } from "../parts/furniture";
import { bag, carton, dumpster, plasterDebris, trashCart } from "../parts/junk";
import { person } from "../parts/person";
import { handTruck, ramp, wheelbarrow } from "../parts/vehicles";
import { spheres } from "../round";
import { scene, type Scene } from "../scene";
import type { Solid } from "../solid";
import { boards } from "./categories";
import { bender, carrier, crew, gloved, loner, masked, pointer, pusher, sweeper } from "./crew";
import { clipboard } from "./pages";
import { backRoom, cabinet, sledgehammer } from "./special";
import { loadingTruck } from "./trucks";

// The steps of jobs as a story, each picture a place of its own: close, since they are small on pages.

const SIZE = [640, 480] as const;
const Z = 0.08;

const concrete = mix(paint.concrete, paint.cream, 0.3);

/** Two walls and a floor of boards, `width` by 8.6 ft. */
function corner(
  width: number, wall: Paint, backDecals: readonly Decal[] = [], leftDecals: readonly Decal[] = [], floor: Paint = paint.plank,
): Solid[] {
  return [
    ...ground(-1, -1, width + 1.6, 10.2),
    ...room(0, 0, width, 8.6, 7.6, { wall, floor, floorDecals: boards(width, 8.6), backDecals, leftDecals }),
  ];
}

/** Cabinets along the back wall, from the corner to x. */
function cabinets(to: number): Solid[] {
  const out: Solid[] = [];
  for (let x = 0.2; x + 2.2 <= to; x += 2.3)
    out.push(...at(x, 0.1, Z, cabinet([2.2, 2, 2.9])), ...at(x, 0.1, 4.9, cabinet([2.2, 1.2, 2.4])));
  return [...out, box([0.1, 0.1, 2.98], [to - 0.1, 2.3, 0.2], paint.stone)];
}

/** Cabinets that go, a table that stays, and the tape between them. */
function taped(): Solid[] {
  const line = box([5.6, 2.2, Z], [0.4, 6.4, 0.03], paint.clay, { shadowless: true });
  return [
    ...corner(12, mix(paint.plaster, paint.teal, 0.18), [decal("+y", 5.6, 0, 0.4, 7.6, paint.clay)]),
    ...cabinets(5.2),
    line,
    ...at(7.6, 0.8, Z, table(3.6, 2.4)),
    ...at(8.6, 3.4, Z, chair(paint.teal), "-y"),
    ...bender([6.6, 6.2, Z], 60, gloved),
    ...person([10.6, 6.4, Z], { looks: 60, shirt: paint.teal, trousers: paint.stone, hands: [[-0.6, 0.3, 3], [0.5, 1.7, 4.2]] }),
  ];
}

/** A water heater and the breakers beside it. */
function shutOff(): Solid[] {
  const breakers = [
    decal("+y", 6.2, 3.4, 2.2, 2.8, paint.iron), decal("+y", 6.4, 3.6, 1.8, 2.4, paint.steel),
    ...[0, 1, 2, 3].flatMap((i) => [6.6, 7.4].map((u) => decal("+y", u, 3.8 + i * 0.5, 0.6, 0.28, paint.ink))),
  ];
  return [
    ...corner(11, mix(paint.plaster, paint.mustard, 0.16), breakers, [], concrete),
    ...at(1, 0.6, Z, waterHeater()),
    ...at(3.6, 0.4, Z, washer()),
    box([2.05, 2.3, 3.4], [0.5, 0.12, 0.5], paint.clay),
    ...person([2.2, 4.6, Z], {
      looks: 200, shirt: paint.denim, trousers: paint.iron, cap: paint.denim, hands: [[-0.4, 1.3, 2.6], [0.1, 1.7, 3.6]],
    }),
    box([4.6, 5.4, Z], [2, 1, 0.9], paint.rust),
    box([5.4, 5.8, 0.98], [0.5, 0.2, 0.4], paint.ink),
    ...pointer([8.6, 5, Z], 150, { skin: paint.skinDark }),
  ];
}

/** A doorway under plastic, an armchair under a sheet, and a runner to the door. */
function covered(): Solid[] {
  const film = mix(paint.white, paint.teal, 0.2);
  const runner = box([1.4, 4.4, Z], [9.6, 2.6, 0.05], mix(paint.teal, paint.white, 0.3), {
    shadowless: true, receives: ["z"],
  });
  return [
    ...corner(11, mix(paint.plaster, paint.rose, 0.18), [
      decal("+y", 5.2, 0, 4.4, 7, paint.white), decal("+y", 5.5, 0.1, 3.8, 6.6, film, true),
      decal("+y", 7.3, 0.1, 0.2, 6.2, paint.clay), decal("+y", 5.3, 6.5, 4.2, 0.3, paint.mustard),
    ]),
    ...full([
      box([0.6, 0.5, Z], [3.4, 3, 2], paint.white),
      box([0.6, 0.5, 2.08], [3.4, 0.9, 0.9], paint.white),
      runner,
      ...rolledRug(2.6).flatMap((s) => at(1, 4.4, Z, [s], "-x")),
      ...bender([3.4, 5.6, 0.13], 90, gloved),
      ...person([8.6, 2.6, Z], { ...crew, ...gloved, looks: 180, skin: paint.skinDark, hands: [[-0.5, 1, 4.6], [0.5, 1, 6.4]] }),
    ]),
    ...plain(person([6.6, 5.4, Z], {
      ...owner, looks: 30, hands: [[-0.6, 1, 3], [0.6, 1, 3]], stride: 0.7, holds: translate(carton(2, 1.5, 1.4), [-1, 0.75, 2.7]),
    })),
  ];
}

/** A wall of cabinets, half of it down. */
function apart(): Solid[] {
  const studs = Array.from({ length: 4 }, (_, i) => decal("+y", 5.2 + i * 1.7, 0.35, 0.35, 6.4, paint.plank));
  return [
    ...corner(11, mix(paint.plaster, paint.teal, 0.18), [
      decal("+y", 5, 0.35, 5.6, 6.4, mix(paint.bark, paint.ink, 0.4)), ...studs,
    ]),
    ...cabinets(5),
    ...at(8, 0.8, Z, plasterDebris()),
    ...person([7, 4.6, Z], {
      ...crew, ...masked, looks: 120, hands: [[-0.2, 1, 5], [0.5, 0.9, 4.2]], stride: 0.9, holds: sledgehammer(),
    }),
    ...full(bender([3.6, 7.4, Z], 300, { ...masked, skin: paint.skinDark })),
    ...at(4.4, 8.2, Z, bag()),
  ];
}

/** Rubble on its way up the ramp. */
function hauled(): Solid[] {
  return [
    ...ground(-0.6, -1.4, 36, 10.6, slabs(0, 0, 36, 10.6, 5.3, concrete), concrete),
    ...loadingTruck(),
    ...at(23.2, 2.2, 0, ramp()),
    ...at(27, 2.6, 1.6, wheelbarrow(), "-x"),
    ...pusher([32, 3.7, 0.2], 90, { ...gloved, lean: 10, hands: [[-0.7, 1.2, 2.7], [0.7, 1.2, 2.7]] }),
    ...sweeper([27.6, 7.6, 0], 20, { skin: paint.skinDark }),
  ];
}

const manager = { shirt: paint.denim, trousers: paint.ink };

/** A kitchen of a rental unit: refrigerator and stove have a note on them, the rest is the last tenant’s. */
function listed(): Solid[] {
  const note = (x: number, y: number, z: number) => box([x, y, z], [1, 0.05, 1], paint.mustard, {
    shadowless: true, decals: [decal("+y", 0.2, 0.6, 0.6, 0.12, paint.ink), decal("+y", 0.2, 0.3, 0.6, 0.12, paint.ink)],
  });
  return [
    ...corner(12, mix(paint.plaster, paint.leaf, 0.14), window("+y", 7.4, 3, 3.4, 3.2)),
    ...at(0.3, 0.3, Z, fridge(paint.white)),
    ...at(3.5, 0.3, Z, stove()),
    note(1.3, 3.2, 3),
    note(4.2, 2.95, 1.2),
    ...full(at(9.6, 1.2, Z, tubeTelevision())),
    ...at(10, 4.6, Z, bag()),
    ...person([6.6, 5.4, Z], { ...manager, looks: 130, hands: [[-0.5, 0.35, 3.1], [0.6, 1.7, 4.5]] }),
  ];
}

/** At the unit’s door, the price on a clipboard. */
function approved(): Solid[] {
  return [
    ...ground(-1, -1, 12, 8.4, slabs(0, 0, 12, 8.4, 4, concrete), concrete),
    box([-1, -1, 0], [12, 0.6, 8], mix(paint.stone, paint.cream, 0.3), {
      receives: ["y"],
      decals: [
        ...door("+y", 3, 0.1, 3, 6.8, paint.teal), decal("+y", 6.6, 4.4, 1.2, 0.8, paint.cream),
        ...window("+y", 8.4, 2.8, 2.6, 3.6),
      ],
    }),
    ...person([4, 3, 0], {
      ...crew, looks: 290, skin: paint.skinDark, hands: [[-0.35, 1.1, 3.4], [0.35, 1.1, 3.4]],
      holds: translate(clipboard(), [0, 1.1, 3.3]),
    }),
    ...person([7, 2.8, 0], { ...manager, looks: 85, hands: [[-0.5, 0.2, 2.8], [0.2, 1.5, 3.9]] }),
    ...at(0.4, 1.4, 0, handTruck(), "+x"),
  ];
}

/** The couch that somebody left by the dumpster. */
function clearedOut(): Solid[] {
  return [
    ...ground(-1, -3, 15, 12, slabs(0, 0, 15, 12, 5, concrete), concrete),
    ...fenceX(-0.8, -2.8, 14.6, 5),
    ...at(0, -2, 0, dumpster(7, 4.6, 3.6, paint.teal)),
    ...at(8.4, -1.4, 0, bag()),
    ...at(10, -1, 0, bag()),
    ...full([
      ...at(4.6, 4.4, 2.4, sofa(paint.plum, 5.4)),
      ...carrier([3.6, 6, 0], 270, gloved),
      ...carrier([11.1, 6, 0], 90, { ...gloved, skin: paint.skinDark }),
    ]),
    ...loner([6.6, 6, 0], 300),
  ];
}

function lockedUp(): Solid[] {
  return [
    ...corner(12, mix(paint.plaster, paint.leaf, 0.14), window("+y", 7.4, 3, 3.4, 3.2), [
      decal("+x", 5, 4.4, 0.7, 1, paint.white), decal("+x", 5.15, 4.8, 0.4, 0.4, paint.teal),
    ]),
    ...at(0.3, 0.3, Z, fridge(paint.white)),
    ...at(3.5, 0.3, Z, stove()),
    ...person([4.4, 5.6, Z], { ...crew, looks: 290, skin: paint.skinDark, hands: [[-0.75, 0.2, 2.75], [0.2, 1.5, 3.9]] }),
    spheres("hull", paint.mustard, [6, 5.5, 3.75, 0.16], [6.1, 5.6, 4.2, 0.16]),
    ...person([7.6, 5.4, Z], { ...manager, looks: 90, hands: [[-0.75, 0.2, 2.75], [0, 1.5, 3.8]] }),
  ];
}

const owner = { shirt: paint.mustard, trousers: paint.stone };

function planChosen(): Solid[] {
  return [
    ...backRoom(),
    ...person([6, 6, Z], { ...owner, looks: 190, hands: [[-0.75, 0.2, 2.75], [0.6, 1.7, 5.2]] }),
  ];
}

/** Behind the shop, where pallets and cardboard pile up. */
function visited(): Solid[] {
  return [
    ...ground(-1, -2, 14, 11, slabs(0, 0, 14, 11, 4.6, concrete), concrete),
    box([-1, -2, 0], [14, 0.6, 8], paint.brick, {
      receives: ["y"], decals: [...bricks("+y", 14, 8), ...door("+y", 9.6, 0.1, 3, 6.8, paint.forest)],
    }),
    ...at(-0.4, -0.8, 0, palletStack(5)),
    ...at(4.4, -0.8, 0, bale()),
    ...pointer([4, 5.6, 0], 170),
    ...person([8.2, 5, 0], { ...owner, looks: 120, hands: [[-0.5, 0.3, 3], [0.5, 0.3, 3]] }),
  ];
}

/** Carts at the curb of the shop, on their way. */
function pickedUp(): Solid[] {
  return [
    ...ground(-1, -2, 15, 12, [
      decal("+z", 0, 0, 15, 7.4, concrete), decal("+z", 0, 7.4, 15, 4.6, mix(paint.asphalt, paint.stone, 0.25)),
    ], concrete),
    ...shop(-0.4, -9, 13.6, 7, 8.4, paint.brick, paint.forest),
    ...at(6.4, 1.6, 0, trashCart(paint.mustard), "+x"),
    ...pusher([4.4, 2.6, 0], 270, gloved),
    ...at(1, -0.8, 0, trashCart(paint.leaf)),
    ...full([
      ...carrier([10.6, 1, 0], 340, { ...gloved, skin: paint.skinDark }),
      ...translate(carton(1.8, 1.5, 1.2), [10, 1.8, 2.6]),
    ]),
  ];
}

/** Named after the service's scene, with "-step-one" and so on appended. */
export const steps: Record<string, Scene> = {
  "light-demolition-step-one": scene(
    "Tape on the floor and wall between kitchen cabinets and a table; the owner and a worker look at it.", SIZE, taped,
  ),
  "light-demolition-step-two": scene(
    "A plumber shuts a valve at a water heater, and a worker points at the breakers beside it.", SIZE, shutOff,
  ),
  "light-demolition-step-three": scene(
    "A doorway under plastic and a chair under a sheet, and the crew rolling out a runner along the floor.", SIZE, covered,
  ),
  "light-demolition-step-four": scene(
    "A worker in a mask swings a sledgehammer at kitchen cabinets, and another picks up pieces.", SIZE, apart,
  ),
  "light-demolition-step-five": scene(
    "A wheelbarrow of rubble goes up the ramp into the {truck}, and a worker sweeps the driveway.", SIZE, hauled,
  ),
  "real-estate-property-management-step-one": scene(
    "A manager points at a refrigerator and a stove with notes on them, which stay in the unit.", SIZE, listed,
  ),
  "real-estate-property-management-step-two": scene(
    "A worker shows the manager a price on a clipboard at the door of the unit.", SIZE, approved,
  ),
  "real-estate-property-management-step-three": scene(
    "Two crew members carry away the couch that was left beside a dumpster.", SIZE, clearedOut,
  ),
  "real-estate-property-management-step-four": scene(
    "The empty unit, and a worker who hands its key to the manager.", SIZE, lockedUp,
  ),
  "subscription-junk-removal-step-one": scene(
    "The owner of a shop points at a day on the calendar in the back room.", SIZE, planChosen,
  ),
  "subscription-junk-removal-step-two": scene(
    "A worker and the owner look at pallets and a bale of cardboard behind the shop.", SIZE, visited,
  ),
  "subscription-junk-removal-step-three": scene(
    "The crew rolls a cart and carries a box past the shop’s windows on its usual day.", SIZE, pickedUp,
  ),
};
