import { at, groupInOrder } from "../assembly";
import { box, decal, discDecal, type Decal } from "../box";
import { mix, paint } from "../palette";
import { fridge } from "../parts/appliances";
import { bricks, door, fenceX, fenceY, gable, ground, oak, room, shrub, slabs, window } from "../parts/building";
import {
  armchair, boxSpring, chair, dresser, lamp, mattressUpright, plant, rug, shelving, sofa, table,
} from "../parts/furniture";
import { bookcase, chinaCabinet, piano, pictureFrames, suitcase, trunk, wardrobe } from "../parts/household";
import { bag, bicycle, branches, carton, mower, openCarton, tire, trampoline, trashCart, yardBag } from "../parts/junk";
import { handTruck } from "../parts/vehicles";
import { canoe, slide, swingSet } from "../parts/yard";
import { prism } from "../prism";
import { cylinder, spheres } from "../round";
import { scene, type Scene } from "../scene";
import type { Solid } from "../solid";
import { boards } from "./categories";
import { bender, carrier } from "./crew";
import { rolledOff } from "./streets";

const SIZE = [800, 600] as const;
const Z = 0.08;

const pale = mix(paint.cardboard, paint.cream, 0.22);

/** A garage at the back of the lot, built for a small car, that empties into the alley. */
function dallas(): Solid[] {
  const old = mix(paint.wood, paint.stone, 0.35);
  return [
    ...ground(-2, -2, 26, 21, [
      ...slabs(0, 14.6, 26, 6.4, 6.5, mix(paint.concrete, paint.stone, 0.2)),
      decal("+z", 2, 13, 9.5, 1.6, paint.concrete),
    ]),
    ...room(0, 0, 9.5, 11, 8, { outside: paint.brick, wall: old, floor: mix(paint.concrete, paint.stone, 0.25) }),
    box([9.5, 0, 0], [0.5, 11, 0.8], paint.brick, { decals: [decal("+z", 0, 0, 0.5, 11, paint.cream)] }),
    ...at(0.2, 0.2, Z, shelving(4, 1.6, paint.wood)),
    ...at(0.4, 0.3, 0.4, carton(1.6, 1.2, 1.2)),
    ...at(2.2, 0.3, 0.4, carton(1.5, 1.2, 1, pale)),
    ...at(0.4, 0.3, 2.2, carton(2.6, 1.2, 1.2)),
    ...at(0.4, 0.3, 4, carton(1.5, 1.2, 1.1, pale)),
    ...at(0.4, 0.3, 5.8, carton(2.4, 1.2, 1.2)),
    ...at(5, 0.3, Z, mattressUpright(4.2, 5.4)),
    ...at(5.6, 1.4, Z, carton(2, 1.8, 1.6)),
    ...at(5.7, 1.5, 1.68, carton(1.6, 1.5, 1.2, pale)),
    ...at(0.3, 2.4, Z, carton(1.9, 1.9, 1.7)),
    ...at(0.3, 4.8, Z, carton(2, 1.9, 1.5, pale)),
    ...at(4, 4.4, Z, armchair(paint.mustard)),
    ...at(0.4, 7.6, Z, bag()),
    ...at(2.4, 8.4, Z, openCarton()),
    ...fenceX(10.6, 10.4, 13, 5),
    ...oak(17.4, 4.4, 4.2),
    ...shrub(12, 8.6, 0.9),
    box([22.6, 11.6, 0], [0.5, 0.5, 12], paint.bark),
    box([20.8, 11.75, 10.6], [4, 0.2, 0.3], paint.bark),
    ...at(19.6, 11.4, 0, trashCart(paint.leaf)),
    ...rolledOff(8.6, 16.4, 0, fridge(mix(paint.teal, paint.white, 0.35)), paint.skinDark),
    ...at(13.6, 14.6, 0, carton(2, 1.8, 1.5)),
    ...bender([17, 14.4, 0], 45),
  ];
}

/** A leaning carriage garage, and what came out of it. */
function fortWorth(): Solid[] {
  const siding = mix(paint.wood, paint.rust, 0.3);
  const seams = (on: "+x" | "+y", length: number): Decal[] => Array.from(
    { length: Math.floor(length) }, (_, i) => decal(on, 0.9 + i, 0, 0.06, 7.4, mix(siding, paint.ink, 0.2)),
  );
  const dirt = mix(paint.earth, paint.sand, 0.4);
  const sash = (tint: string): Solid[] => [
    box([0, 0, 0], [2.4, 0.2, 3.4], paint.white, {
      decals: [decal("+y", 0.2, 0.2, 2, 1.4, tint, true), decal("+y", 0.2, 1.8, 2, 1.4, tint, true)],
    }),
  ];
  const screenDoor = (): Solid[] => [
    box([0, 0, 0], [2.8, 0.2, 6.4], paint.leaf, {
      decals: [decal("+y", 0.3, 0.4, 2.2, 2.4, paint.iron), decal("+y", 0.3, 3.2, 2.2, 2.8, paint.iron)],
    }),
  ];
  return [
    ...ground(-2, -2, 25, 20.5, [decal("+z", 4.6, 9, 8, 11.5, dirt)]),
    box([0, 0, 0], [12, 7.5, 7.4], siding, {
      receives: ["y"],
      decals: [
        ...seams("+y", 12),
        ...seams("+x", 7.5),
        decal("+y", 2.6, 0, 6.8, 6.4, mix(paint.bark, paint.ink, 0.6)),
        decal("+y", 2.3, 0, 0.3, 6.7, paint.cream),
        decal("+y", 9.4, 0, 0.3, 6.7, paint.cream),
        decal("+y", 2.3, 6.4, 7.4, 0.3, paint.cream),
        ...window("+x", 2.4, 3, 2.6, 2.6),
      ],
    }),
    ...gable([0, 0, 7.4], 12, 7.5, 3.2, paint.shingle, siding),
    box([2.2, 7.5, 0.2], [0.25, 3.3, 6.2], siding, {
      decals: [decal("+x", 0.3, 0.4, 2.7, 0.4, paint.cream), decal("+x", 0.3, 5.2, 2.7, 0.4, paint.cream)],
    }),
    ...at(13.6, 1, 0, screenDoor()),
    ...at(14.2, 1.6, 0, screenDoor()),
    ...at(17.4, 2.6, 0, sash("#9FC4C2")),
    ...at(18.2, 3.2, 0, sash("#A9CBC8")),
    ...at(5, 9, 0, mower(), "-y"),
    ...at(15.2, 6.4, 0, mower(), "-x"),
    ...at(3.2, 14.4, 0, canoe()),
    ...at(18.4, 9.4, 0, tire()),
    ...at(18.4, 12, 0, carton()),
    ...carrier([11, 11, 0], 330),
    ...at(10.4, 12, 2.7, carton(1.7, 1.5, 1.2)),
    ...bender([13.4, 8.6, 0], 225, { skin: paint.skinDark }),
    ...oak(21, 2, 3.6),
    ...shrub(-0.6, 12, 0.9),
  ];
}

/** The elevator lobby of an apartment tower: everything goes but two suitcases. */
function irving(): Solid[] {
  const stone = mix(paint.rose, paint.cream, 0.55);
  const lift = (u: number): Decal[] => [
    decal("+y", u, 0, 4.4, 7, paint.bark),
    decal("+y", u + 0.3, 0, 1.85, 6.6, paint.steel),
    decal("+y", u + 2.25, 0, 1.85, 6.6, paint.steel),
    decal("+y", u + 1.7, 7.2, 1, 0.5, paint.ink),
    decal("+y", u + 2, 7.3, 0.4, 0.3, paint.clay, true),
    discDecal("+y", u + 5, 3.4, 0.16, paint.tape),
  ];
  const tiles: Decal[] = [];
  for (let u = 3; u < 17; u += 3) tiles.push(decal("+z", u, 0, 0.07, 13.5, mix(stone, paint.ink, 0.12)));
  for (let v = 3; v < 13; v += 3) tiles.push(decal("+z", 0, v, 17, 0.07, mix(stone, paint.ink, 0.12)));
  return [
    ...ground(-1.5, -1.5, 20, 16.5, [], paint.concrete),
    ...room(0, 0, 17, 13.5, 9, {
      outside: paint.stone,
      wall: mix(paint.plaster, paint.denim, 0.14),
      floor: stone,
      floorDecals: tiles,
      backDecals: [...lift(1.4), ...lift(9)],
      leftDecals: window("+x", 3, 2.4, 6, 5),
    }),
    ...at(0.4, 10.6, Z, plant()),
    ...at(0.5, 1.2, Z, suitcase(paint.clay)),
    ...at(0.5, 3, Z, suitcase(paint.teal), "+x"),
    ...at(14.4, 1.4, Z, dresser(paint.teal, 3.6), "+x"),
    ...at(4.6, 6.2, 1.4, mattressUpright(5.6, 4.6)),
    ...carrier([3.6, 6.7, Z], 270),
    ...carrier([11.1, 6.7, Z], 90, { skin: paint.skinDark }),
    ...at(10.6, 9.4, Z, handTruck(), "+x"),
    ...at(11.4, 9.4, 0.3, carton(1.8, 1.6, 1.5)),
    ...at(11.4, 9.4, 1.8, carton(1.7, 1.5, 1.3, pale)),
    ...at(4.4, 10.4, Z, carton(2, 1.8, 1.5)),
    ...at(1, 7.4, Z, lamp()),
  ];
}

/** A limb on a trampoline. */
function coppell(): Solid[] {
  const limb = (
    x: number, y: number, z: number, r: number, X: number, Y: number, W: number, R: number,
  ) => spheres("hull", paint.bark, [x, y, z, r], [X, Y, W, R]);
  return [
    ...ground(-1, -1, 24, 19),
    ...fenceX(-0.6, -0.6, 23),
    ...fenceY(-0.6, -0.4, 18),
    ...oak(20, 3, 4.2),
    ...trampoline(8, 7.4),
    groupInOrder([
      limb(2.6, 5.4, 3.7, 0.5, 9, 8.2, 3.5, 0.45),
      limb(9, 8.2, 3.5, 0.42, 13.4, 10, 3.4, 0.25),
      limb(7, 7.3, 3.6, 0.3, 8.6, 4.4, 4.4, 0.15),
      limb(8.6, 8, 3.5, 0.3, 8.4, 11.4, 3.7, 0.15),
      spheres("union", paint.foliage, [8.8, 4.1, 4.5, 1], [9.6, 4.9, 4.2, 0.8]),
      spheres("union", paint.foliage, [12.4, 8.6, 4, 1], [13.6, 10.2, 3.9, 1.2], [12.2, 10.8, 3.9, 1], [
        14.2, 9.2, 3.6, 0.8,
      ]),
      spheres("union", paint.hedge, [8.4, 11.6, 4, 0.9], [9.3, 12, 3.7, 0.7]),
    ]),
    ...at(16.8, 9, 0, branches()),
    ...at(2, 14.4, 0, yardBag()),
    ...at(3.6, 14.8, 0, yardBag()),
    ...carrier([15.4, 14.6, 0], 300),
    cylinder("y", [14.2, 13.2, 3.1], 0.26, 3, paint.bark, paint.plank),
    ...bender([5.8, 15.8, 0], 90, { skin: paint.skinDark }),
    ...shrub(2, 2, 1),
  ];
}

/** The third bay of a new house, full of wardrobe boxes. */
function frisco(): Solid[] {
  const flat = (x: number, y: number, w: number, h: number): Solid[] => [
    box([x, y, Z], [w, 0.12, h], paint.cardboard, {
      decals: [decal("+y", w / 2 - 0.05, 0, 0.1, h, mix(paint.cardboard, paint.bark, 0.4))],
    }),
  ];
  return [
    ...ground(-2, -2, 22, 20.5, slabs(1.5, 15.6, 17.5, 5, 5.8)),
    ...room(0, 0, 16, 13.5, 9, {
      outside: mix(paint.brick, paint.sand, 0.35),
      floor: mix(paint.concrete, paint.cream, 0.35),
      wall: paint.white,
      leftDecals: door("+x", 8.6, 0.1, 2.8, 6.6, paint.denim),
    }),
    box([16, 0, 0], [0.5, 13.5, 0.8], mix(paint.brick, paint.sand, 0.35), {
      decals: [decal("+z", 0, 0, 0.5, 13.5, paint.cream), ...bricks("+x", 13.5, 0.8)],
    }),
    ...[0, 1, 2, 3].flatMap((i) => at(0.3 + i * 2.2, 0.3, Z, carton(2, 2, 4.2, i % 2 ? pale : paint.cardboard))),
    ...[0, 1].flatMap((i) => at(0.5 + i * 2.2, 0.4, 4.28, carton(1.9, 1.7, 1.4, i % 2 ? paint.cardboard : pale))),
    ...at(9.2, 0.3, Z, carton(2.4, 2, 2)),
    ...at(9.4, 0.4, 2.08, carton(2, 1.8, 1.6, pale)),
    ...at(11.8, 0.3, Z, carton(2, 2, 1.7, pale)),
    ...flat(13.9, 0.3, 2, 4.6),
    ...flat(13.6, 0.6, 2.2, 4),
    ...at(0.3, 2.6, Z, carton(2, 2, 2)),
    ...at(0.4, 2.7, 2.08, carton(1.7, 1.7, 1.4, pale)),
    ...at(0.3, 5, Z, openCarton(2, 1.8, 1.4)),
    ...at(3.4, 4.2, 2.4, sofa(paint.teal, 6)),
    ...carrier([2.4, 5.7, Z], 270),
    ...carrier([10.5, 5.7, Z], 90, { skin: paint.skinDark }),
    ...at(13, 4.4, Z, table(2.6, 2.6)),
    ...at(13.6, 4.9, 2.51, lamp()),
    ...at(12.6, 9.4, Z, openCarton()),
    ...at(8.2, 10.4, Z, bag()),
    ...at(5, 10.4, Z, carton(2, 1.8, 1.4)),
  ];
}

/** Five rooms of dark oak, with tape on what moves along. */
function plano(): Solid[] {
  const oakwood = mix(paint.bark, paint.rust, 0.15);
  const tape = (x: number, y: number, z: number): Solid => box([x, y, z], [0.9, 0.06, 0.5], paint.clay, {
    shadowless: true,
  });
  return [
    ...ground(-1.5, -1.5, 20, 17),
    ...room(0, 0, 17, 14, 8.5, {
      wall: mix(paint.plaster, paint.mustard, 0.2),
      floor: paint.plank,
      floorDecals: boards(17, 14),
      backDecals: window("+y", 8.6, 3, 4, 3.8),
      leftDecals: door("+x", 9.8, 0.1, 2.8, 6.6),
    }),
    ...at(0.4, 0.3, Z, chinaCabinet(oakwood)),
    ...at(4.8, 0.3, Z, bookcase(oakwood)),
    ...at(8.4, 0.3, Z, dresser(paint.wood, 4)),
    tape(9.9, 2.02, 2.4),
    ...at(13.2, 0.3, Z, wardrobe(oakwood)),
    ...at(5.6, 4.2, Z, rug(7, 5.4, paint.plum)),
    ...at(6.2, 4.9, 0.14, table(5.6, 3.2, oakwood)),
    ...at(4.4, 5.6, Z, chair(oakwood), "+x"),
    ...at(7, 3, Z, chair(oakwood)),
    ...at(9.8, 3, Z, chair(oakwood)),
    ...at(0.4, 3.4, Z, armchair(paint.teal), "+x"),
    box([3.42, 4.7, 1.2], [0.06, 0.9, 0.5], paint.clay, { shadowless: true }),
    ...at(14, 5.4, Z, lamp()),
    ...carrier([5.4, 10.8, Z], 270),
    ...carrier([12, 10.8, Z], 90, { skin: paint.skinDark }),
    ...at(6.4, 9.4, 2.4, dresser(paint.mustard, 4.6)),
    ...at(13.6, 11, Z, carton(2, 1.8, 1.5)),
    ...at(13.8, 11.1, 1.58, carton(1.5, 1.4, 1.1, pale)),
  ];
}

/** A swing set, its slide, and the bikes that were outgrown. */
function allen(): Solid[] {
  return [
    ...ground(-1, -1, 24, 19),
    ...fenceX(-0.6, -0.6, 23),
    ...fenceY(-0.6, -0.4, 18),
    ...at(2.2, 3, 0, swingSet()),
    ...at(12.4, 3.4, 0, slide()),
    ...at(19.6, 2.6, 0, bicycle(paint.clay), "+x"),
    ...at(21.4, 2.6, 0, bicycle(paint.teal), "+x"),
    // A post with the concrete that it was set in.
    ...at(2.6, 11.4, 0, [
      spheres("hull", paint.teal, [0, 0.6, 0.6, 0.14], [5, 0.6, 0.5, 0.14]),
      box([-0.6, 0, 0], [1.1, 1.1, 1.1], paint.concrete),
    ]),
    ...at(2.2, 14.4, 0, [
      spheres("hull", paint.teal, [0, 0.6, 0.6, 0.14], [5, 0.6, 0.5, 0.14]),
      box([-0.6, 0, 0], [1.1, 1.1, 1.1], paint.stone),
    ]),
    ...carrier([11.6, 14.6, 0], 270),
    ...carrier([18.8, 14.6, 0], 90, { skin: paint.skinDark }),
    ...at(12.6, 13.8, 2.6, slide()),
    ...at(20, 10.4, 0, openCarton()),
    ...at(7.4, 8.4, 0, bag()),
    ...shrub(17.6, 1, 1),
  ];
}

/** An attic under a gable: two trunks stay, the box springs go. */
function mckinney(): Solid[] {
  const wood = mix(paint.plank, paint.bark, 0.35);
  const rafters = [2.6, 5.2, 7.8, 10.4].map((x) =>
    box([x, 0, 0.3], [0.3, 0.15, x < 8 ? x * 1.05 - 0.4 : (16 - x) * 1.05 - 0.4], paint.bark)
  );
  return [
    ...ground(-1, -1.4, 18.5, 16, [], mix(paint.stone, paint.cream, 0.2)),
    box([0, 0, 0], [16.4, 13.4, 0.08], wood, { receives: ["z"], shadowless: true, decals: boards(16.4, 13.4) }),
    prism("y", [[0, Z], [16.4, Z], [8.2, 9.4]], -0.5, 0, mix(wood, paint.cream, 0.3)),
    ...rafters,
    cylinder("y", [8.2, 0, 5.6], 1.2, 0.2, paint.white, "#9FC4C2"),
    box([8.1, 0.2, 4.5], [0.2, 0.06, 2.2], paint.white, { shadowless: true }),
    ...at(1.2, 1.4, Z, trunk()),
    ...at(1, 4, Z, trunk(mix(paint.denim, paint.ink, 0.2))),
    ...at(11, 0.5, Z, carton(2, 1.8, 1.5)),
    ...at(13.6, 10.8, Z, pictureFrames()),
    ...at(13, 2.6, Z, carton(1.8, 1.6, 1.3, pale)),
    ...at(0.8, 7.4, Z, table(2.6, 4)),
    ...at(1.2, 8, 2.51, openCarton(1.6, 1.4, 1)),
    ...at(1.4, 9.9, 2.51, [box([0, 0, 0], [1.2, 1.2, 0.4], paint.cream)]),
    ...at(5.2, 1.2, Z, boxSpring()),
    ...at(5.2, 2.1, Z, boxSpring()),
    box([5.8, 6.8, 2.6], [6.7, 4.9, 0.6], paint.sand, {
      decals: Array.from({ length: 6 }, (_, i) => decal("+z", 0.3 + i * 1.05, 0.2, 0.35, 4.5, paint.plank)),
    }),
    ...carrier([4.7, 9.2, Z], 270),
    ...carrier([13.7, 9.2, Z], 90, { skin: paint.skinDark }),
    ...at(14, 5.2, Z, chair()),
    ...at(2.6, 11.6, Z, bag()),
  ];
}

/** A music room, and its piano on the way out over a covered floor. */
function southlake(): Solid[] {
  const cloth = mix(paint.sand, paint.cream, 0.4);
  return [
    ...ground(-1.5, -1.5, 20, 17),
    ...room(0, 0, 17, 14, 10, {
      wall: mix(paint.plaster, paint.teal, 0.14),
      floor: mix(paint.plank, paint.bark, 0.2),
      floorDecals: boards(17, 14),
      outside: paint.stone,
      backDecals: [
        ...window("+y", 1.6, 1.8, 3.2, 6.4), ...window("+y", 6.8, 1.8, 3.2, 6.4), ...window("+y", 12, 1.8, 3.2, 6.4),
      ],
    }),
    box([1.6, 5.2, Z], [15.4, 4.6, 0.06], cloth, {
      receives: ["z"], shadowless: true, decals: [decal("+z", 7.6, 0, 0.1, 4.6, paint.stone)],
    }),
    // The piano rides on a dolly.
    box([5.6, 6.2, 0.15], [4.6, 1.8, 0.3], paint.clay),
    ...at(5.5, 6, 0.45, piano()),
    ...carrier([4.2, 7.2, 0.14], 270, { hands: [[-0.7, 1, 3.6], [0.7, 1, 3.6]] }),
    ...carrier([11.8, 7.2, 0.14], 90, { skin: paint.skinDark, hands: [[-0.7, 1, 3.6], [0.7, 1, 3.6]] }),
    ...at(0.4, 1, Z, plant()),
    ...at(0.4, 10.8, Z, armchair(paint.rose), "+x"),
    ...at(14.4, 0.4, Z, lamp()),
    ...at(5, 11, Z, pictureFrames()),
    ...at(8.6, 11.4, Z, carton(2, 1.8, 1.5)),
    ...at(8.7, 11.5, 1.58, carton(1.5, 1.4, 1.1, pale)),
  ];
}

/** A marble hall, its floor covered, and an armoire in blankets. */
function highlandPark(): Solid[] {
  const marble: Decal[] = [];
  for (let i = 0; i < 7; i++)
    for (let j = 0; j < 6; j++)
      if ((i + j) % 2) marble.push(decal("+z", i * 2.43, j * 2.33, 2.43, 2.33, mix(paint.ink, paint.stone, 0.55)));
  const suit = { shirt: paint.forest } as const;
  const blanket = mix(paint.denim, paint.stone, 0.3);
  const armoire = box([0, 0, 0], [3.6, 2, 5.2], blanket, {
    decals: [1.2, 3.2].flatMap((v) => [
      decal("+y", 0, v, 3.6, 0.22, paint.tape), decal("+x", 0, v, 2, 0.22, paint.tape),
    ]),
  });
  const step = (i: number): Solid => box([0.1, 0.1 + i * 1.1, Z], [3.6, 1.1, 0.75 * (6 - i)], paint.white, {
    receives: ["z"], decals: [decal("+z", 0.6, 0, 2.4, 1.1, paint.clay)],
  });
  return [
    ...ground(-1.5, -1.5, 20, 17, [], paint.concrete),
    ...room(0, 0, 17, 14, 10.5, {
      wall: mix(paint.white, paint.sand, 0.4),
      floor: paint.white,
      floorDecals: marble,
      outside: paint.stone,
      backDecals: [
        ...door("+y", 11.6, 0.1, 3.6, 7.6, paint.ink),
        decal("+y", 5.2, 4, 3.4, 3.8, paint.mustard),
        decal("+y", 5.5, 4.3, 2.8, 3.2, mix(paint.water, paint.cream, 0.4)),
        decal("+y", 5.5, 4.3, 2.8, 1.2, paint.grass),
      ],
    }),
    ...[0, 1, 2, 3, 4, 5].map(step),
    box([4.6, 4.6, Z], [12.4, 4.4, 0.06], mix(paint.sand, paint.earth, 0.2), {
      receives: ["z"],
      shadowless: true,
      decals: [decal("+z", 4, 0, 0.09, 4.4, paint.stone), decal("+z", 8, 0, 0.09, 4.4, paint.stone)],
    }),
    ...at(5, 0.5, Z, dresser(mix(paint.bark, paint.rust, 0.2), 3.8)),
    ...at(7.6, 5.8, 1.3, [armoire]),
    ...carrier([6.4, 6.8, 0.14], 270, suit),
    ...carrier([12.6, 6.8, 0.14], 90, { ...suit, skin: paint.skinDark }),
    ...at(15, 1, Z, plant()),
    ...at(2.4, 10.6, Z, armchair(paint.rose), "+x"),
    ...at(8.6, 11, Z, carton(2, 1.8, 1.5, paint.sand)),
    ...at(11.2, 11.2, Z, carton(1.6, 1.5, 1.2, paint.sand)),
  ];
}

/**
 * A job in each city, from its page's story; each picture is named after the page's scene, with "-job" appended.
 */
export const jobs: Record<string, Scene> = {
  "dallas-job": scene(
    "A worker rolls a fridge down a Dallas alley, out of a small garage that is full to the roof.", SIZE, dallas,
  ),
  "fort-worth-job": scene(
    "Screen doors, old windows, mowers, and a canoe in front of a wooden garage in Fort Worth, and the crew picking up.",
    SIZE,
    fortWorth,
  ),
  "irving-las-colinas-job": scene(
    "Two crew members carry a mattress through the elevator lobby of a Las Colinas tower, past two suitcases.",
    SIZE,
    irving,
  ),
  "coppell-job": scene(
    "An oak limb has landed on a trampoline in a Coppell yard, and the crew carries the cut branches away.",
    SIZE,
    coppell,
  ),
  "frisco-job": scene(
    "The third garage bay of a new house in Frisco, stacked with moving boxes, and the crew carrying out a sofa.",
    SIZE,
    frisco,
  ),
  "plano-job": scene(
    "A Plano dining room of dark oak with tape on the pieces that move, and the crew carrying out a sideboard.",
    SIZE,
    plano,
  ),
  "allen-job": scene(
    "A backyard in Allen with a swing set, slides, and outgrown bikes, and two crew members carrying a slide.",
    SIZE,
    allen,
  ),
  "mckinney-job": scene(
    "An attic in McKinney where two steamer trunks stay, and the crew carries out the old box springs.", SIZE, mckinney,
  ),
  "southlake-job": scene(
    "Two crew members roll an upright piano over a covered floor in a Southlake music room.", SIZE, southlake,
  ),
  "highland-park-university-park-job": scene(
    "Two crew members in plain shirts carry an armoire in blankets through a marble hall in Highland Park.",
    SIZE,
    highlandPark,
  ),
};
