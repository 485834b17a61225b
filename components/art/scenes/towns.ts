import { at, translate } from "../assembly";
import { box, decal } from "../box";
import { mix, paint } from "../palette";
import { door, fenceX, gable, ground, house, oak, shrub, slabs, window } from "../parts/building";
import { cupola, fountain, shop } from "../parts/city";
import { flatCourthouse } from "../parts/courthouse";
import { armchair, chair, dresser, poolTableTop } from "../parts/furniture";
import { clothesRack, trunk, wardrobe } from "../parts/household";
import { bicycle, carton, fallenTree, logs, trampoline } from "../parts/junk";
import { goalpost, scoreboard } from "../parts/landmarks";
import { bench, paving, star, streetLamp, water } from "../parts/outdoor";
import { truck } from "../parts/vehicles";
import { prism } from "../prism";
import { cylinder } from "../round";
import { views, type Scene } from "../scene";
import type { Solid } from "../solid";
import { bender, carrier } from "./crew";
import { loadingTruck } from "./trucks";
import { limestone, loading, pavement, road, rolledOff, SIZE, street } from "./streets";

function oldTown(): Solid[] {
  return [
    ...ground(-2, -15, 46, 40, [
      ...street(27.6, 46, 11),
      ...slabs(7.6, 14.4, 3.4, 12.2, 3.4),
      decal("+z", 20.4, 0, 6.2, 26.6, mix(paint.earth, paint.grass, 0.4)),
    ]),
    ...house(-1, -13, 15, 10, paint.brick, paint.shingle, paint.leaf),
    // The creek between the lots, and the wall where the street crosses it.
    ...at(19, -15, 0.01, water(0, 0, 26, 5, 0.06), "-x"),
    box([18, 11, 0], [7, 0.6, 1.5], limestone),
    ...oak(16.6, -8, 4.6),
    ...oak(41.4, -12.4, 3.6),
    ...fenceX(26, -6.6, 5.6, 5),
    ...fenceX(40, -6.6, 4, 5),
    ...shrub(2, -1.2, 0.9),
    ...shrub(11.6, -1.2, 0.9, paint.foliage),
  ];
}

function coppell(): Solid[] {
  return [
    ...fallenTree(36, -6.4),
    // The rest of the fence under it.
    box([32.2, -6.2, 0], [0.8, 4.8, 0.2], paint.wood),
    box([40, -4.6, 0], [0.8, 4.2, 0.2], paint.plank),
    ...at(27, 6.2, 0, logs()),
    ...carrier([33.2, 6, 0], 90),
    cylinder("y", [32.1, 4.2, 3.2], 0.42, 3.6, paint.bark, paint.plank),
    ...bender([39.8, 2.4, 0], 90, { skin: paint.skinDark }),
    ...translate(loadingTruck(), [2, 14, 0]),
  ];
}

function stadiumSide(): Solid[] {
  const brick = mix(paint.brick, paint.rust, 0.2);
  const turf = mix(paint.foliage, paint.grass, 0.42);
  const stripes = [0, 1, 2, 3].map((i) => decal("+z", 17.6 + i * 6, 1, 3, 12, mix(turf, paint.cream, 0.14)));
  return [
    ...ground(-3, -17, 42, 39, [
      // The end zone behind the fence.
      decal("+z", 16, 1, 26, 12, turf),
      ...stripes,
      decal("+z", 16, 10.4, 26, 2.6, paint.clay),
      ...slabs(5.4, 16, 8, 12, 4),
      ...street(28, 42, 10.4),
    ]),
    ...house(-1.4, -14, 13, 10, brick, mix(paint.shingle, paint.ink, 0.12), paint.forest, 12),
    ...at(23.6, -16.4, 0, scoreboard()),
    ...goalpost(29, -5.6),
    ...fenceX(13.4, -3, 25.4, 3.6),
    ...shrub(12.6, -1.6, 0.9),
    ...oak(-0.6, 4.4, 2.6),
  ];
}

function allen(): Solid[] {
  return [
    ...trampoline(31, 6.4),
    ...translate(loadingTruck(), [-1.4, 13.4, 0]),
    // A bicycle on the way, more at the curb.
    ...at(25, 15, 0.5, bicycle(paint.clay)),
    ...carrier([27.8, 17.4, 0], 90, { hands: [[0.4, 1.5, 3], [1.1, 1.4, 3]] }),
    ...at(17.4, 7.6, 0, bicycle(paint.teal)),
    ...bender([38, 7.4, 0], 45, { skin: paint.skinDark }),
  ];
}

function square(): Solid[] {
  const brickway = mix(paint.brick, paint.sand, 0.6);
  return [
    ...ground(-13, -17, 43, 36, [
      ...slabs(9, 4, 4.6, 32, 4, pavement),
      ...slabs(13.6, 28, 29.4, 3, 3, brickway),
      ...slabs(20.4, 19, 11.2, 17, 2.8, brickway),
    ]),
    ...translate(flatCourthouse(mix(paint.sand, paint.stone, 0.5)), [1, -16, 0]),
    // The shops on the west side of the square.
    ...at(-12.4, -5, 0, shop(0, 0, 10, 8, 14.4, paint.brick, paint.forest), "+x"),
    ...at(-12.4, 5, 0, shop(0, 0, 10.6, 8, 15.6, mix(paint.brick, paint.rust, 0.45), paint.clay), "+x"),
    box([-11, 15.6, 5], [5.4, 0.06, 5.4], mix(paint.brick, paint.cream, 0.35), {
      shadowless: true, decals: [star("+y", 2.7, 2.6, 2.2, paint.cream)],
    }),
    ...oak(26.6, -2.6, 3.4),
    ...oak(28.2, 15.6, 2.6),
    ...oak(4, 1.6, 2.4),
    ...shrub(2.2, -1.8, 0.8),
    ...shrub(22.6, -1.8, 0.8, paint.foliage),
    ...at(20.6, 5, 0, bench()),
    ...at(19.6, 16, 0, bench()),
    ...at(5.6, 7.6, 0, streetLamp()),
    ...at(19, 8.6, 0, streetLamp()),
  ];
}

function mckinney(): Solid[] {
  return [
    ...at(-1.8, 12.6, 0, clothesRack()),
    ...at(3.6, 12.4, 0, chair(), "+x"),
    ...rolledOff(10, 13, 0, wardrobe(paint.plank), paint.skinDark),
    ...at(13.8, 14, 0, trunk()),
    ...bender([18, 13.4, 0], 45),
  ];
}

function townSquare(): Solid[] {
  const brick = mix(paint.brick, paint.sand, 0.18);
  return [
    ...ground(-4, -17, 40, 40, [...slabs(1, 12, 38, 15.4, 5, pavement), ...street(28.4, 40, 10.6)]),
    ...shop(-2, -15, 11, 9, 15, brick, paint.forest),
    box([9, -15, 0], [9, 9, 15], limestone, {
      receives: ["y"],
      decals: [
        decal("+y", 3.2, 0, 2.6, 6.6, paint.bark),
        ...window("+y", 0.8, 9.6, 2, 3.2),
        ...window("+y", 6.2, 9.6, 2, 3.2),
        star("+y", 4.5, 11.4, 1.1, paint.clay),
        decal("+y", 0, 14, 9, 0.6, paint.white),
      ],
    }),
    ...cupola(10.5, -13.5, 15),
    ...shop(18, -15, 11, 9, 15, mix(paint.brick, paint.rose, 0.35), paint.clay),
    ...paving(13.4, 4.6, 5.4, mix(pavement, paint.rose, 0.25)),
    ...fountain(13.4, 4.6),
    ...oak(2.4, 3.4, 2.6),
    ...oak(25, 3.4, 2.6),
    ...at(2, 8.8, 0, bench()),
    ...at(20.6, 8.6, 0, bench()),
    ...at(7.4, -1.2, 0, streetLamp()),
    ...at(18.4, -1.2, 0, streetLamp()),
  ];
}

function southlake(): Solid[] {
  return [
    ...loading(-3, 13, poolTableTop(), 8),
    ...at(27, 7, 0, armchair(paint.rust)),
    ...at(30.4, 8, 0, carton(2, 1.8, 1.5)),
  ];
}

function estate(): Solid[] {
  const wall = mix(paint.white, paint.sand, 0.5);
  const roof = mix(paint.denim, paint.shingle, 0.45);
  return [
    ...ground(-3, -16, 42, 42, [
      ...slabs(19, 16, 4.2, 14, 4.6, pavement),
      decal("+z", 0, 30, 42, 1.2, pavement),
      decal("+z", 0, 31.2, 42, 10.8, road),
      decal("+z", 32, 8, 7.2, 22, pavement),
    ]),
    box([2, -13, 0], [32, 11, 16], wall, {
      receives: ["y"],
      decals: [
        ...[2, 7, 22.4, 27.4].flatMap((u) => [...window("+y", u, 2.4, 2.8, 4.6), ...window("+y", u, 10, 2.8, 4)]),
        ...window("+y", 14.6, 10, 2.8, 4),
        ...door("+y", 14.4, 0.6, 3.2, 7, paint.ink),
        ...window("+x", 3.8, 2.4, 3, 4.6),
        ...window("+x", 3.8, 10, 3, 4),
        decal("+y", 0, 8.4, 32, 0.35, paint.white),
        decal("+x", 0, 8.4, 11, 0.35, paint.white),
      ],
    }),
    ...gable([2, -13, 16], 32, 11, 3.6, roof, wall),
    box([13, -2, 0], [10, 4, 0.6], pavement),
    ...[13.6, 16.2, 19.2, 21.8].map((x) => cylinder("z", [x + 0.3, 1.3, 0.6], 0.4, 8.4, paint.white)),
    box([13, -2, 9], [10, 4, 0.7], paint.white),
    prism("y", [[13, 9.7], [23, 9.7], [18, 12]], -2, 2, roof, paint.white),
    ...[3, 5, 7, 9, 25, 27, 29].flatMap((x) => shrub(x, 0, 0.8, x % 4 === 1 ? paint.hedge : paint.foliage)),
    ...oak(1.4, 6.4, 4),
    ...oak(36.4, -8, 3.6),
    ...at(11.4, 3, 0, streetLamp()),
    // Without a name on it, as these streets prefer.
    ...translate(truck([], "plain"), [-1, 16, 0]),
  ];
}

function highlandPark(): Solid[] {
  return [
    ...at(28.8, 9.8, 0, dresser(paint.bark, 4)),
    ...carrier([33.8, 7.2, 0], 0, { shirt: paint.forest }),
    ...at(32.9, 8.1, 2.7, carton(1.8, 1.5, 1.2, paint.sand)),
  ];
}

/** The five towns, each with the crew at work. */
export const towns: Record<string, Scene> = {
  ...views(SIZE, oldTown, {
    coppell: [
      "A fallen oak across a broken fence in Coppell, with the crew carrying its logs to the {truck} at the curb.",
      coppell,
    ],
  }),
  ...views(SIZE, stadiumSide, {
    allen: [
      "A football field beside a brick house in Allen, and the crew hauling a trampoline and bicycles.",
      allen,
    ],
  }),
  ...views(SIZE, square, {
    mckinney: [
      "The stone courthouse on the square in McKinney, and the crew rolling a wardrobe past its columns.",
      mckinney,
    ],
  }),
  ...views(SIZE, townSquare, {
    southlake: [
      "Southlake Town Square with its fountain and town hall, and two of the crew carrying a pool table to the {truck}.",
      southlake,
    ],
  }),
  ...views(SIZE, estate, {
    "highland-park-university-park": [
      "An estate in Highland Park with a columned porch, a worker with a box, a dresser in the driveway and a {truck} without lettering.",
      highlandPark,
    ],
  }),
};
