import { at, translate } from "../assembly";
import { box, decal, type Decal } from "../box";
import { mix, paint } from "../palette";
import { monitor } from "../parts/appliances";
import { bricks, gable, ground, house, oak, shrub, slabs } from "../parts/building";
import { archSign, balloon, ballTower, shop, slantTower, tower } from "../parts/city";
import { towerCourthouse } from "../parts/courthouse";
import { vanity } from "../parts/fixtures";
import { chair, filingCabinet, officeChair } from "../parts/furniture";
import { bookcase, chinaCabinet } from "../parts/household";
import { carton, tire } from "../parts/junk";
import { interurban } from "../parts/landmarks";
import { bench, mustang, streetLamp, water } from "../parts/outdoor";
import { workbench } from "../parts/yard";
import { views, type Scene } from "../scene";
import type { Solid } from "../solid";
import { carrier, pusher } from "./crew";
import {
  glassBlue, glassDark, limestone, loading, pavement, rolledOff, rollingIn, SIZE, street,
} from "./streets";
import { loadingTruck, pale } from "./trucks";

function downtown(): Solid[] {
  const plaza = mix(paint.stone, paint.rose, 0.4);
  return [
    ...ground(-2, -14, 39, 35, [...slabs(20.6, 16.4, 14, 7, 7, plaza), ...street(24, 39, 9.6)]),
    ...ballTower(2.4, -3.6, 23.6),
    ...slantTower([7.4, -13, 0], [7.6, 7, 24], glassBlue, 5),
    ...tower([16.4, -13, 0], [7.6, 7, 24], limestone, glassBlue, "bands", 2.2),
    ...tower([26, -12.4, 0], [7.4, 7, 17], paint.brick, glassDark, "columns", 1.8),
    ...slantTower([11, -4, 0], [7, 6, 13], mix(paint.leaf, paint.water, 0.45), 4),
    ...tower([20.6, -4, 0], [7.4, 6, 8], paint.sand, glassDark, "columns", 1.8),
    ...oak(6.6, 4.4, 2.4),
    ...oak(34.4, -0.6, 2.6),
  ];
}

function dallas(): Solid[] {
  return [
    ...rollingIn(0.4, 11.2, bookcase()),
    // Out of the door of a tower.
    ...carrier([29.6, 6.6, 0], 20, { skin: paint.skinDark }),
    ...at(28.3, 7.4, 2.7, carton(1.8, 1.5, 1.3)),
    ...at(32.4, 5.4, 0, officeChair(paint.mustard), "-x"),
  ];
}

function stockyards(): Solid[] {
  const roofline = mix(paint.stone, paint.rose, 0.3);
  const brickway = mix(paint.brick, paint.sand, 0.45);
  return [
    ...ground(-3, -18, 42, 43, [decal("+z", 0, 18, 42, 1, pavement), ...slabs(0, 19, 42, 24, 4, brickway)]),
    ...translate(towerCourthouse(roofline, paint.teal), [0, -16.4, 0]),
    ...shop(26, -15, 10.5, 9, 14, paint.brick, paint.clay),
    ...archSign(4, 6.4, 19),
    ...oak(-0.4, 3.4, 2.6),
    ...oak(23.4, -4, 2.6),
    ...at(27.4, -1, 0.02, bench()),
    ...at(36, 5.6, 0.02, streetLamp()),
  ];
}

function fortWorth(): Solid[] {
  return [
    ...loading(0.6, 14.4, workbench(), 5),
    ...at(31, 9.4, 0, carton(2, 1.8, 1.5)),
    ...at(31.2, 9.5, 1.5, carton(1.5, 1.4, 1.1)),
    ...at(33.6, 10, 0, tire()),
  ];
}

function lasColinas(): Solid[] {
  const stone = mix(paint.rose, paint.concrete, 0.45);
  const joint = mix(stone, paint.ink, 0.1);
  const joints = Array.from({ length: 7 }, (_, i) => decal("+z", i * 5.2 + 3, 9.6, 0.12, 15.6, joint));
  return [
    ...ground(-2, -14, 38, 38, [decal("+z", 0, 9.6, 38, 15.6, stone), ...joints, ...street(26.2, 38, 10.8)]),
    ...tower([-1, -13, 0], [8, 8, 15], mix(paint.clay, paint.sand, 0.55), glassDark, "bands", 2.2),
    ...slantTower([8.6, -13, 0], [7, 8, 20], glassBlue, 4),
    ...tower([17.4, -13, 0], [8, 8, 12.4], limestone, glassBlue, "columns", 1.7),
    ...tower([27, -13, 0], [7, 8, 8.6], mix(paint.clay, paint.sand, 0.4), glassDark, "bands", 2.2),
    // The stream that the herd crosses.
    ...water(-2, -2.4, 38, 10, 0.06),
    ...at(1.6, 4, 0.08, mustang()),
    ...at(10.6, 0.8, 0.08, mustang(mix(paint.bark, paint.ink, 0.25))),
    ...at(17.4, 4.4, 0.08, mustang(mix(paint.bark, paint.wood, 0.25))),
    ...at(26, 0.6, 0.08, mustang()),
  ];
}

function irving(): Solid[] {
  return [
    ...at(12, 13.6, 0, loadingTruck(), "-y"),
    // An office chair makes a cart.
    ...at(0.6, 17.6, 0, officeChair(paint.denim), "+x"),
    ...at(1, 18, 1.9, carton(1.6, 1.5, 1.2)),
    ...pusher([-0.8, 18.6, 0], 270, { skin: paint.skinDark }),
    ...carrier([6.4, 22, 0], 270, { hands: [[-0.7, 1.2, 3.2], [0.7, 1.2, 3.2]] }),
    ...at(7.4, 21, 2.9, monitor(), "+x"),
    ...at(-1.6, 10.6, 0, filingCabinet(paint.mustard)),
    ...at(0.2, 10.4, 0, filingCabinet()),
  ];
}

/** A new house with three garage bays, and the soccer stadium behind it. */
function newStreet(): Solid[] {
  const concrete = mix(paint.steel, paint.white, 0.45);
  const brick = mix(paint.brick, paint.sand, 0.35);
  const bay = (u: number, open: boolean): Decal[] => [
    decal("+y", u, 0, 5.2, 7.2, paint.white),
    decal("+y", u + 0.3, 0, 4.6, 6.9, open ? mix(paint.ink, paint.bark, 0.4) : mix(paint.denim, paint.white, 0.5)),
    ...(open ? [] : [1.6, 3.2, 4.8].map((v) => decal("+y", u + 0.3, v, 4.6, 0.12, mix(paint.denim, paint.ink, 0.1)))),
  ];
  const rows = [0, 1, 2].map((i) => box(
    [-3, -9.4 - i * 1.2, 0], [33, 1.2, 7 + i * 1.5], i % 2 ? paint.denim : mix(paint.denim, paint.white, 0.28),
  ));
  return [
    ...ground(-4, -14, 38, 37, [...slabs(15.6, 16, 19, 9.8, 6.2, pavement), ...street(26.8, 38, 9.6)]),
    ...rows,
    box([-3, -12.8, 0], [33, 1, 12.4], concrete),
    box([-3.6, -13, 12.4], [34.2, 5, 0.6], mix(paint.white, paint.steel, 0.25), {
      decals: [decal("+y", 0, 0, 34.2, 0.6, paint.clay)],
    }),
    ...[1, 22].flatMap(floodlight),
    ...house(-2, -7, 13, 8, brick, mix(paint.shingle, paint.ink, 0.1), paint.forest, 9.4),
    box([11, -6.6, 0], [18, 8.6, 8.4], brick, {
      receives: ["y"], decals: [...bricks("+y", 18, 8.4, brick), ...bay(0.8, false), ...bay(6.6, false), ...bay(12.4, true)],
    }),
    ...gable([11, -6.6, 8.4], 18, 8.6, 2.6, mix(paint.shingle, paint.ink, 0.1), brick),
    ...shrub(0.2, 3, 0.9),
    ...shrub(8.4, 3, 0.9, paint.foliage),
  ];
}

/** A mast behind the stand, with two rows of lamps. */
function floodlight(x: number): Solid[] {
  const lamps = [0, 1, 2, 3].flatMap((u) => [0.4, 2].map((v) => decal("+y", u * 1.5 + 0.4, v, 1.1, 1.2, paint.cream)));
  return [
    box([x + 2.8, -13.6, 0], [0.8, 0.4, 18], paint.iron),
    box([x, -13.5, 16], [6.4, 0.8, 3.6], paint.forest, { decals: lamps }),
  ];
}

function frisco(): Solid[] {
  return [
    ...translate(loadingTruck(), [-3, 13.8, 0]),
    // Out of the third bay: boxes of the move, and doors that were replaced.
    ...at(24, 2.4, 0, carton(2.2, 2, 4.2)),
    ...at(26.4, 2.4, 0, carton(2, 2, 1.7)),
    ...at(26.5, 2.5, 1.7, carton(1.8, 1.7, 1.5, pale)),
    ...at(24, 5, 0, carton(1.8, 1.7, 1.5, pale)),
    ...at(30.2, 3.6, 0, vanity(), "+x"),
    box([23.2, 15.6, 2.7], [6.6, 2.6, 0.2], paint.white),
    box([23.2, 15.6, 2.95], [6.6, 2.6, 0.2], mix(paint.white, paint.sand, 0.6)),
    ...carrier([22, 16.9, 0], 270, { skin: paint.skinDark }),
    ...carrier([31, 16.9, 0], 90),
  ];
}

function haggardPark(): Solid[] {
  return [
    ...ground(-3, -16, 41, 40, [
      ...slabs(0, 13, 41, 3.4, 3.4, pavement), decal("+z", 0, 16.6, 41, 7.4, mix(paint.stone, paint.sand, 0.4)),
      ...street(28.6, 41, 10.6),
    ]),
    ...shop(-2, -13, 10, 9, 14, paint.brick, paint.forest),
    ...shop(8, -13, 9.4, 9, 12.4, mix(paint.brick, paint.rose, 0.4), paint.mustard),
    ...shop(17.4, -13, 10.4, 9, 14.6, mix(paint.brick, paint.rust, 0.4), paint.teal),
    ...oak(33, -7, 3),
    ...at(4.4, 0.4, 0, interurban()),
    // One of the balloons of September.
    ...balloon(36.4, -13, 14, paint.mustard),
    ...at(33.6, 4.4, 0, bench(), "-y"),
    ...shrub(1.4, 3.4, 1),
  ];
}

function plano(): Solid[] {
  const oakwood = mix(paint.wood, paint.rust, 0.25);
  const seat = mix(paint.wood, paint.cream, 0.35);
  return [
    ...translate(loadingTruck(), [-1.6, 12.8, 0]),
    ...rolledOff(28, 16.6, 0, chinaCabinet(oakwood), paint.skinLight),
    ...at(31.6, 9.6, 0, chair(seat)),
    ...at(34.4, 9.8, 0, chair(seat)),
    ...carrier([34.4, 15.6, 0], 80, { skin: paint.skinDark }),
    ...at(32.2, 14.8, 2.6, chair(seat), "+x"),
  ];
}

/** The five large cities, each with the crew at work. */
export const cities: Record<string, Scene> = {
  ...views(SIZE, downtown, {
    dallas: [
      "Downtown Dallas with the ball of Reunion Tower, and the crew rolling a bookcase up a ramp into the {truck}.",
      dallas,
    ],
  }),
  ...views(SIZE, stockyards, {
    "fort-worth": [
      "The courthouse of Fort Worth with its clock tower, the arch of the Stockyards, and two of the crew loading a workbench on the brick street.",
      fortWorth,
    ],
  }),
  ...views(SIZE, lasColinas, {
    "irving-las-colinas": [
      "The bronze mustangs of Las Colinas galloping through water, and the crew taking office chairs and monitors to the {truck}.",
      irving,
    ],
  }),
  ...views(SIZE, newStreet, {
    frisco: [
      "A new house in front of the soccer stadium in Frisco, and the crew taking moving boxes and doors from its third garage.",
      frisco,
    ],
  }),
  ...views(SIZE, haggardPark, {
    plano: [
      "The old electric railcar and brick shops of downtown Plano, and the crew loading a china cabinet and chairs.",
      plano,
    ],
  }),
};
