import { groupByDepth, groupInOrder } from "../assembly";
import { box, decal, type Decal } from "../box";
import { mix, paint, type Paint } from "../palette";
import { prism } from "../prism";
import { cylinder, spheres } from "../round";
import type { Solid } from "../solid";

/** What a town is known for and no other has. */

/**
 * The electric car of the interurban line between Denison and Dallas, 26 ft along x, on its rails; it stands in Plano's
 * Haggard Park.
 */
export function interurban(): Solid[] {
  const [red, pale] = [mix(paint.rust, paint.clay, 0.3), mix(paint.tape, paint.cream, 0.4)];
  const panes = (on: "+x" | "+y", count: number, from: number): Decal[] => Array.from({ length: count }, (_, i) => [
    decal(on, from + i * 2.15, 2.9, 1.7, 2.7, pale), decal(on, from + 0.2 + i * 2.15, 3.1, 1.3, 2.3, "#9FC4C2", true),
  ]).flat();
  const truck = (x: number): Solid[] => [
    box([x, 0.8, 0.5], [4.6, 5.6, 0.9], paint.ink),
    ...[x + 0.9, x + 3.7].map((u) => cylinder("y", [u, 6.3, 0.85], 0.8, 0.25, paint.iron, paint.steel)),
  ];
  return [
    box([-1.4, 1.2, 0], [29, 0.3, 0.15], paint.iron, { shadowless: true }),
    box([-1.4, 5.9, 0], [29, 0.3, 0.15], paint.iron, { shadowless: true }),
    groupInOrder([
      ...truck(2),
      ...truck(19.4),
      box([0, 0.2, 1.5], [26, 7, 7], red, {
        decals: [
          ...panes("+y", 11, 1.3),
          ...panes("+x", 3, 0.4),
          decal("+y", 0, 1.9, 26, 0.25, paint.mustard),
          decal("+x", 0, 1.9, 7, 0.25, paint.mustard),
          decal("+y", 0, 6.2, 26, 0.8, pale),
          decal("+x", 0, 6.2, 7, 0.8, pale),
        ],
      }),
      prism("x", [[-0.1, 8.5], [0.9, 9.3], [6.5, 9.3], [7.5, 8.5]], -0.3, 26.3, paint.shingle),
      box([3, 2.4, 9.3], [20, 2.6, 0.7], pale),
    ]),
  ];
}

/** A football goalpost: 10 ft between the uprights along x, on one post. */
export function goalpost(x: number, y: number): Solid[] {
  const bar = (a: number, b: number, c: number, d: number, radius = 0.28) => spheres(
    "hull", paint.mustard, [x + a, y, b, radius], [x + c, y, d, radius],
  );
  return [groupInOrder([bar(0, 0, 0, 9.4, 0.42), bar(-5, 9.6, 5, 9.6), bar(-5, 9.6, -5, 20), bar(5, 9.6, 5, 20)])];
}

/** A scoreboard on two posts, 15 ft along x. */
export function scoreboard(board: Paint = paint.forest): Solid[] {
  const lit = (u: number, v: number, width: number): Decal[] => [
    decal("+y", u, v, width, 2, paint.ink), decal("+y", u + 0.3, v + 0.4, width - 0.6, 1.2, paint.mustard, true),
  ];
  return [
    groupByDepth([
      box([2, 0.2, 0], [0.7, 0.7, 9], paint.iron),
      box([12.3, 0.2, 0], [0.7, 0.7, 9], paint.iron),
      box([0, 0, 9], [15, 1.1, 7], board, {
        decals: [
          decal("+y", 0, 6.2, 15, 0.8, paint.clay),
          ...lit(1, 3.4, 3.4),
          ...lit(10.6, 3.4, 3.4),
          ...lit(5.6, 3.4, 3.8),
          ...lit(3, 0.6, 2.4),
          ...lit(9.6, 0.6, 2.4),
        ],
      }),
    ]),
  ];
}
