import { at, translate } from "../assembly";
import { box, decal, type Decal } from "../box";
import { SUN } from "../light";
import { mix, paint } from "../palette";
import { bricks, door, fenceX, gable, ground, house, oak, room, shrub, slabs, window } from "../parts/building";
import { mailbox } from "../parts/outdoor";
import { person } from "../parts/person";
import { car, truck } from "../parts/vehicles";
import { panel } from "../prism";
import { scene, type Scene } from "../scene";
import type { Solid } from "../solid";
import type { Vec } from "../vector";
import { broom, sweeper } from "./crew";
import { street } from "./streets";

// What is left when the crew is done, for the ends of pages.

const SIZE = [900, 600] as const;
const Z = 0.08;

/** A street of houses, the truck at its far end, and a neighbor who waves after it. */
function truckLeaving(): Solid[] {
  return [
    ...ground(-9, -14, 55, 37, [...street(24, 55, 12), ...slabs(35.4, 11, 9, 12, 4.5)]),
    ...house(11, -12, 14, 9, paint.plaster, paint.shingle, paint.forest),
    box([25, -11, 0], [11, 8, 8], paint.plaster, {
      receives: ["y"],
      decals: [
        decal("+y", 1.6, 0, 7.8, 6.6, paint.white),
        ...[1.6, 3.2, 4.8].map((v) => decal("+y", 1.6, v, 7.8, 0.1, paint.stone)),
      ],
    }),
    ...gable([25, -11, 8], 11, 8, 2.8, paint.shingle, paint.plaster),
    ...oak(-0.4, -7, 4.4),
    ...fenceX(3.6, -8, 7, 5),
    ...shrub(13, -1.6, 0.9),
    ...shrub(22.6, -1.6, 0.9, paint.foliage),
    ...oak(42, -7.4, 3.6),
    ...at(37.4, 8.4, 0, mailbox()),
    ...translate(truck([], "shut", true), [-1, 13.4, 0]),
    ...person([28, 9.4, 0], {
      looks: 80, shirt: paint.teal, hands: [[-0.75, 0.2, 2.75], [1.3, 0.3, 6.3]], trousers: paint.denim,
    }),
    ...person([31.4, 9.2, 0], {
      looks: 80, shirt: paint.mustard, skin: paint.skinDark, trousers: paint.plum,
      hands: [[-0.45, 0.4, 3.1], [0.45, 0.4, 3.1]],
    }),
  ];
}

/** A room with nothing in it but the light from its windows. */
function emptyRoom(): Solid[] {
  const seams: Decal[] = Array.from(
    { length: 13 }, (_, i) => decal("+z", 0, 1 + i * 1.1, 18, 0.06, mix(paint.plank, paint.bark, 0.25)),
  );
  // The light from a window in the left wall falls in along the sun's rays.
  const light = (y: number): Solid => panel(
    ([[y, 2.8], [y + 3.6, 2.8], [y + 3.6, 6.8], [y, 6.8]] as const).map(
      ([v, z]): Vec => [-SUN[0] / SUN[2] * z, v - SUN[1] / SUN[2] * z, Z + 0.01],
    ),
    [0, 0, 1],
    mix(paint.plank, paint.cream, 0.55),
    true,
  );
  return [
    ...ground(-1.5, -1.5, 21, 18),
    ...room(0, 0, 18, 15, 9, {
      wall: mix(paint.plaster, paint.teal, 0.1),
      floor: paint.plank,
      floorDecals: seams,
      backDecals: door("+y", 11.4, 0.1, 3, 6.8),
      leftDecals: [...window("+x", 4, 2.6, 4, 4.6), ...window("+x", 10, 2.6, 4, 4.6)],
    }),
    light(4.2),
    light(10.2),
    ...at(15.6, 0.3, Z, broom(paint.mustard, [[0.6, 0, 4.9], [0.6, 0.9, 0.5]])),
    ...person([8.6, 8.4, Z], {
      looks: 60, shirt: paint.teal, hands: [[-0.55, 0.2, 3.1], [0.55, 0.2, 3.1]],
    }),
  ];
}

/** A garage from the driveway, its floor swept, and the car that fits in again. */
function sweptGarage(): Solid[] {
  const [w, d, h] = [17, 11, 9.4];
  const brick = mix(paint.brick, paint.sand, 0.2);
  return [
    ...ground(-8, -12, 34, 36, slabs(8.4, 12, 17, 24, 5.6)),
    // The side of the house that the garage belongs to.
    box([-6.6, -9, 0], [6.1, 7, h], paint.plaster, {
      receives: ["y"], decals: window("+y", 1.2, 2.6, 3.6, 4),
    }),
    ...room(0, -d, w, d, h, {
      outside: brick, wall: mix(paint.plaster, paint.cream, 0.5), floor: mix(paint.concrete, paint.cream, 0.35),
      leftDecals: [decal("+x", 2, 5.4, 6.4, 0.25, paint.wood)],
    }),
    box([w, -d, 0], [0.5, d, h], brick, { decals: bricks("+x", d, h, brick) }),
    box([-0.5, -0.5, h - 0.9], [w + 1, 0.5, 0.9], brick, { decals: bricks("+y", w + 1, 0.9, brick) }),
    ...gable([-0.5, -d - 0.5, h], w + 1, d + 0.5, 2.6, paint.shingle, brick),
    ...sweeper([4.6, -1.4, Z], 350),
    ...at(9.2, 7.6, 0, car(paint.teal), "-x"),
    ...shrub(-3.4, 1, 1),
    ...oak(21.6, -5, 4),
  ];
}

/** Ends of pages that no job of their own has a picture for. */
export const closes: Record<string, Scene> = {
  "truck-leaving": scene(
    "The green truck drives off down a street of houses while two neighbors wave from a clear driveway.",
    SIZE,
    truckLeaving,
  ),
  "empty-room": scene(
    "An empty room with sun on its bare floor, a broom against the wall, and its owner looking around.",
    [800, 600],
    emptyRoom,
  ),
  "swept-garage": scene(
    "A garage with an empty, swept floor, a crew member with a broom, and the car about to go in again.",
    [800, 600],
    sweptGarage,
  ),
};
