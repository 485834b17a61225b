import { at, translate } from "../assembly";
import { box, decal, type Decal } from "../box";
import { mix, paint } from "../palette";
import { fenceX, gable, ground, house, oak, shrub, slabs, window } from "../parts/building";
import { shop, slantTower, tower, waterGlobe } from "../parts/city";
import { carton, yardBag } from "../parts/junk";
import { bench, streetLamp, water } from "../parts/outdoor";
import { scene, type Scene } from "../scene";
import type { Solid } from "../solid";
import { carrier } from "./crew";
import { glassBlue, glassDark, limestone, pavement, SIZE, street } from "./streets";
import { loadingTruck } from "./trucks";

// The pictures of cities without their own. They show no landmark, so that each suits any city.

/** The truck, and a crew member with a box on the way to its open rear door. */
function haul(x: number, y: number): Solid[] {
  return [
    ...translate(loadingTruck(), [x, y, 0]),
    ...carrier([x + 27, y + 4, 0], 90),
    ...at(x + 24.7, y + 3.2, 2.7, carton(1.5, 1.7, 1.3)),
  ];
}

function downtown(): Solid[] {
  return [
    ...ground(-3, -18, 46, 42, street(28, 46, 11)),
    ...tower([-1, -16, 0], [8, 8, 17], mix(paint.brick, paint.sand, 0.45), glassDark, "columns", 1.8),
    ...tower([8, -16, 0], [9, 8, 25], limestone, glassBlue, "bands", 2.2),
    ...slantTower([19, -16, 0], [8, 8, 21], mix(paint.leaf, paint.water, 0.45), 4),
    ...tower([29, -15, 0], [8, 8, 15], mix(paint.teal, paint.white, 0.3), glassDark, "bands", 2),
    ...shop(0, -4.6, 10, 8, 9.6, mix(paint.brick, paint.rust, 0.3), paint.forest),
    ...tower([13, -5, 0], [9, 8, 10], paint.sand, glassDark, "columns", 1.8),
    ...shop(25, -4.6, 11, 8, 9.6, paint.plaster, paint.clay),
    ...oak(39.4, -2, 2.8),
    ...at(11.4, 6.4, 0, streetLamp()),
    ...at(37.6, 6.4, 0, streetLamp()),
    ...haul(9, 11.8),
  ];
}

function mainStreet(): Solid[] {
  const brickway = mix(paint.brick, paint.sand, 0.55);
  return [
    ...ground(-3, -15, 45, 36, [...slabs(0, 14, 45, 6, 3, brickway), ...street(21.6, 45, 11)]),
    ...shop(-1, -12, 11, 9, 14, paint.brick, paint.forest),
    box([10, -12, 0], [8, 9, 11], limestone, {
      receives: ["y"],
      decals: [
        decal("+y", 2.7, 0, 2.6, 6.6, paint.bark),
        decal("+y", 0, 10, 8, 0.6, paint.white),
        ...window("+y", 0.5, 2, 1.6, 3.4),
        ...window("+y", 5.9, 2, 1.6, 3.4),
      ],
    }),
    ...shop(18, -12, 11, 9, 15.4, mix(paint.brick, paint.rose, 0.4), paint.clay),
    ...shop(29, -12, 10, 9, 13.2, mix(paint.mustard, paint.plaster, 0.6), paint.teal),
    ...oak(3, 1.4, 2.4),
    ...oak(33.6, 1.4, 2.4),
    ...at(9.4, 0.4, 0, bench()),
    ...at(24.6, 0.4, 0, bench()),
    ...at(18, 2.4, 0, streetLamp()),
    ...haul(9, 8.4),
  ];
}

function suburb(): Solid[] {
  const roof = mix(paint.shingle, paint.ink, 0.12);
  const garageDoor: Decal[] = [
    decal("+y", 1.4, 0, 7.2, 6.6, paint.white),
    ...[1.6, 3.2, 4.8].map((v) => decal("+y", 1.4, v, 7.2, 0.1, paint.stone)),
  ];
  return [
    ...ground(-3, -15, 46, 39, [...slabs(17.6, 13, 9.2, 13, 4.6), ...street(26.4, 46, 11)]),
    ...house(-1, -12, 15, 10, paint.plaster, roof, paint.forest, 9.4),
    box([14, -11, 0], [10, 9, 8.2], paint.plaster, { receives: ["y"], decals: garageDoor }),
    ...gable([14, -11, 8.2], 10, 9, 3, roof, paint.plaster),
    ...fenceX(24.6, -4, 6, 5),
    ...waterGlobe(34, -9.4),
    ...oak(27.6, -9.6, 3.4),
    ...oak(38.6, -1, 3),
    ...oak(-0.4, 4.4, 2.6),
    ...shrub(1.4, -1.2, 0.9),
    ...shrub(11.8, -1.2, 0.9, paint.foliage),
    ...at(26.6, 5, 0, carton(2.2, 2, 1.6)),
    ...at(26.8, 5.1, 1.6, carton(1.6, 1.5, 1.2)),
    ...at(29.4, 5.4, 0, yardBag()),
    ...at(30.8, 6, 0, yardBag()),
    ...haul(8, 13.4),
  ];
}

function lake(): Solid[] {
  return [
    ...ground(-3, -18, 44, 44, [...slabs(0, 26.4, 44, 3.4, 3.4, pavement), ...street(31, 44, 11)]),
    ...tower([1, -16, 0], [8, 8, 13], mix(paint.clay, paint.sand, 0.6), glassDark, "bands", 2.2),
    ...slantTower([12, -16, 0], [8, 8, 19], glassBlue, 3),
    ...tower([23, -16, 0], [8, 8, 15], limestone, glassBlue, "columns", 1.7),
    ...oak(35.6, -10, 4),
    ...oak(37.6, -3, 2.8),
    ...water(-3, -4.4, 44, 11.6, 0.06),
    ...oak(3, 10, 2.4),
    ...oak(34.6, 10, 2.4),
    ...at(12, 9.8, 0, bench()),
    ...at(22, 9.8, 0, streetLamp()),
    ...haul(9, 14.8),
  ];
}

/** The skylines; content/scenes.go gives the two of small towns to cities that name none. */
export const skylines: Record<string, Scene> = {
  "skyline-downtown": scene(
    "A worker carries a box along the street to the {truck}.", SIZE, downtown,
  ),
  "skyline-main-street": scene(
    "A worker loads the {truck}, which stands at the curb.",
    SIZE,
    mainStreet,
  ),
  "skyline-suburb": scene(
    "A worker loads the {truck}; bags and cartons stand by the driveway.",
    SIZE,
    suburb,
  ),
  "skyline-lake": scene(
    "A worker loads the {truck} under old trees.",
    SIZE,
    lake,
  ),
};
