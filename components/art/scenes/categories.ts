import { at, full, translate } from "../assembly";
import { box, decal, type Decal } from "../box";
import { mix, paint } from "../palette";
import { bricks, door, gable, ground, oak, room, shrub, slabs, window } from "../parts/building";
import { displayCase, gondola, palletStack, receptionCounter } from "../parts/fixtures";
import { armchair, boxSpring, dresser, lamp, plant, rug, table, television } from "../parts/furniture";
import {
  bookcase, chinaCabinet, clothesRack, exerciseBike, piano, pictureFrames, sectional, trunk, wardrobe,
} from "../parts/household";
import { bag, carton, drywall, lumber, openCarton, rubble, trashCart } from "../parts/junk";
import { person } from "../parts/person";
import { handTruck, LOAD, truck, wheelbarrow } from "../parts/vehicles";
import { scene, type Scene } from "../scene";
import type { Solid } from "../solid";
import { bender, carrier, crew, loner, pusher } from "./crew";
import { rolledOff } from "./streets";
import { loadingTruck, pale } from "./trucks";

const SIZE = [800, 600] as const;

/** Floorboards along x. */
export function boards(width: number, depth: number): Decal[] {
  return Array.from(
    { length: Math.floor(depth / 1.1) },
    (_, i) => decal("+z", 0, 1 + i * 1.1, width, 0.06, mix(paint.plank, paint.bark, 0.3)),
  );
}

function residential(): Solid[] {
  return [
    ...ground(-1.5, -1.5, 19, 17),
    ...room(0, 0, 16, 13.5, 8.5, {
      floor: paint.plank,
      floorDecals: boards(16, 13.5),
      backDecals: window("+y", 9.4, 3, 4.6, 4),
      leftDecals: door("+x", 9.4, 0.1, 2.8, 6.6, paint.leaf),
    }),
    ...at(4.4, 4.6, 0.08, rug(7, 5)),
    ...full(at(0.4, 0.3, 0.08, television())),
    ...at(6.2, 0.3, 0.08, lamp()),
    ...at(9.8, 0.4, 0.08, dresser()),
    ...at(14.4, 0.4, 0.08, plant()),
    ...at(0.3, 2.4, 0.08, exerciseBike(), "+x"),
    ...at(1.5, 7.6, 0.08, carton()),
    ...at(1.6, 7.7, 1.38, carton(1.4, 1.2, 1.1)),
    ...at(4.2, 3.4, 0.14, sectional(paint.teal)),
    ...full(rolledOff(5, 9.6, 0.08, wardrobe(paint.wood), paint.skinDark)),
    ...bender([13.6, 9.6, 0.08], 40),
    ...at(11, 10.6, 0.08, bag()),
    ...at(13.6, 6, 0.08, carton(2, 1.8, 1.5)),
    ...at(9, 11.6, 0.08, openCarton()),
  ];
}

function propertyCleanouts(): Solid[] {
  const [w, d, h] = [17, 10, 8.5];
  return [
    ...ground(-2, -2, 27, 24, [...slabs(19.5, 2, 6, 22, 5.5), ...slabs(9, 12.2, 3.2, 8, 4)]),
    box([0, 0, 0], [w, d, h], mix(paint.plaster, paint.mustard, 0.22), {
      receives: ["y"],
      decals: [
        ...door("+y", 7.4, 0.3, 3, 6.8, paint.leaf),
        ...window("+y", 1.5, 2.8, 4, 3.8),
        ...window("+y", 12, 2.8, 3.6, 3.8),
        decal("+y", 0, 0, w, 0.6, paint.stone),
        decal("+x", 0, 0, d, 0.6, paint.stone),
        ...window("+x", 3.4, 2.8, 3.4, 3.6),
      ],
    }),
    ...gable([0, 0, h], w, d, 3.4),
    box([6.9, d, 0], [4.2, 2, 0.3], paint.concrete),
    ...at(19.8, 0.4, 0, bookcase()),
    ...at(20, 2.4, 0, trunk()),
    ...at(20.4, 5.4, 0, pictureFrames()),
    ...full([...rolledOff(20.6, 12.6, 0, chinaCabinet(paint.bark), paint.skinDark), ...at(0.2, 13.4, 0, piano())]),
    ...at(0.6, 17.6, 0, carton()),
    ...at(2.5, 17.8, 0, carton(1.4, 1.4, 1.1)),
    ...at(0.8, 17.8, 1.3, carton(1.3, 1.2, 1)),
    ...at(13, 13.6, 0, table(4.6, 2.8)),
    ...at(5.4, 17.4, 0, armchair(paint.rose)),
    ...person([9.2, 14.8, 0], { ...crew, looks: 20, hands: [[-0.5, 1.1, 3.2], [0.5, 1.1, 3.2]], stride: 0.7 }),
    ...at(8.1, 15.7, 2.7, carton(1.7, 1.5, 1.2)),
    ...shrub(2.4, 11.2, 0.9),
    ...shrub(14.4, 11.2, 0.9, paint.foliage),
  ];
}

/** A shop that closes. */
function commercial(): Solid[] {
  const pane = (u: number): Decal[] => [
    decal("+y", u, 2.4, 4.4, 4.8, paint.white),
    decal("+y", u + 0.2, 2.6, 4, 4.4, "#A9CBC8", true),
    { on: "+y", unlit: true, paint: "#C6DEDA", vertices: [[u + 1, 2.6], [u + 2, 2.6], [u + 3.4, 7], [u + 2.4, 7]] },
  ];
  return [
    ...ground(-1.5, -1.5, 21, 19, [], paint.concrete),
    ...room(0, 0, 18, 15.5, 8.5, {
      outside: paint.stone, floor: mix(paint.teal, paint.stone, 0.62), wall: paint.plaster,
      backDecals: [...pane(1.2), ...pane(6.4), ...pane(11.6)],
    }),
    ...at(0.4, 0.5, 0.08, gondola()),
    ...at(7.2, 0.5, 0.08, clothesRack()),
    ...at(12.8, 0.5, 0.08, displayCase()),
    ...at(0.4, 5.6, 0.08, receptionCounter(), "+x"),
    ...at(13.8, 5, 0.08, displayCase(), "+x"),
    ...at(5, 12.4, 0.08, carton()),
    ...at(6.9, 12.6, 0.08, carton(1.5, 1.4, 1.2)),
    ...at(5.2, 12.5, 1.38, carton(1.4, 1.2, 1)),
    ...carrier([7.2, 8.2, 0.08], 350, { skin: paint.skinDark }),
    ...at(6.8, 9.2, 2.7, carton(1.7, 1.5, 1.2)),
    ...full([
      ...at(11, 11.6, 0.4, carton(2, 1.9, 2)),
      ...at(11.1, 11.7, 2.4, carton(1.8, 1.7, 1.6, pale)),
      ...at(13.1, 11.6, 0.08, handTruck(), "-x"),
      ...person([15, 12.4, 0.08], { ...crew, looks: 90, hands: [[-0.6, 0.9, 3.6], [0.6, 0.9, 3.6]], stride: 0.7 }),
    ]),
  ];
}

/** What a building site leaves, in truck coordinates: board and lumber in front, rubble and bags behind. */
function debris(): Solid[] {
  const { x, y, z } = LOAD;
  return [
    ...at(x + 0.2, y + 0.2, z, drywall(), "+x"),
    ...at(x + 0.3, y + 0.4, z + 1.1, drywall(), "+x"),
    ...at(x + 4.2, y + 0.2, z, lumber(6.4), "+x"),
    ...at(x + 4, y + 3.4, z, rubble()),
    ...at(x + 4.4, y + 0.6, z + 2, bag()),
  ];
}

function constructionDebris(): Solid[] {
  const dirt = mix(paint.earth, paint.sand, 0.5);
  // Gray enough to stand out from the page behind it.
  const board = mix(paint.steel, paint.cream, 0.45);
  const stud = (x: number, y: number): Solid => box([x, y, 0.3], [0.3, 0.4, 7.6], paint.plank);
  return [
    ...ground(-1, -11, 33, 28, [decal("+z", 1.6, 1, 16.8, 10, paint.concrete), ...slabs(0, 17, 33, 11, 5.5)], dirt),
    // A house in frames, half of a wall boarded.
    box([1, -9.4, 0], [15.4, 0.4, 0.3], paint.wood),
    box([1, -9, 0], [0.4, 8.4, 0.3], paint.wood),
    ...Array.from({ length: 9 }, (_, i) => stud(1 + i * 1.88, -9.4)),
    ...Array.from({ length: 4 }, (_, i) => stud(1, -7.2 + i * 2.1)),
    box([1, -9.4, 7.9], [15.4, 0.4, 0.35], paint.wood),
    box([1, -9, 7.9], [0.4, 8.4, 0.35], paint.wood),
    box([5, -8.98, 0.3], [3.8, 0.14, 7.6], board, { receives: ["y"] }),
    box([8.8, -8.98, 0.3], [3.8, 0.14, 4.2], board, { receives: ["y"] }),
    ...at(2.4, -6.6, 0, drywall()),
    ...at(9.4, -6.8, 0, rubble()),
    ...full(bender([14, -4.6, 0], 45, { cap: paint.mustard })),
    ...at(19.4, -5.6, 0, lumber(6)),
    ...at(26, -5, 0, bag()),
    ...translate(truck(debris()), [1, 7, 0]),
    // Rubble on its way to the truck, and boards on a shoulder.
    ...full([
      ...at(26, 8.4, 0, wheelbarrow(), "-x"),
      ...pusher([31, 9.5, 0], 90, {
        cap: paint.mustard, skin: paint.skinDark, hands: [[-0.7, 1.2, 1.9], [0.7, 1.2, 1.9]], lean: 10,
      }),
    ]),
    ...person([26, 3.6, 0], {
      ...crew, looks: 100, cap: paint.mustard, stride: 0.9, hands: [[-0.7, 0.2, 2.8], [0.7, 0.7, 5]],
      holds: [0, 0.16].map((z) => box([0.55, -3, 4.8 + z], [0.5, 7, 0.14], z ? paint.plank : paint.wood)),
    }),
  ];
}

function specialty(): Solid[] {
  const road = mix(paint.asphalt, paint.stone, 0.25);
  const strip = [
    decal("+z", 0, 15, 39, 1.2, mix(paint.concrete, paint.cream, 0.4)),
    decal("+z", 0, 10.6, 39, 4.4, paint.concrete),
    decal("+z", 0, 16.2, 39, 11.3, road),
  ];
  for (let x = 2; x < 37; x += 5) strip.push(decal("+z", x, 26.3, 2.6, 0.3, paint.cream));
  return [
    ...ground(-4, -9, 39, 27.5, strip),
    box([3, -7.6, 0], [16, 6.4, 8.5], paint.brick, {
      receives: ["y"], decals: [...bricks("+y", 16, 8.5), ...door("+y", 10.4, 0.3), ...window("+y", 2.2, 2.6, 5, 4)],
    }),
    ...gable([3, -7.6, 8.5], 16, 6.4, 2.8),
    ...oak(28, -4, 4.6),
    ...at(11.4, 7.8, 0, loadingTruck(), "-y"),
    ...full([
      ...at(-1.9, 13.1, 2.3, boxSpring()), ...carrier([-2.9, 13.5, 0], 270, { skin: paint.skinDark }),
      ...carrier([5.8, 13.5, 0], 90),
    ]),
    ...loner([4.4, 13.5, 0], 270),
    ...at(-3, 2, 0, trashCart(paint.leaf)),
    ...at(-0.4, 2.2, 0, trashCart(paint.teal)),
    ...at(-3.2, 6, 0, palletStack(3)),
  ];
}

/** The five categories of service. */
export const categories: Record<string, Scene> = {
  residential: scene(
    "One of the crew rolls a wardrobe out of a living room, the other bends to pick up a bag.", SIZE, residential,
  ),
  "property-cleanouts": scene(
    "Two crew members empty an inherited house: furniture on the lawn, a china cabinet on a hand truck.",
    SIZE,
    propertyCleanouts,
  ),
  commercial: scene(
    "Two crew members clear a shop: one wheels out boxes, the other carries one past empty shelves and display cases.",
    SIZE,
    commercial,
  ),
  "construction-debris": scene(
    "The crew clears a framed house: lumber on a shoulder, rubble in a wheelbarrow, and the {truck} with debris in it.",
    SIZE,
    constructionDebris,
  ),
  specialty: scene(
    "Two crew members carry a box spring to the {truck} at the curb, with carts and pallets waiting in front of a house.",
    SIZE,
    specialty,
  ),
};
