import { groupInOrder } from "../assembly";
import { box, decal, type Facing, type Decal } from "../box";
import { mix, paint, type Paint } from "../palette";
import { prism } from "../prism";
import { cylinder, spheres } from "../round";
import type { Solid } from "../solid";
import { window } from "./building";
import { clock } from "./outdoor";

/**
 * A courthouse of stone with a clock tower: a block with a portico of columns toward +y and a pitched roof, 20 ft by 14
 * ft.
 */
export function towerCourthouse(stone: Paint, roof: Paint): Solid[] {
  const pale = mix(stone, paint.cream, 0.35);
  const rows = (on: Facing, length: number, from: number): Decal[] => [1.6, 6].flatMap((v) =>
    Array.from({ length: Math.floor((length - from) / 3) }, (_, i) => window(on, from + i * 3, v, 1.5, 2.8)).flat()
  );
  const pillars = [6.2, 8.6, 11, 13.4].map((x) => cylinder("z", [x + 0.2, 16, 0.8], 0.4, 7.6, pale));
  return [
    box([-0.6, -0.6, 0], [21.2, 15.2, 0.8], pale),
    box([0, 0, 0.8], [20, 14, 9.6], stone, {
      receives: ["y"],
      decals: [
        ...rows("+y", 6, 0.8),
        ...rows("+y", 20, 15),
        ...rows("+x", 14, 0.9),
        decal("+y", 0, 9, 20, 0.6, pale),
        decal("+x", 0, 9, 14, 0.6, pale),
        decal("+y", 9, 0, 2.4, 5, paint.bark),
      ],
    }),
    box([5.2, 14.6, 0], [10, 2.4, 0.8], pale),
    ...pillars,
    groupInOrder([
      box([5.2, 14, 8.4], [10, 3, 0.8], pale), prism("y", [[5.2, 9.2], [15.2, 9.2], [10.2, 11.8]], 14, 17, stone, pale),
    ]),
    box([-0.4, -0.4, 10.4], [20.8, 14.8, 0.5], pale),
    prism("x", [[1, 10.9], [7, 13.6], [13, 10.9]], 0.6, 19.4, roof),
    ...clockTower(7, 4, 10.9, pale, stone, roof),
  ];
}

function clockTower(x: number, y: number, z: number, pale: Paint, stone: Paint, roof: Paint): Solid[] {
  return [
    box([x, y, z + 2.2], [6, 6, 5.4], stone, { decals: [...clock("+y", 3, 3, 1.7), ...clock("+x", 3, 3, 1.7)] }),
    box([x - 0.3, y - 0.3, z + 7.6], [6.6, 6.6, 0.5], pale),
    dome(x + 3, y + 3, z + 8.1, 2.9, roof),
  ];
}

/** A dome with a small lantern on it. */
function dome(x: number, y: number, z: number, radius: number, color: Paint): Solid {
  const steps = [1, 0.92, 0.76, 0.52, 0.2];
  const heights = [0, 0.38, 0.68, 0.9, 1.02];
  const tiers = steps.slice(0, -1).map((k, i) =>
    cylinder(
      "z",
      [x, y, z + heights[i]! * radius],
      radius * k,
      (heights[i + 1]! - heights[i]!) * radius,
      color,
      color,
      radius * steps[i + 1]!,
    )
  );
  return groupInOrder([
    ...tiers,
    cylinder("z", [x, y, z + radius], 0.45, 1, paint.cream),
    spheres("hull", color, [x, y, z + radius + 1.2, 0.5]),
    cylinder("z", [x, y, z + radius + 1.6], 0.07, 1.4, paint.iron),
  ]);
}

/** Where the pairs of columns of a flat courthouse stand along x: the bay of the door is the widest. */
const PAIRS = [5.6, 9.2, 14.8, 18.4];

/**
 * A courthouse without tower or pitched roof, 24 ft by 12 ft, its wide steps toward +y: a block of three floors over a
 * basement, a porch of paired columns and a parapet. Such is Collin County's since it was remodeled in 1927 (Texas
 * Historical Commission, marker 11816).
 */
export function flatCourthouse(stone: Paint): Solid[] {
  const pale = mix(stone, paint.white, 0.6);
  const dark = mix(stone, paint.bark, 0.22);
  const row = (on: Facing, width: number, places: readonly number[]): Decal[] =>
    ([[0.9, 3], [4.9, 3], [9.5, 2.2]] as const).flatMap(([v, height]) =>
      places.flatMap((u) => window(on, u, v, width, height))
    );
  const grilles = (on: Facing, from: number, count: number): Decal[] => Array.from(
    { length: count }, (_, i) => decal(on, from + i * 2.9, 0.8, 1.6, 0.7, paint.iron),
  );
  const belts = (
    on: Facing, length: number, levels: readonly (readonly [number, number])[],
  ): Decal[] => levels.map(([v, height]) => decal(on, 0, v, length, height, pale));
  // Each in the middle of its bay: a single window, or three side by side over the door.
  const single = (v: number, height: number): Decal[] => [6.6, 15.8].flatMap((u) => window("+y", u, v, 1.6, height));
  const triple = (v: number, height: number): Decal[] => [
    ...window("+y", 10.1, v, 1, height), ...window("+y", 11.3, v, 1.4, height), ...window("+y", 12.9, v, 1, height),
  ];
  return [
    box([-0.5, -0.5, 0], [25, 13, 2.4], dark, {
      receives: ["y"],
      decals: [
        ...grilles("+y", 1.3, 1),
        ...grilles("+y", 22, 1),
        ...grilles("+x", 1.5, 4),
        ...belts("+y", 25, [[2.1, 0.3]]),
        ...belts("+x", 13, [[2.1, 0.3]]),
      ],
    }),
    box([0, 0, 2.4], [24, 12, 13.2], stone, {
      receives: ["y"],
      decals: [
        ...belts("+y", 24, [[8.5, 0.4], [12.5, 0.7]]),
        ...belts("+x", 12, [[8.5, 0.4], [12.5, 0.7]]),
        ...row("+y", 1.4, [0.5, 2.4, 20.2, 22.1]),
        ...row("+x", 1.6, [0.9, 3.8, 6.7, 9.6]),
        // Darker behind the columns, so that they stand out.
        decal("+y", 4.6, 0, 14.8, 7.9, mix(stone, paint.ink, 0.24)),
        decal("+y", 10.4, 0, 3.2, 4.6, pale),
        ...[10.6, 12.05].map((u) => decal("+y", u, 0, 1.35, 4.4, paint.forest)),
        ...single(0.8, 3.4),
        ...[5.3, 9.5].flatMap((v) => [...triple(v, 2.2), ...single(v, 2.2)]),
      ],
    }),
    box([4, 12.5, 0], [16, 2.1, 2.4], stone, {
      receives: ["z"], decals: [decal("+z", 0, 0, 16, 2.1, pale), decal("+x", 0, 2.1, 2.1, 0.3, pale)],
    }),
    ...Array.from(
      { length: 6 },
      (_, i) => box([5, 14.6 + (5 - i) * 0.75, 0], [14, 0.75, (i + 1) * 0.4], dark, {
        receives: ["z"], decals: [decal("+z", 0, 0, 14, 0.75, pale)],
      }),
    ),
    ...[4, 19].map((x) => box([x, 14.6, 0], [1, 4.6, 2.4], stone, { decals: [decal("+z", 0, 0, 1, 4.6, pale)] })),
    ...PAIRS.flatMap((x) => [column(x - 0.6, 12.8, 2.4, 7.9, pale), column(x + 0.6, 12.8, 2.4, 7.9, pale)]),
    box([4.3, 12, 10.3], [15.4, 1.5, 1.5], stone, {
      decals: [...belts("+y", 15.4, [[0, 0.35], [1, 0.5]]), ...belts("+x", 1.5, [[0, 0.35], [1, 0.5]])],
    }),
    // The roof lies behind its parapet, which is higher over the porch.
    box([-0.5, -0.5, 15.6], [25, 13, 0.5], pale, {
      receives: ["z"], decals: [decal("+z", 1, 1, 23, 11, mix(paint.concrete, paint.iron, 0.3))],
    }),
    box([0, 0, 16.1], [24, 0.6, 1.2], stone),
    box([0, 0.6, 16.1], [0.6, 10.8, 1.2], stone),
    box([15, 3, 16.1], [5, 3.6, 1.6], stone),
    box([23.4, 0.6, 16.1], [0.6, 10.8, 1.2], stone),
    box([0, 11.4, 16.1], [7, 0.6, 1.2], stone),
    box([7, 11.4, 16.1], [10, 0.6, 2], stone, { decals: [decal("+y", 0.8, 0.4, 8.4, 1.2, pale)] }),
    box([17, 11.4, 16.1], [7, 0.6, 1.2], stone),
  ];
}

/** A column on its block, with a block on top, around x, y. */
function column(x: number, y: number, z: number, height: number, stone: Paint): Solid {
  return groupInOrder([
    box([x - 0.5, y - 0.5, z], [1, 1, 0.3], stone),
    cylinder("z", [x, y, z + 0.3], 0.42, height - 0.7, stone, stone, 0.36),
    box([x - 0.5, y - 0.5, z + height - 0.4], [1, 1, 0.4], stone),
  ]);
}
