import { at, translate } from "../assembly";
import { box, decal } from "../box";
import { mix, paint } from "../palette";
import { fridge, washer } from "../parts/appliances";
import { ground, bricks, door, gable, oak, room, shrub, slabs, window } from "../parts/building";
import { mattressUpright, shelving, sofa } from "../parts/furniture";
import { bag, carton, openCarton, paintCan, tire } from "../parts/junk";
import { truck } from "../parts/vehicles";
import { scene } from "../scene";
import type { Solid } from "../solid";
import { carrier } from "./crew";
import { load } from "./trucks";

function house(): Solid[] {
  const [x, y, w, d, h] = [-13.3, -15.5, 12.7, 12, 8.5];
  return [
    box([x, y, 0], [w, d, h], paint.brick, {
      receives: ["y"],
      decals: [
        ...bricks("+y", w, h),
        ...door("+y", 6.6, 0.3),
        ...window("+y", 1.2, 2.6, 4.2, 4.2),
        decal("+y", 0, 0, w, 0.5, paint.stone),
      ],
    }),
    box([x + 5.9, y + d, 0], [4.4, 2.2, 0.3], paint.concrete),
    ...gable([x, y, h], w, d, 3.6, paint.shingle, paint.brick),
  ];
}

function garage(): Solid[] {
  const [w, d, h] = [19, 15, 9];
  const full: Solid[] = [
    ...at(0.4, -14.8, 0.08, shelving(5, 1.7)),
    ...at(0.6, -14.6, 0.4, carton(1.4, 1.2, 1.1)),
    ...at(2.4, -14.6, 0.4, carton(1.8, 1.2, 1.3)),
    ...at(0.7, -14.6, 2.1, carton(1.9, 1.2, 1.2)),
    ...at(3.2, -14.6, 2.1, paintCan(paint.teal)),
    ...at(4, -14.5, 2.1, paintCan(paint.clay)),
    ...at(0.6, -14.6, 3.9, carton(1.4, 1.2, 1)),
    ...at(2.6, -14.6, 3.9, carton(1.6, 1.2, 1.2)),
    ...at(1, -14.6, 5.7, carton(2.4, 1.2, 1.2)),
    ...at(0.3, -12.6, 0.08, fridge(paint.white), "+x"),
    ...at(0.4, -9.3, 0.08, washer(), "+x"),
    ...at(0.5, -6.6, 0.08, carton(2, 1.8, 1.6)),
    ...at(0.6, -6.5, 1.68, carton(1.6, 1.5, 1.2)),
    ...at(0.4, -4.6, 0.08, carton(1.8, 1.6, 1.4)),
    ...at(3.6, -12.4, 0.08, sofa(paint.rust, 5.4)),
    ...at(4.2, -11, 1.7, openCarton()),
    ...at(3.2, -8.2, 0.08, bag()),
    ...at(4.8, -7.6, 0.08, bag()),
    ...at(3, -6.2, 0.08, tire()),
    ...at(3, -6.2, 0.8, tire()),
    ...at(6.2, -8.4, 0.08, carton(1.6, 1.6, 1.4)),
    ...at(0.5, -2.6, 0.08, bag()),
    ...at(6.4, -14.9, 0.08, mattressUpright(5, 6.3)),
  ];
  return [
    ...room(0, -15, w, d, h, {
      outside: paint.brick,
      floor: mix(paint.concrete, paint.cream, 0.35),
      backDecals: [...window("+y", 12, 3.6, 4.4, 3.2)],
    }),
    box([w - 0.5, -15, 0], [0.5, 15, 0.9], paint.brick, {
      decals: [decal("+z", 0, 0, 0.5, 15, paint.cream), ...bricks("+x", 15, 0.9)],
    }),
    ...full,
  ];
}

function drawing(): Solid[] {
  const [gx, gy, gw, gd] = [-14.5, -17, 42, 37.5];
  const court = slabs(6, 17, 36, 17.5, 6);
  const walk = slabs(7.7, 14, 3.2, 3, 3.2);
  return [
    ...ground(gx, gy, gw, gd, [...court, ...walk]),
    ...house(),
    ...garage(),
    ...oak(23.4, -9.4, 4.4),
    ...shrub(21.2, -3.2, 1),
    ...shrub(23.6, -2.2, 0.8, paint.foliage),
    ...shrub(-12, -2.2, 1.1),
    ...shrub(-9.6, -2, 0.85, paint.foliage),
    ...translate(truck(load("half")), [-7.5, 7.8, 0]),
    // On the way into the truck, and waiting beside it.
    ...at(18.5, 9.4, 2.6, sofa(paint.teal, 6)),
    ...carrier([17.4, 10.9, 0], 270, { skin: paint.skinDark }),
    ...carrier([25.6, 10.9, 0], 90),
    ...at(23.4, 3.4, 0, carton(1.9, 1.7, 1.5)),
    ...at(23.6, 3.6, 1.5, carton(1.4, 1.2, 1)),
    ...at(25.4, 4.4, 0, bag()),
  ];
}

/** The home page: a garage half cleared, and the truck half full. */
export const hero = scene(
  "Two crew members carry a sofa from a half-cleared garage to a green box truck that is already half full.",
  [1200, 860],
  drawing,
);
