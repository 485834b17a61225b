import { groupByDepth, groupInOrder } from "../assembly";
import { box } from "../box";
import { mix, paint, type Paint } from "../palette";
import { prism, panel } from "../prism";
import { circle, cylinder } from "../round";
import type { Solid } from "../solid";

/** A family car, 14.6 ft along x, its nose at the low end. */
export function car(color: Paint = paint.denim): Solid[] {
  const [far, near] = [0.3, 5.7];
  const glass = "#BCD6D1";
  const lamp = (y: number, x: number, toward: 1 | -1, tint: Paint) => panel(
    [[x, y, 2.15], [x, y + 1, 2.15], [x, y + 1, 2.65], [x, y, 2.65]], [toward, 0, 0], tint, true,
  );
  const slope = (low: readonly [number, number], high: readonly [number, number], toward: 1 | -1, tint: Paint) =>
    panel(
      [
        [low[0], far + 0.6, low[1]],
        [low[0], near - 0.6, low[1]],
        [high[0], near - 0.75, high[1]],
        [high[0], far + 0.75, high[1]],
      ],
      [toward, 0, 1],
      tint,
      true,
    );
  const flank = (y: number, toward: 1 | -1): Solid[] => {
    const flat = (
      vertices: readonly (readonly [number, number])[], inset: number, tint: Paint, unlit = false,
    ) => panel(vertices.map(([x, z]) => [x, y - toward * inset, z] as const), [0, toward, 0], tint, unlit);
    const arch = (x: number) => flat(
      circle(1.32).filter(([, v]) => v > -0.2).map(([u, v]) => [x + u, 1.1 + v] as const), -0.01, paint.ink,
    );
    const wheel = (x: number) => {
      const from = toward > 0 ? y + 0.02 : y - 0.24;
      const rim = y + toward * 0.25;
      return [
        cylinder("y", [x, from, 1.1], 1.1, 0.22, paint.rubber),
        flat(circle(0.66).map(([u, v]) => [x + u, 1.1 + v] as const), (y - rim) * toward, paint.steel),
        flat(circle(0.25).map(([u, v]) => [x + u, 1.1 + v] as const), (y - rim) * toward - 0.01, paint.iron),
      ];
    };
    return [
      arch(2.7),
      arch(11.7),
      flat([[4.6, 1.9], [4.6, 2], [13, 2], [13, 1.9]], -0.01, mix(color, paint.ink, 0.25)),
      flat([[5, 3.3], [6.35, 4.6], [8.7, 4.6], [8.7, 3.3]], 0.29, glass, true),
      flat([[9, 3.3], [9, 4.6], [12, 4.6], [13.1, 3.3]], 0.29, glass, true),
      ...wheel(2.7),
      ...wheel(11.7),
    ];
  };
  return [
    groupByDepth([
      prism("y", [[0, 0.9], [0, 2.4], [0.5, 2.8], [4, 3.1], [14.2, 3.1], [14.6, 2.4], [14.6, 0.9]], far, near, color),
      prism("y", [[4, 3.1], [6, 4.9], [12.3, 4.9], [13.9, 3.1]], far + 0.3, near - 0.3, color),
      ...flank(near, 1),
      ...flank(far, -1),
      slope([13.83, 3.25], [12.45, 4.8], 1, mix(glass, paint.ink, 0.12)),
      slope([4.12, 3.25], [5.86, 4.8], -1, glass),
      lamp(far + 0.2, 14.61, 1, paint.clay),
      lamp(near - 1.2, 14.61, 1, paint.clay),
      panel([[14.61, 2.2, 1.5], [14.61, 3.8, 1.5], [14.61, 3.8, 2.1], [14.61, 2.2, 2.1]], [1, 0, 0], paint.cream, true),
    ]),
  ];
}

/** A hand truck standing with its load lip toward +y; 1.6 ft wide, 4.4 ft high. */
export function handTruck(): Solid[] {
  return [
    groupInOrder([
      cylinder("x", [-0.15, 0.25, 0.4], 0.4, 0.25, paint.rubber),
      box([0, 0.3, 0.1], [0.14, 0.14, 4.3], paint.clay),
      box([0.14, 0.3, 3.9], [1.32, 0.14, 0.14], paint.clay),
      box([0.14, 0.3, 2], [1.32, 0.14, 0.14], paint.clay),
      box([1.46, 0.3, 0.1], [0.14, 0.14, 4.3], paint.clay),
      box([0, 0.44, 0.08], [1.6, 0.8, 0.08], paint.iron),
      cylinder("x", [1.5, 0.25, 0.4], 0.4, 0.25, paint.rubber, paint.iron),
    ]),
  ];
}

/** A wheelbarrow along y, its wheel toward +y, with rubble in it. */
export function wheelbarrow(): Solid[] {
  return [
    groupInOrder([
      cylinder("x", [0.95, 4.2, 0.6], 0.6, 0.3, paint.rubber, paint.steel),
      box([0.35, 0, 1.1], [0.12, 3.9, 0.12], paint.wood),
      box([0.45, 1.2, 0], [0.12, 0.12, 1.1], paint.iron),
      box([1.65, 1.2, 0], [0.12, 0.12, 1.1], paint.iron),
      box([1.75, 0, 1.1], [0.12, 3.9, 0.12], paint.wood),
      prism("x", [[1, 1.22], [0.6, 2.2], [4.1, 2.2], [3.3, 1.22]], 0.1, 2.1, paint.leaf),
      panel([[0.25, 0.75, 2.21], [1.95, 0.75, 2.21], [1.95, 3.9, 2.21], [0.25, 3.9, 2.21]], [0, 0, 1], paint.stone),
      box([0.4, 1.1, 2.2], [1.1, 0.9, 0.4], paint.brick),
      box([0.8, 2, 2.2], [1.1, 0.9, 0.5], paint.stone),
      box([0.4, 2.8, 2.2], [1, 0.8, 0.4], paint.white),
    ]),
  ];
}
