import { archSign, ballTower, courthouse, fountain, roundel, shop, slantTower, tower, waterTower } from "../parts/city";
import { acre, bricks, door, gable, oak, shrub, slabs, window } from "../parts/building";
import { bench, mustang, paving, star, streetLamp, water } from "../parts/outdoor";
import { armchair, dresser } from "../parts/furniture";
import { carton } from "../parts/junk";
import { truck } from "../parts/truck";
import { mix, paint, type Paint } from "../palette";
import { scene, type Scene } from "../scene";
import { at, box, cylinder, mark, move, prism, type Mark, type Solid } from "../solid";
import { carrier } from "./homes";

const SIZE = [900, 600] as const;

const road = mix(paint.asphalt, paint.stone, 0.25);
const pavement = mix(paint.concrete, paint.cream, 0.2);
const limestone = mix(paint.stone, paint.cream, 0.35);
const glassBlue = mix(paint.teal, paint.denim, 0.35);
const glassDark = mix(paint.denim, paint.ink, 0.25);

/** A street along x as marks on a ground: kerbs, lanes and a broken line in the middle. */
function street(y: number, length: number, width: number): Mark[] {
  const dashes = Array.from({ length: Math.floor(length / 6) }, (_, i) => mark("+z", 1.5 + i * 6, y + width / 2 - 0.15, 3, 0.3, paint.cream));
  return [mark("+z", 0, y - 1, length, width + 2, pavement), mark("+z", 0, y, length, width, road), ...dashes];
}

/** The truck at work: shut, somewhere on the street. */
function haul(x: number, y: number): Solid[] {
  return move(truck([], "shut"), [x, y, 0]);
}

function dallas(): Solid[] {
  return [
    ...acre(-2, -20, 50, 44, street(28, 50, 11)),
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
    ...haul(14, 9.8),
  ];
}

function fortWorth(): Solid[] {
  const roofline = mix(paint.stone, paint.rose, 0.3);
  const brickway = mix(paint.brick, paint.sand, 0.45);
  return [
    ...acre(-3, -18, 41, 37, [mark("+z", 0, 18, 41, 1, pavement), ...slabs(0, 19, 41, 18, 3, brickway)]),
    ...move(courthouse(roofline, paint.teal), [0, -16.4, 0]),
    ...shop(26, -15, 10.5, 9, 14, paint.brick, paint.clay),
    ...archSign(8.6, 10.4, 19),
    ...oak(2.4, 4.6, 2.6),
    ...oak(23.4, -4, 2.6),
    ...at(27.4, -1, 0.02, bench()),
    ...shrub(24, 0.4, 0.9),
    ...at(33.6, 6.6, 0.02, streetLamp()),
    ...at(31, 11.4, 0.02, carton(2, 1.8, 1.5)),
    ...at(31.2, 11.5, 1.52, carton(1.5, 1.4, 1.1)),
    ...carrier([27.6, 14.2, 0.02], 300),
    ...at(28.5, 14.4, 2.8, carton(1.6, 1.6, 1.2)),
  ];
}

function irving(): Solid[] {
  const stone = mix(paint.rose, paint.concrete, 0.45);
  return [
    ...acre(-3, -16, 42, 38, [mark("+z", 0, 14, 42, 10.6, stone), ...Array.from({ length: 8 }, (_, i) => mark("+z", i * 5.2 + 5, 14, 0.12, 10.6, mix(stone, paint.ink, 0.1)))]),
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
    ...at(18, 17, 0, bench()),
    ...at(7, 17.4, 0, streetLamp()),
  ];
}

/** A house of brick with a gable, its front towards +y. */
export function house(x: number, y: number, width: number, depth: number, wall: Paint, roof: Paint, leaf: Paint, height = 9): Solid[] {
  const storeys = height > 14 ? [2.6, 11] : [2.6];
  return [
    box([x, y, 0], [width, depth, height], wall, {
      receives: ["y"],
      marks: [
        ...bricks("+y", width, height, wall),
        ...door("+y", width / 2 - 1.5, 0.3, 3, 6.8, leaf),
        ...storeys.flatMap((v) => [...window("+y", 1.2, v, width * 0.24, 3.8), ...window("+y", width * 0.7, v, width * 0.24, 3.8), ...window("+x", depth * 0.32, v, depth * 0.36, 3.6)]),
        mark("+y", 0, 0, width, 0.6, paint.stone),
        mark("+x", 0, 0, depth, 0.6, paint.stone),
      ],
    }),
    ...gable([x, y, height], width, depth, depth * 0.32, roof, wall),
    box([x + width / 2 - 2.2, y + depth, 0], [4.4, 1.8, 0.3], paint.concrete),
  ];
}

function coppell(): Solid[] {
  return [
    ...acre(-2, -13, 44, 38, [...street(25.6, 44, 11), ...slabs(8, 14.4, 3.4, 10.2, 3.4), ...slabs(29, 14.4, 3.4, 10.2, 3.4)]),
    ...house(0, -11, 16, 10, paint.brick, paint.shingle, paint.leaf),
    ...house(21, -11, 16, 10, mix(paint.plaster, paint.teal, 0.25), mix(paint.shingle, paint.denim, 0.25), paint.clay),
    ...oak(18.6, 5.6, 4.4),
    ...oak(38.6, 4.4, 3.6),
    ...oak(0.4, 6.4, 3.4),
    ...shrub(3, 0.6, 0.9),
    ...shrub(24, 0.6, 0.9, paint.foliage),
    ...at(24.6, 6.4, 0, armchair(paint.mustard)),
    ...at(28.8, 6.8, 0, carton(2, 1.8, 1.5)),
    ...haul(9, 14),
  ];
}

function frisco(): Solid[] {
  const stand = mix(paint.steel, paint.white, 0.4);
  const seats = (x: number, y: number, length: number): Solid[] => Array.from({ length: 5 }, (_, i) => box([x, y + (4 - i) * 1.7, 0], [length, 1.7, 1.2 + i * 1.25], i % 2 ? paint.denim : mix(paint.denim, paint.white, 0.25)));
  const seatsLeft = (x: number, y: number, length: number): Solid[] => Array.from({ length: 5 }, (_, i) => box([x + (4 - i) * 1.7, y, 0], [1.7, length, 1.2 + i * 1.25], i % 2 ? paint.denim : mix(paint.denim, paint.white, 0.25)));
  const turf = mix(paint.foliage, paint.grass, 0.42);
  const field: Mark[] = [mark("+z", 12, 12.5, 26, 15, turf), ...Array.from({ length: 6 }, (_, i) => mark("+z", 12 + i * 4.4, 12.5, 2.2, 15, mix(turf, paint.cream, 0.12)))];
  const line = (u: number, v: number, w: number, h: number) => mark("+z", u, v, w, h, paint.cream);
  field.push(line(12.6, 13.1, 24.8, 0.18), line(12.6, 26.7, 24.8, 0.18), line(12.6, 13.1, 0.18, 13.8), line(37.2, 13.1, 0.18, 13.8), line(24.9, 13.1, 0.18, 13.8), line(12.6, 17, 3.6, 0.18), line(12.6, 22.8, 3.6, 0.18), line(16.2, 17, 0.18, 6), line(33.6, 17, 3.6, 0.18), line(33.6, 22.8, 3.6, 0.18), line(33.6, 17, 0.18, 6));
  return [
    ...acre(-3, -14, 44, 32, field),
    ...seats(8, -11, 26),
    ...seatsLeft(-1, -1.8, 15),
    box([8, -12.4, 0], [26, 1.4, 11.4], stand, { receives: ["y"], marks: [mark("+y", 0, 10, 26, 1.4, paint.clay)] }),
    // The scoreboard over the far stand.
    box([18, -13, 11.4], [9, 0.8, 5], paint.ink, { marks: [mark("+y", 0.5, 0.5, 8, 4, mix(paint.denim, paint.ink, 0.4)), ...roundel("+y", 4.5, 2.5, 1.6, paint.clay)] }),
    ...waterTower(37.4, -9),
    ...oak(37.6, 4, 2.6),
    ...oak(37.6, 11, 2.4),
    ...oak(1, 15.2, 2.2),
  ];
}

function plano(): Solid[] {
  return [
    ...acre(-3, -16, 46, 40, [...street(27.6, 46, 11), ...slabs(2, 16, 42, 9.8, 5, pavement)]),
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
    ...haul(11, 13.8),
  ];
}

/** A hot-air balloon whose basket hangs at a height. */
function balloon(x: number, y: number, z: number, colour: Paint): Solid[] {
  const pale = mix(colour, paint.cream, 0.5);
  return [
    box([x - 0.7, y - 0.7, z], [1.4, 1.4, 1.2], paint.wood),
    cylinder("z", [x, y, z + 2.2], 0.9, 2.2, colour, colour, 2.7),
    cylinder("z", [x, y, z + 4.4], 2.7, 1.4, pale, pale, 3.1),
    cylinder("z", [x, y, z + 5.8], 3.1, 1.4, colour, colour, 2.8),
    cylinder("z", [x, y, z + 7.2], 2.8, 1.1, pale, pale, 1.9),
    cylinder("z", [x, y, z + 8.3], 1.9, 0.6, colour, colour, 0.6),
  ];
}

function allen(): Solid[] {
  const brick = mix(paint.brick, paint.rust, 0.2);
  return [
    ...acre(-3, -15, 42, 38, [...street(26, 42, 11), ...slabs(1, 15, 40, 9.4, 5, pavement)]),
    ...shop(-1, -13, 11, 9, 14, brick, paint.forest),
    ...shop(10, -13, 11, 9, 10.5, limestone, paint.clay),
    ...shop(21, -13, 11, 9, 14, mix(paint.denim, paint.stone, 0.55), paint.mustard),
    ...waterTower(36, -9, mix(paint.white, paint.water, 0.3)),
    ...oak(1.6, 5.6, 2.5),
    ...oak(33.6, 5.8, 2.5),
    ...at(8, 5, 0, bench()),
    ...at(16.4, 6.6, 0, streetLamp()),
    ...at(28, 6.6, 0, streetLamp()),
    ...haul(7, 12.4),
  ];
}

function mckinney(): Solid[] {
  return [
    ...acre(-6, -19, 38, 36, [mark("+z", 0, 33, 38, 3, pavement), mark("+z", 15.5, 21, 4.6, 12, pavement), mark("+z", 3, 18.6, 32, 2.6, pavement)]),
    ...move(courthouse(mix(paint.sand, paint.plaster, 0.4), mix(paint.teal, paint.steel, 0.4)), [2, -16.4, 0]),
    ...oak(-1.6, 6.6, 3.2),
    ...oak(27, -9, 3),
    ...oak(26.4, 6.4, 3),
    ...at(4, 3, 0, bench()),
    ...at(17, 3, 0, bench()),
    ...at(7.4, 12.4, 0, streetLamp()),
    ...at(18, 12.4, 0, streetLamp()),
    ...shrub(3, 10, 0.9),
    ...shrub(21, 10, 0.9, paint.foliage),
    ...at(20, 14.2, 0, dresser()),
    ...carrier([12.4, 9, 0], 330),
    ...at(12.3, 9.8, 2.7, carton(1.7, 1.5, 1.2)),
  ];
}

function southlake(): Solid[] {
  const brick = mix(paint.brick, paint.sand, 0.18);
  return [
    ...acre(-4, -17, 37, 33, [...slabs(1, 12, 35, 20, 5, pavement)]),
    ...shop(-2, -15, 11, 9, 15, brick, paint.forest),
    box([9, -15, 0], [9, 9, 15], limestone, { receives: ["y"], marks: [mark("+y", 3.2, 0, 2.6, 6.6, paint.bark), ...window("+y", 0.8, 9.6, 2, 3.2), ...window("+y", 6.2, 9.6, 2, 3.2), star("+y", 4.5, 11.4, 1.1, paint.clay), mark("+y", 0, 14, 9, 0.6, paint.white)] }),
    ...cupola(10.5, -13.5, 15),
    ...shop(18, -15, 11, 9, 15, mix(paint.brick, paint.rose, 0.35), paint.clay),
    ...paving(13.4, 4.6, 5.4, mix(pavement, paint.rose, 0.25)),
    ...fountain(13.4, 4.6),
    ...oak(2.4, 3.4, 2.6),
    ...oak(25, 3.4, 2.6),
    ...at(4.2, 9.4, 0, bench()),
    ...at(20.6, 8.6, 0, bench()),
    ...at(7.4, -1.2, 0, streetLamp()),
    ...at(18.4, -1.2, 0, streetLamp()),
    ...carrier([24.4, 10.8, 0], 320),
    ...at(24.6, 11.5, 2.7, carton(1.7, 1.5, 1.2)),
  ];
}

/** The turret of a town hall, 6 ft square, with its clock. */
function cupola(x: number, y: number, z: number): Solid[] {
  const pale = mix(paint.white, paint.stone, 0.2);
  return [
    box([x, y, z], [6, 6, 5], pale, { marks: [...window("+x", 2, 1, 2, 2.6), ...window("+y", 2, 1, 2, 2.6)] }),
    cylinder("z", [x + 3, y + 3, z + 5], 4, 4.4, paint.forest, paint.forest, 0.2),
  ];
}

function highlandPark(): Solid[] {
  const wall = mix(paint.white, paint.sand, 0.5);
  const roof = mix(paint.denim, paint.shingle, 0.45);
  return [
    ...acre(-3, -16, 42, 37, [...slabs(19, 16, 4.2, 14, 4.6, pavement), mark("+z", 0, 30, 42, 1.2, pavement), mark("+z", 0, 31.2, 42, 5.8, road), mark("+z", 32, 8, 7.2, 22, pavement)]),
    box([2, -13, 0], [32, 11, 16], wall, {
      receives: ["y"],
      marks: [
        ...[2, 7, 22.4, 27.4].flatMap((u) => [...window("+y", u, 2.4, 2.8, 4.6), ...window("+y", u, 10, 2.8, 4)]),
        ...window("+y", 14.6, 10, 2.8, 4),
        ...door("+y", 14.4, 0.6, 3.2, 7, paint.ink),
        ...window("+x", 3.8, 2.4, 3, 4.6),
        ...window("+x", 3.8, 10, 3, 4),
        mark("+y", 0, 8.4, 32, 0.35, paint.white),
        mark("+x", 0, 8.4, 11, 0.35, paint.white),
      ],
    }),
    ...gable([2, -13, 16], 32, 11, 3.6, roof, wall),
    box([13, -2, 0], [10, 4, 0.6], pavement),
    ...[13.6, 16.2, 19.2, 21.8].map((x) => cylinder("z", [x + 0.3, 1.3, 0.6], 0.4, 8.4, paint.white)),
    box([13, -2, 9], [10, 4, 0.7], paint.white),
    prism("y", [[13, 9.7], [23, 9.7], [18, 12]], -2, 2, wall, paint.white),
    ...[3, 5, 7, 9, 25, 27, 29].flatMap((x) => shrub(x, 0, 0.8, x % 4 === 1 ? paint.hedge : paint.foliage)),
    ...oak(2.6, 8.4, 4),
    ...oak(8.6, 13.6, 2.6),
    ...at(11.4, 3, 0, streetLamp()),
    ...at(28.8, 9.8, 0, dresser(paint.bark, 4)),
    ...carrier([30.6, 4.4, 0], 0, { shirt: paint.forest }),
    ...at(29.7, 5.3, 2.7, carton(1.8, 1.5, 1.2, paint.sand)),
  ];
}

/** The ten cities. */
export const cities: Record<string, Scene> = {
  dallas: scene("Downtown Dallas with the ball of Reunion Tower, and the truck on the street in front.", SIZE, dallas),
  "fort-worth": scene("The stone courthouse of Fort Worth with its clock tower, and the arch of the Stockyards over the brick street.", SIZE, fortWorth),
  "irving-las-colinas": scene("The mustangs of Las Colinas at a gallop beside the canal, with office towers behind them.", SIZE, irving),
  coppell: scene("A street in Coppell with two brick and board houses under old oaks, and the truck at the kerb.", SIZE, coppell),
  frisco: scene("A stadium in Frisco with its stands, field and scoreboard, and a water tower beside it.", SIZE, frisco),
  plano: scene("Hot-air balloons over the office towers and shops of Plano.", SIZE, plano),
  allen: scene("A row of shops in Allen with striped awnings, and the town's water tower.", SIZE, allen),
  mckinney: scene("The old courthouse on the square in McKinney, with benches, lamps and oaks.", SIZE, mckinney),
  southlake: scene("Southlake Town Square with its fountain, brick shops and town hall.", SIZE, southlake),
  "highland-park-university-park": scene("An estate in Highland Park with a columned porch, where a crew member carries boxes and a dresser waits on the drive.", SIZE, highlandPark),
};
