import { at, full } from "../assembly";
import { box, decal, type Decal } from "../box";
import { SUN } from "../light";
import { mix, paint } from "../palette";
import { bricks, door, gable, ground, oak, room, shrub, slabs, window } from "../parts/building";
import { person } from "../parts/person";
import { car } from "../parts/vehicles";
import { panel } from "../prism";
import { scene, type Scene } from "../scene";
import type { Solid } from "../solid";
import type { Vec } from "../vector";
import { broom, sweeper } from "./crew";

// What is left when the crew is done, for the ends of pages.

const SIZE = [800, 600] as const;
const Z = 0.08;

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
    ...full(at(15.6, 0.3, Z, broom(paint.mustard, [[0.6, 0, 4.9], [0.6, 0.9, 0.5]]))),
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
  "empty-room": scene(
    "An empty room with sun on its bare floor, a broom against the wall, and its owner looking around.",
    SIZE,
    emptyRoom,
  ),
  "swept-garage": scene(
    "A garage with an empty, swept floor, a worker with a broom, and the car about to go in again.",
    SIZE,
    sweptGarage,
  ),
};
