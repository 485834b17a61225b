import { at, translate } from "../assembly";
import { box, decal, type Decal } from "../box";
import { mix, paint } from "../palette";
import { ground, bricks, door, fenceX, gable, house, oak, shrub, slabs, window } from "../parts/building";
import { archSign, ballTower, balloon, cupola, fountain, roundel, shop, slantTower, tower, waterGlobe, waterTower } from "../parts/city";
import { flatCourthouse, towerCourthouse } from "../parts/courthouse";
import { armchair, chair, dresser, sofa } from "../parts/furniture";
import { bicycle, branches, carton, fallenLimb, trampoline, yardBag } from "../parts/junk";
import { bench, goal, mustang, paving, star, streetLamp, water } from "../parts/outdoor";
import { truck } from "../parts/truck";
import { prism } from "../prism";
import { cylinder } from "../round";
import { views, type Scene } from "../scene";
import type { Solid } from "../solid";
import { carrier, sweeper, waver } from "./crew";
import { loadedTruck } from "./loads";

const SIZE = [900, 600] as const;

const road = mix(paint.asphalt, paint.stone, 0.25);
const pavement = mix(paint.concrete, paint.cream, 0.2);
const limestone = mix(paint.stone, paint.cream, 0.35);
const glassBlue = mix(paint.teal, paint.denim, 0.35);
const glassDark = mix(paint.denim, paint.ink, 0.25);

/** A street along x as decals on a ground: curbs, lanes and a broken line in the middle. */
function street(y: number, length: number, width: number): Decal[] {
  const dashes = Array.from({ length: Math.floor(length / 6) }, (_, i) => decal("+z", 1.5 + i * 6, y + width / 2 - 0.15, 3, 0.3, paint.cream));
  return [decal("+z", 0, y - 1, length, width + 2, pavement), decal("+z", 0, y, length, width, road), ...dashes];
}

/** The truck at work: shut, somewhere on the street. */
function haul(x: number, y: number): Solid[] {
  return translate(truck([], "shut"), [x, y, 0]);
}

/** The truck when the job is done: packed, its rear door still up. */
function hauled(x: number, y: number): Solid[] {
  return translate(loadedTruck(), [x, y, 0]);
}

function downtown(): Solid[] {
  return [
    ...ground(-2, -20, 50, 44, street(28, 50, 11)),
    ...ballTower(3.6, -1.4, 29),
    ...tower([9, -17, 0], [8, 8, 25], paint.stone, glassDark, "columns", 1.6),
    ...slantTower([19, -18, 0], [8, 8, 31], glassBlue, 5),
    ...tower([29, -18, 0], [8, 8, 26], limestone, glassBlue, "bands", 2.2),
    ...tower([39, -17, 0], [7, 8, 16], paint.brick, glassDark, "columns", 1.8),
    ...tower([13, -6, 0], [8, 7, 12], mix(paint.teal, paint.white, 0.3), glassDark, "bands", 2),
    ...slantTower([24, -6, 0], [7, 7, 17], mix(paint.leaf, paint.water, 0.45), 4),
    ...tower([34, -6, 0], [9, 7, 9], paint.sand, glassDark, "columns", 1.8),
    ...oak(10, 4, 2.6),
    ...oak(32, 4.4, 2.4),
    ...oak(42, 4.6, 2.6),
  ];
}

function dallas(): Solid[] {
  return [
    ...haul(14, 9.8),
  ];
}

function dallasDone(): Solid[] {
  return [...hauled(8, 9.8), ...waver([36, 11.4, 0], 330)];
}

function stockyards(): Solid[] {
  const roofline = mix(paint.stone, paint.rose, 0.3);
  const brickway = mix(paint.brick, paint.sand, 0.45);
  return [
    ...ground(-3, -18, 41, 37, [decal("+z", 0, 18, 41, 1, pavement), ...slabs(0, 19, 41, 18, 3, brickway)]),
    ...translate(towerCourthouse(roofline, paint.teal), [0, -16.4, 0]),
    ...shop(26, -15, 10.5, 9, 14, paint.brick, paint.clay),
    ...archSign(8.6, 10.4, 19),
    ...oak(2.4, 4.6, 2.6),
    ...oak(23.4, -4, 2.6),
    ...at(27.4, -1, 0.02, bench()),
    ...shrub(24, 0.4, 0.9),
    ...at(33.6, 6.6, 0.02, streetLamp()),
  ];
}

function fortWorth(): Solid[] {
  return [
    ...at(31, 11.4, 0.02, carton(2, 1.8, 1.5)),
    ...at(31.2, 11.5, 1.52, carton(1.5, 1.4, 1.1)),
    ...carrier([27.6, 14.2, 0.02], 300),
    ...at(28.5, 14.4, 2.8, carton(1.6, 1.6, 1.2)),
  ];
}

function fortWorthDone(): Solid[] {
  return [...hauled(6, 8.6), ...waver([33, 13, 0.02], 330)];
}

function lasColinas(): Solid[] {
  const stone = mix(paint.rose, paint.concrete, 0.45);
  return [
    ...ground(-3, -16, 42, 38, [decal("+z", 0, 14, 42, 10.6, stone), ...Array.from({ length: 8 }, (_, i) => decal("+z", i * 5.2 + 5, 14, 0.12, 10.6, mix(stone, paint.ink, 0.1)))]),
    ...tower([-1, -14, 0], [9, 9, 20], mix(paint.clay, paint.sand, 0.55), glassDark, "bands", 2.2),
    ...slantTower([10, -14, 0], [8, 8, 27], glassBlue, 4),
    ...tower([20, -14, 0], [9, 9, 17], limestone, glassBlue, "columns", 1.7),
    ...tower([31, -13, 0], [7, 8, 12], mix(paint.clay, paint.sand, 0.4), glassDark, "bands", 2.2),
    ...water(-3, 9, 42, 6.4, 0.06),
    // The bridge over the canal.
    box([29.6, 8, 0.5], [4.6, 8.4, 0.5], pavement, { receives: ["z"] }),
    box([29.6, 8, 1], [0.3, 8.4, 1], limestone),
    box([33.9, 8, 1], [0.3, 8.4, 1], limestone),
    ...at(2, 1.6, 0.02, mustang()),
    ...at(12.4, 3.4, 0.02, mustang(mix(paint.bark, paint.ink, 0.2))),
    ...at(15, 0, 0.02, mustang(mix(paint.bark, paint.wood, 0.3))),
    ...at(22, 3, 0.02, mustang()),
    ...oak(2, 18.4, 2.6),
    ...oak(14, 18.6, 2.4),
    ...oak(26, 18.4, 2.6),
    ...at(7, 17.4, 0, streetLamp()),
  ];
}

function irving(): Solid[] {
  return [
    ...at(18, 17, 0, bench()),
  ];
}

function irvingDone(): Solid[] {
  return [...hauled(8, 17), ...waver([35, 19, 0], 330)];
}

function oldTown(): Solid[] {
  return [
    ...ground(-2, -15, 46, 40, [...street(27.6, 46, 11), ...slabs(7.6, 14.4, 3.4, 12.2, 3.4), decal("+z", 20.4, 0, 6.2, 26.6, mix(paint.earth, paint.grass, 0.4))]),
    ...house(-1, -13, 15, 10, paint.brick, paint.shingle, paint.leaf),
    // The creek between the lots, and the wall where the street crosses it.
    ...at(19, -15, 0.01, water(0, 0, 26, 5, 0.06), "-x"),
    box([18, 11, 0], [7, 0.6, 1.5], limestone),
    ...oak(16.6, -8, 4.6),
    ...oak(16, 4.4, 4),
    ...oak(29, -10.6, 5.4),
    ...oak(40.6, -11, 4.2),
    ...fenceX(26, -4.6, 7.4, 5),
    ...fenceX(39, -4.6, 5, 5),
    ...shrub(2, -1.2, 0.9),
    ...shrub(11.6, -1.2, 0.9, paint.foliage),
  ];
}

function coppell(): Solid[] {
  return [
    ...fallenLimb(36, -5.4),
    ...at(26.6, 5, 0, branches()),
    ...at(39.4, 3, 0, yardBag()),
    ...at(41, 3.4, 0, yardBag()),
    ...carrier([32.8, 3.2, 0], 90),
    cylinder("y", [31.7, 1.4, 3.2], 0.32, 3.8, paint.bark, paint.plank),
    ...haul(2, 14),
  ];
}

function coppellDone(): Solid[] {
  return [...hauled(-1, 14), ...sweeper([33, 4, 0], 20), ...waver([29, 14, 0], 330, { skin: paint.skinDark })];
}

function stadium(): Solid[] {
  const stand = mix(paint.steel, paint.white, 0.4);
  const seats = (x: number, y: number, length: number): Solid[] => Array.from({ length: 5 }, (_, i) => box([x, y + (4 - i) * 1.7, 0], [length, 1.7, 1.2 + i * 1.25], i % 2 ? paint.denim : mix(paint.denim, paint.white, 0.25)));
  const seatsLeft = (x: number, y: number, length: number): Solid[] => Array.from({ length: 5 }, (_, i) => box([x + (4 - i) * 1.7, y, 0], [1.7, length, 1.2 + i * 1.25], i % 2 ? paint.denim : mix(paint.denim, paint.white, 0.25)));
  const turf = mix(paint.foliage, paint.grass, 0.42);
  const field: Decal[] = [decal("+z", 12, 12.5, 26, 15, turf), ...Array.from({ length: 6 }, (_, i) => decal("+z", 12 + i * 4.4, 12.5, 2.2, 15, mix(turf, paint.cream, 0.12)))];
  const line = (u: number, v: number, w: number, h: number) => decal("+z", u, v, w, h, paint.cream);
  field.push(line(12.6, 13.1, 24.8, 0.18), line(12.6, 26.7, 24.8, 0.18), line(12.6, 13.1, 0.18, 13.8), line(37.2, 13.1, 0.18, 13.8), line(24.9, 13.1, 0.18, 13.8), line(12.6, 17, 3.6, 0.18), line(12.6, 22.8, 3.6, 0.18), line(16.2, 17, 0.18, 6), line(33.6, 17, 3.6, 0.18), line(33.6, 22.8, 3.6, 0.18), line(33.6, 17, 0.18, 6));
  return [
    ...ground(-3, -14, 44, 41, [...field, ...street(30.4, 44, 9.6)]),
    ...seats(8, -11, 26),
    ...seatsLeft(-1, -1.8, 15),
    box([-2.4, -1.8, 0], [1.4, 15, 8.6], stand, { decals: [decal("+x", 0, 7.2, 15, 1.4, paint.clay)] }),
    ...goal(9.4, 4.2, 1),
    ...goal(33.6, 4.2, -1),
    box([8, -12.4, 0], [26, 1.4, 11.4], stand, { receives: ["y"], decals: [decal("+y", 0, 10, 26, 1.4, paint.clay)] }),
    // The scoreboard over the far stand.
    box([18, -13, 11.4], [9, 0.8, 5], paint.ink, { decals: [decal("+y", 0.5, 0.5, 8, 4, mix(paint.denim, paint.ink, 0.4)), ...roundel("+y", 4.5, 2.5, 1.6, paint.clay)] }),
    ...waterTower(37.4, -9),
    ...oak(38.4, 1, 2.4),
    ...oak(38.4, 13, 2.2),
  ];
}

function frisco(): Solid[] {
  return [
    ...haul(-2.4, 17.3),
    ...at(24.6, 13.7, 0, sofa(paint.mustard, 5.2)),
    ...at(30.6, 14, 0, carton(2, 1.8, 1.5)),
    ...at(30.8, 14.1, 1.5, carton(1.5, 1.4, 1.1)),
    ...carrier([26.6, 20.4, 0], 80),
    ...at(24.4, 19.9, 2.7, carton(1.5, 1.7, 1.2)),
  ];
}

function friscoDone(): Solid[] {
  return [...hauled(-2.8, 17.3), ...sweeper([28, 14.4, 0], 20), ...waver([24, 20.4, 0], 330, { skin: paint.skinDark })];
}

function legacy(): Solid[] {
  return [
    ...ground(-3, -16, 46, 40, [...street(27.6, 46, 11), ...slabs(2, 16, 42, 9.8, 5, pavement)]),
    ...slantTower([-1, -14, 0], [8, 8, 22], glassBlue, 3),
    ...tower([9, -14, 0], [8, 8, 17], limestone, glassBlue, "bands", 2.2),
    ...tower([19, -14, 0], [8, 8, 13], mix(paint.brick, paint.sand, 0.3), glassDark, "columns", 1.7),
    ...shop(29.6, -13, 11, 9, 14, paint.brick, paint.leaf),
    // Balloons for the September festival.
    ...balloon(4, 4, 15, paint.clay),
    ...balloon(25.4, 2, 17, paint.mustard),
    ...oak(10, 4.6, 2.6),
    ...oak(34, 4.6, 2.6),
    ...at(16, 4, 0, bench()),
    ...at(22, 7.4, 0, streetLamp()),
  ];
}

function plano(): Solid[] {
  return [
    ...haul(11, 13.8),
  ];
}

function planoDone(): Solid[] {
  return [...hauled(7, 13.8), ...waver([37, 15, 0], 330)];
}

function subdivision(): Solid[] {
  const brick = mix(paint.brick, paint.rust, 0.2);
  const roof = mix(paint.shingle, paint.ink, 0.12);
  const garageDoor = (u: number): Decal[] => [decal("+y", u, 0, 4.6, 6.6, paint.white), ...[1.6, 3.2, 4.8].map((v) => decal("+y", u, v, 4.6, 0.1, paint.stone))];
  return [
    ...ground(-3, -17, 42, 40, [...street(28, 42, 11), ...slabs(18.4, 15, 11.2, 12, 5.6)]),
    ...house(0, -13, 15, 11, brick, roof, paint.forest, 15.4),
    box([15, -12, 0], [12, 10, 8.5], brick, { receives: ["y"], decals: [...bricks("+y", 12, 8.5, brick), ...garageDoor(0.9), ...garageDoor(6.5)] }),
    ...gable([15, -12, 8.5], 12, 10, 3, roof, brick),
    ...waterGlobe(33, -10),
    ...shrub(2, -1.2, 0.9),
    ...shrub(12.6, -1.2, 0.9, paint.foliage),
    ...oak(-0.6, 9.2, 2.4),
  ];
}

function allen(): Solid[] {
  return [
    ...trampoline(3.6, 4),
    ...at(16.4, 0.6, 0, bicycle(paint.teal)),
    ...at(20.6, 0.4, 0, carton(2, 1.8, 1.5)),
    ...at(20.8, 0.5, 1.5, carton(1.5, 1.4, 1.1)),
    ...at(29.4, 1, 0, sofa(paint.plum, 5.6), "+x"),
    ...carrier([25.2, 1.4, 0], 0),
    ...at(24.4, 2.2, 2.7, carton(1.7, 1.5, 1.2)),
    ...haul(14, 14),
  ];
}

function allenDone(): Solid[] {
  return [...hauled(10, 14), ...sweeper([23, 1.6, 0], 20), ...waver([34.6, 16, 0], 330, { skin: paint.skinDark })];
}

function square(): Solid[] {
  const brickway = mix(paint.brick, paint.sand, 0.6);
  return [
    ...ground(-13, -17, 43, 36, [...slabs(9, 4, 4.6, 32, 4, pavement), ...slabs(13.6, 28, 29.4, 3, 3, brickway), ...slabs(20.4, 19, 11.2, 17, 2.8, brickway)]),
    ...translate(flatCourthouse(mix(paint.sand, paint.stone, 0.5)), [1, -16, 0]),
    // The shops on the west side of the square.
    ...at(-12.4, -5, 0, shop(0, 0, 10, 8, 14.4, paint.brick, paint.forest), "+x"),
    ...at(-12.4, 5, 0, shop(0, 0, 10.6, 8, 15.6, mix(paint.brick, paint.rust, 0.45), paint.clay), "+x"),
    box([-11, 15.6, 5], [5.4, 0.06, 5.4], mix(paint.brick, paint.cream, 0.35), { shadowless: true, decals: [star("+y", 2.7, 2.6, 2.2, paint.cream)] }),
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
    ...at(-1.4, 12.8, 0, dresser()),
    ...at(4.6, 12.4, 0, chair(), "+x"),
    ...at(9.4, 9.4, 2.4, sofa(paint.teal, 5.6)),
    ...carrier([8.4, 10.9, 0], 270),
    ...carrier([16.1, 10.9, 0], 90, { skin: paint.skinDark }),
    ...at(12.6, 14.8, 0, armchair(paint.mustard)),
  ];
}

function mckinneyDone(): Solid[] {
  return [...sweeper([6, 13, 0], 20), ...waver([13.4, 12.4, 0], 330, { skin: paint.skinDark })];
}

function townSquare(): Solid[] {
  const brick = mix(paint.brick, paint.sand, 0.18);
  return [
    ...ground(-4, -17, 37, 33, [...slabs(1, 12, 35, 20, 5, pavement)]),
    ...shop(-2, -15, 11, 9, 15, brick, paint.forest),
    box([9, -15, 0], [9, 9, 15], limestone, { receives: ["y"], decals: [decal("+y", 3.2, 0, 2.6, 6.6, paint.bark), ...window("+y", 0.8, 9.6, 2, 3.2), ...window("+y", 6.2, 9.6, 2, 3.2), star("+y", 4.5, 11.4, 1.1, paint.clay), decal("+y", 0, 14, 9, 0.6, paint.white)] }),
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
    ...carrier([16.8, 11.8, 0], 20),
    ...at(15.7, 12.7, 2.7, carton(1.7, 1.5, 1.2)),
    ...at(10.4, 12.4, 0, dresser()),
  ];
}

function southlakeDone(): Solid[] {
  return [...sweeper([9, 11.8, 0], 20), ...waver([16, 11.4, 0], 330, { skin: paint.skinDark })];
}

function estate(): Solid[] {
  const wall = mix(paint.white, paint.sand, 0.5);
  const roof = mix(paint.denim, paint.shingle, 0.45);
  return [
    ...ground(-3, -16, 42, 42, [...slabs(19, 16, 4.2, 14, 4.6, pavement), decal("+z", 0, 30, 42, 1.2, pavement), decal("+z", 0, 31.2, 42, 10.8, road), decal("+z", 32, 8, 7.2, 22, pavement)]),
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
    ...carrier([30.6, 4.4, 0], 0, { shirt: paint.forest }),
    ...at(29.7, 5.3, 2.7, carton(1.8, 1.5, 1.2, paint.sand)),
  ];
}

function highlandParkDone(): Solid[] {
  return [...sweeper([33, 10, 0], 20, { shirt: paint.forest }), ...waver([25.6, 17.6, 0], 330, { shirt: paint.forest })];
}

/** The ten cities, each with the crew at work and when the job is done. */
export const cities: Record<string, Scene> = {
  ...views(SIZE, downtown, {
    dallas: ["Downtown Dallas with the ball of Reunion Tower, and the truck on the street in front.", dallas],
    "dallas-after": ["The truck packed and ready to leave downtown Dallas, and a crew member waving from a clean curb.", dallasDone],
  }),
  ...views(SIZE, stockyards, {
    "fort-worth": ["The stone courthouse of Fort Worth with its clock tower, and the arch of the Stockyards over the brick street.", fortWorth],
    "fort-worth-after": ["The truck packed and ready to leave past the Fort Worth courthouse, and a crew member waving on the brick street.", fortWorthDone],
  }),
  ...views(SIZE, lasColinas, {
    "irving-las-colinas": ["The mustangs of Las Colinas at a gallop beside the canal, with office towers behind them.", irving],
    "irving-las-colinas-after": ["The truck packed and ready to leave the canal in Las Colinas, and a crew member waving from the clean plaza.", irvingDone],
  }),
  ...views(SIZE, oldTown, {
    coppell: ["A street under the old oaks of Coppell, with a creek between the lots and a fallen limb across a fence.", coppell],
    "coppell-after": ["The same street in Coppell with the fallen limb gone, the lawn raked and the truck packed at the curb.", coppellDone],
  }),
  ...views(SIZE, stadium, {
    frisco: ["A stadium in Frisco with its stands, field and scoreboard, a water tower beside it and the truck at the curb.", frisco],
    "frisco-after": ["The truck packed beside the stadium in Frisco, and the crew sweeping a clean curb.", friscoDone],
  }),
  ...views(SIZE, legacy, {
    plano: ["Hot-air balloons over the office towers and shops of Plano.", plano],
    "plano-after": ["The truck packed and ready to leave under the hot-air balloons of Plano, and a crew member waving.", planoDone],
  }),
  ...views(SIZE, subdivision, {
    allen: ["A two-story brick house in Allen with a trampoline on the lawn, and the town’s water tower behind it.", allen],
    "allen-after": ["The same brick house in Allen with a clear lawn and driveway, and the truck packed at the curb.", allenDone],
  }),
  ...views(SIZE, square, {
    mckinney: ["The flat-roofed stone courthouse on the square in McKinney, brick shops beside it, and two of the crew carrying a sofa past its columns.", mckinney],
    "mckinney-after": ["The courthouse square in McKinney with nothing left on its pavement; one of the crew sweeps, the other waves.", mckinneyDone],
  }),
  ...views(SIZE, townSquare, {
    southlake: ["Southlake Town Square with its fountain, brick shops and town hall.", southlake],
    "southlake-after": ["Southlake Town Square with a clean pavement beside the fountain; one of the crew sweeps, the other waves.", southlakeDone],
  }),
  ...views(SIZE, estate, {
    "highland-park-university-park": ["An estate in Highland Park with a columned porch, a crew member with a box, a dresser on the driveway and a truck without lettering.", highlandPark],
    "highland-park-university-park-after": ["The same estate in Highland Park with a clear driveway, a truck without lettering at the curb and the crew waving.", highlandParkDone],
  }),
};
