import { at, translate } from "../assembly";
import { box, decal, type Decal } from "../box";
import { mix, paint } from "../palette";
import { ground, oak, shrub, slabs } from "../parts/building";
import { archSign, ballTower, balloon, shop, slantTower, tower } from "../parts/city";
import { towerCourthouse } from "../parts/courthouse";
import { chair, desk, dresser, filingCabinet, officeChair, sofa, table } from "../parts/furniture";
import { bag, carton, tire } from "../parts/junk";
import { bench, goal, mustang, streetLamp, water } from "../parts/outdoor";
import { views, type Scene } from "../scene";
import type { Solid } from "../solid";
import { sweeper, waver } from "./crew";
import { glassBlue, glassDark, hauled, limestone, loading, pavement, SIZE, street } from "./streets";

function downtown(): Solid[] {
  return [
    ...ground(-2, -20, 50, 43, street(28, 50, 11)),
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
    ...loading(6, 9.8, sofa(paint.mustard, 6), 6), ...at(41, 9.2, 0, bag()), ...at(42.6, 9, 0, carton(1.9, 1.7, 1.5)),
  ];
}

function dallasDone(): Solid[] {
  return [...hauled(3, 9.8), ...waver([33, 12, 0])];
}

function stockyards(): Solid[] {
  const roofline = mix(paint.stone, paint.rose, 0.3);
  const brickway = mix(paint.brick, paint.sand, 0.45);
  return [
    ...ground(-3, -18, 42, 43, [decal("+z", 0, 18, 42, 1, pavement), ...slabs(0, 19, 42, 24, 3, brickway)]),
    ...translate(towerCourthouse(roofline, paint.teal), [0, -16.4, 0]),
    ...shop(26, -15, 10.5, 9, 14, paint.brick, paint.clay),
    ...archSign(4, 6.4, 19),
    ...oak(-0.4, 3.4, 2.6),
    ...oak(23.4, -4, 2.6),
    ...at(27.4, -1, 0.02, bench()),
    ...shrub(24, 0.4, 0.9),
    ...at(36, 5.6, 0.02, streetLamp()),
  ];
}

function fortWorth(): Solid[] {
  return [
    ...loading(0.6, 14.4, dresser(paint.plank, 5.4), 5.4),
    ...at(31, 9.4, 0, carton(2, 1.8, 1.5)),
    ...at(31.2, 9.5, 1.5, carton(1.5, 1.4, 1.1)),
    ...at(33.6, 10, 0, tire()),
  ];
}

function fortWorthDone(): Solid[] {
  return [...hauled(-2.4, 14.4), ...waver([27.6, 17, 0]), ...sweeper([30.4, 11, 0], 20, { skin: paint.skinDark })];
}

function lasColinas(): Solid[] {
  const stone = mix(paint.rose, paint.concrete, 0.45);
  return [
    ...ground(-3, -16, 44, 43, [
      decal("+z", 0, 12.4, 44, 11.4, stone),
      ...Array.from({ length: 8 }, (_, i) => decal("+z", i * 5.2 + 5, 12.4, 0.12, 11.4, mix(stone, paint.ink, 0.1))),
      ...street(31.4, 44, 10.6),
    ]),
    ...tower([-1, -14, 0], [9, 9, 20], mix(paint.clay, paint.sand, 0.55), glassDark, "bands", 2.2),
    ...slantTower([10, -14, 0], [8, 8, 27], glassBlue, 4),
    ...tower([20, -14, 0], [9, 9, 17], limestone, glassBlue, "columns", 1.7),
    ...tower([31, -13, 0], [7, 8, 12], mix(paint.clay, paint.sand, 0.4), glassDark, "bands", 2.2),
    ...water(-3, 8.2, 44, 4.8, 0.06),
    // The bridge over the canal.
    box([33.6, 7.4, 0.4], [4.6, 6.4, 0.5], pavement, { receives: ["z"] }),
    box([33.6, 7.4, 0.9], [0.3, 6.4, 1], limestone),
    box([37.9, 7.4, 0.9], [0.3, 6.4, 1], limestone),
    ...at(-2.4, 3.6, 0.02, mustang()),
    ...at(11, 1.4, 0.02, mustang(mix(paint.bark, paint.ink, 0.25))),
    ...at(25, 3.2, 0.02, mustang(mix(paint.bark, paint.wood, 0.25))),
  ];
}

function irving(): Solid[] {
  return [
    ...loading(3, 17, desk(paint.wood), 5),
    ...at(39, 16.4, 0, officeChair(paint.denim)),
    ...at(36.6, 14.2, 0, filingCabinet()),
  ];
}

function irvingDone(): Solid[] {
  return [...hauled(0, 17), ...waver([29.6, 19, 0])];
}

function stadium(): Solid[] {
  const concrete = mix(paint.steel, paint.white, 0.45);
  const turf = mix(paint.foliage, paint.grass, 0.42);
  const line = (u: number, v: number, w: number, h: number) => decal("+z", u, v, w, h, paint.cream);
  const field: Decal[] = [
    decal("+z", 1, 19, 43, 17, turf),
    ...Array.from({ length: 5 }, (_, i) => decal("+z", 1 + i * 8.6, 19, 4.3, 17, mix(turf, paint.cream, 0.12))),
  ];
  field.push(
    line(1, 19.6, 39.4, 0.25),
    line(40.2, 19.6, 0.25, 16.4),
    line(26, 20.6, 14.2, 0.25),
    line(26, 20.6, 0.25, 15.4),
    line(33, 23.6, 7.2, 0.25),
    line(33, 23.6, 0.25, 12.4),
    line(6, 19.6, 0.25, 16.4),
  );
  // A slice of one stand: its rows go on to both sides.
  const rows = Array.from({ length: 8 }, (_, i) => {
    const aisles = [10, 21, 32].map((u) => decal("+z", u, 0, 1.4, 1.9, concrete));
    return box(
      [-3, -5.2 - i * 1.9, 0],
      [42, 1.9, 3.4 + i * 1.5],
      i % 2 ? paint.denim : mix(paint.denim, paint.white, 0.28),
      { decals: [decal("+x", 0, 0, 1.9, 3.4 + i * 1.5, concrete), ...aisles] },
    );
  });
  const posts = [1, 13, 25, 37].map((x) => box([x, -21.6, 15], [0.5, 0.5, 7.4], paint.iron));
  return [
    ...ground(-4, -23, 45, 52, [...field, ...street(40, 45, 11)]),
    ...rows,
    box([-3, -3.3, 0], [42, 0.6, 3.8], paint.clay),
    box([-3, -22, 0], [42, 1.6, 15], concrete, { decals: [decal("+y", 0, 13.9, 42, 1.1, paint.clay)] }),
    ...posts,
    box([-3.6, -22.4, 22.4], [43.2, 9, 0.7], mix(paint.white, paint.steel, 0.25), {
      decals: [
        decal("+y", 0, 0, 43.2, 0.7, paint.clay),
        ...[6, 12, 18, 24, 30, 36].map((u) => decal("+z", u, 0, 0.25, 9, paint.steel)),
      ],
    }),
    ...goal(35.6, -1.6),
  ];
}

function frisco(): Solid[] {
  return [
    ...loading(-2.6, 17.6, sofa(paint.mustard, 6), 6),
    // Moving boxes, flattened.
    ...[0, 1, 2].map((i) =>
      box([33.6, 13.6, i * 0.3], [3.4, 2.4, 0.28], i % 2 ? paint.cardboard : mix(paint.cardboard, paint.cream, 0.25))
    ),
    ...at(30.6, 14, 0, carton(2, 1.8, 1.5)),
  ];
}

function friscoDone(): Solid[] {
  return [
    ...hauled(-3.4, 17.6), ...sweeper([33, 14.4, 0], 20), ...waver([25.6, 20.6, 0], 315, { skin: paint.skinDark }),
  ];
}

function legacy(): Solid[] {
  return [
    ...ground(-3, -16, 46, 40, [...street(27.6, 46, 11), ...slabs(2, 16, 42, 9.8, 5, pavement)]),
    ...slantTower([-1, -14, 0], [8, 8, 22], glassBlue, 3),
    ...tower([9, -14, 0], [8, 8, 17], limestone, glassBlue, "bands", 2.2),
    ...tower([19, -14, 0], [8, 8, 13], mix(paint.brick, paint.sand, 0.3), glassDark, "columns", 1.7),
    ...shop(29.6, -13, 11, 9, 14, paint.brick, paint.leaf),
    // Balloons for the September festival.
    ...balloon(0, 10, 16, paint.clay),
    ...balloon(43, -1, 27, paint.mustard),
    ...oak(10, 4.6, 2.6),
    ...oak(34, 4.6, 2.6),
    ...at(16, 4, 0, bench()),
    ...at(24, 5, 0, streetLamp()),
  ];
}

function plano(): Solid[] {
  return [
    ...loading(1, 13.8, table(6, 3), 6),
    ...at(37.4, 9.6, 0, chair()),
    ...at(34.6, 9.8, 0, chair(), "+x"),
    ...at(30.6, 9.2, 0, carton(2, 1.8, 1.5)),
  ];
}

function planoDone(): Solid[] {
  return [...hauled(-2.6, 13.8), ...waver([27.4, 16, 0]), ...sweeper([33, 10.4, 0], 20, { skin: paint.skinDark })];
}

/** The five large cities, each with the crew at work and when the job is done. */
export const cities: Record<string, Scene> = {
  ...views(SIZE, downtown, {
    dallas: [
      "Downtown Dallas with the ball of Reunion Tower, and two of the crew carrying a sofa to the truck on the street in front.",
      dallas,
    ],
    "dallas-after": [
      "The truck packed and ready to leave downtown Dallas, and a crew member waving from a clean curb.", dallasDone,
    ],
  }),
  ...views(SIZE, stockyards, {
    "fort-worth": [
      "The courthouse of Fort Worth with its clock tower, the arch of the Stockyards, and two of the crew loading a workbench on the brick street.",
      fortWorth,
    ],
    "fort-worth-after": [
      "The truck packed and ready to leave past the Fort Worth courthouse, and a crew member waving on the brick street.",
      fortWorthDone,
    ],
  }),
  ...views(SIZE, lasColinas, {
    "irving-las-colinas": [
      "The bronze mustangs of Las Colinas at a gallop beside the canal, and two of the crew carrying a desk to the truck.",
      irving,
    ],
    "irving-las-colinas-after": [
      "The truck packed and ready to leave the canal in Las Colinas, and a crew member waving from the clean plaza.",
      irvingDone,
    ],
  }),
  ...views(SIZE, stadium, {
    frisco: [
      "A stadium in Frisco with its stand and a goal, and two of the crew carrying a sofa to the truck at the curb.",
      frisco,
    ],
    "frisco-after": [
      "The truck packed in front of the stadium in Frisco; one of the crew sweeps a clean curb, the other waves.",
      friscoDone,
    ],
  }),
  ...views(SIZE, legacy, {
    plano: [
      "Hot-air balloons over the office towers of Plano, and two of the crew carrying a dining table to the truck.",
      plano,
    ],
    "plano-after": [
      "The truck packed and ready to leave under the hot-air balloons of Plano, and a crew member waving.", planoDone,
    ],
  }),
};
