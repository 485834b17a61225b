import { groupByDepth, groupInOrder, tip } from "../assembly";
import { box, decal, type Decal, polygonDecal } from "../box";
import { mix, paint, SIGN, SIGN_SPOT, type Paint } from "../palette";
import { panel, prism } from "../prism";
import { circle, cylinder } from "../round";
import type { Solid, TruckKind } from "../solid";

/** The load floor of the truck, in its own coordinates: the minimum corner of a load, and its size. */
export const LOAD = { x: 8.5, y: 0.3, z: 3.1, length: 14.4, width: 6.9, height: 6.8 } as const;

/**
 * The box of a truck: `cut` is open toward +y and above, to show its load; `shut` has all walls with the company's
 * logo, `plain` without it; `open` has the rear door rolled up, which shows the end of its load (see REAR).
 */
export type TruckBox = "cut" | "shut" | "plain" | "open";

/** How much of the load floor is drawn behind an open rear door, in feet. */
export const REAR = 3.2;

/**
 * The truck, 23 ft along x, its cab at the low end, with a box or, of companies without one, an open bed, or in its place
 * a trailer; `load` stands in truck coordinates (see LOAD). A driven one has a crew member at the wheel.
 */
export function truck(load: readonly Solid[] = [], style: TruckBox = "cut", driven = false): Solid[] {
  const walls = style === "cut" ? cutBox() : style === "open" ? openBox() : shutBox(LENGTH, style === "shut");
  return [
    ...only(["box", "bed"], [...cab(driven), ...chassis()]), ...only(["trailer"], hitch()), ...floor(),
    ...only(["box"], walls), ...only(["bed", "trailer"], openBed(style === "open")), ...load,
  ];
}

/** Solids of some kinds of truck alone. */
export function only(trucks: readonly TruckKind[], solids: readonly Solid[]): Solid[] {
  return solids.map((s) => ({ ...s, trucks, ...(s.parts && { parts: only(trucks, s.parts) }) }));
}

const GLASS = "#BCD6D1";

function cab(driven: boolean): Solid[] {
  const [far, near] = [0.4, 7.1];
  const skin = paint.forest;
  const y = near + 0.01;
  const flat = (
    vertices: readonly (readonly [number, number])[], at: number, toward: 1 | -1, color: string, unlit = false,
  ) =>
    panel(vertices.map(([x, z]) => [x, at, z] as const), [0, toward, 0], color, unlit);
  const window = [[4.15, 5.2], [5.05, 7.75], [7.2, 7.75], [7.2, 5.2]] as const;
  const glint = [[5.2, 5.2], [6.1, 7.75], [6.6, 7.75], [5.7, 5.2]] as const;
  const arch = [...circle(1.62).filter(([, v]) => v > 0.25).map(([u, v]) => [2.1 + u, 1.35 + v] as const)];
  const parts: Solid[] = [
    prism("y", [[0.15, 1.6], [0.15, 3.9], [0.6, 4.7], [3.3, 5.1], [3.3, 1.6]], far, near, skin),
    prism("y", [[3.3, 1.6], [3.3, 5.1], [4.6, 8.3], [7.9, 8.3], [7.9, 1.6]], far, near, skin),
    box([-0.1, far, 1.5], [0.25, near - far, 0.8], paint.steel),
    box([-0.02, far + 0.25, 2.7], [0.17, 0.9, 0.7], paint.tape),
    box([-0.02, near - 1.15, 2.7], [0.17, 0.9, 0.7], paint.tape),
    box([0, far + 1.5, 2.5], [0.15, near - far - 3, 1.3], paint.iron),
    panel(
      [
        [3.42, far + 0.35, 5.4], [3.42, near - 0.35, 5.4], [4.42, near - 0.35, 7.86], [4.42, far + 0.35, 7.86],
      ].map(([a, b, c]) => [a! - 0.02, b!, c! + 0.02] as const),
      [-1, 0, 0.4],
      GLASS,
      true,
    ),
  ];
  for (const [at, toward] of [[y, 1], [far - 0.01, -1]] as const) {
    const out = toward * 0.01;
    parts.push(
      flat([[3.75, 2], [3.75, 5], [7.5, 5], [7.5, 2]], at, toward, mix(skin, paint.leaf, 0.28)),
      flat(window, at + out, toward, GLASS, true),
      flat(glint, at + 2 * out, toward, "#D5E7E2", true),
      flat([[6.6, 4.4], [6.6, 4.6], [7.2, 4.6], [7.2, 4.4]], at + out, toward, paint.cream),
      flat(arch, at, toward, paint.ink),
    );
  }
  if (driven) parts.push(...driver(y + 0.03));
  parts.push(
    box([3.7, near + 0.1, 5.2], [0.25, 0.35, 1], paint.ink, { shadowless: true }),
    box([3.7, near + 0.02, 1.25], [3.6, 0.4, 0.3], paint.iron),
    ...wheel(2.1, near + 0.02, 0.32),
    ...wheel(2.1, far - 0.34, 0.32),
  );
  return [groupByDepth(parts)];
}

/** A crew member at the wheel, flat behind the near window. */
function driver(y: number): Solid[] {
  const shown = (vertices: readonly (readonly [number, number])[], step: number, color: string) => panel(
    vertices.map(([x, z]) => [x, y + step / 100, z] as const), [0, 1, 0], color, true,
  );
  const head = circle(0.46, 20).map(([u, v]) => [5.9 + u, 6.75 + v] as const);
  return [
    shown([[5, 5.2], [5.25, 6], [5.7, 6.35], [6.4, 6.3], [6.75, 5.9], [6.9, 5.2]], 0, paint.clay),
    shown(head, 1, paint.skinLight),
    shown(head.filter(([, z]) => z > 6.8), 2, paint.ink),
    shown([[5.15, 6.75], [5.25, 6.95], [6, 6.95], [6, 6.75]], 3, paint.ink),
    shown([[4.45, 5.25], [4.75, 6], [4.9, 6], [4.6, 5.25]], 2, paint.ink),
  ];
}

function wheel(x: number, y: number, width: number): Solid[] {
  const r = 1.35;
  const hub = (at: number, toward: 1 | -1) => ([[0.78, paint.cream], [0.62, paint.steel], [0.25, paint.iron]] as const)
    .map(([radius, color], i) => panel(
      circle(radius).map(([u, v]) => [x + u, at + (toward * (i + 1)) / 200, r + v] as const), [0, toward, 0], color,
    ));
  return [
    groupByDepth([
      cylinder("y", [x, y, r], r, width, paint.rubber, mix(paint.rubber, paint.steel, 0.12)),
      ...hub(y + width, 1),
      ...hub(y, -1),
    ]),
  ];
}

function chassis(): Solid[] {
  return [
    groupByDepth([
      box([7.9, 2.4, 1.5], [15, 2.8, 1.2], paint.rubber),
      ...wheel(18.6, 5.6, 1.5),
      ...wheel(18.6, 0.4, 1.5),
      box([9.6, 5.3, 1.2], [4.4, 1.6, 1.3], paint.iron, {
        decals: [decal("+y", 0.2, 0.2, 1.9, 0.9, paint.rubber), decal("+y", 2.3, 0.2, 1.9, 0.9, paint.rubber)],
      }),
      box([16, 7.15, 2.1], [5.2, 0.12, 0.5], paint.ink),
      box([22.6, 0.3, 1.5], [0.5, 6.9, 0.35], paint.iron, {
        decals: [
          decal("+x", 0.3, 0.05, 0.7, 0.25, paint.clay, true), decal("+x", 5.9, 0.05, 0.7, 0.25, paint.clay, true),
        ],
      }),
    ]),
  ];
}

/** What a trailer stands on, unhitched: two axles, and the tongue with its jack. */
function hitch(): Solid[] {
  return [
    groupByDepth([
      box([8.4, 2.4, 1.7], [14.6, 2.8, 1], paint.rubber),
      ...[14.2, 17.4].flatMap((x) => [...wheel(x, 6.7, 0.7), ...wheel(x, 0.1, 0.7)]),
    ]),
    groupInOrder([
      prism("z", [[8.2, 0.9], [8.2, 1.4], [3.4, 3.9], [3.4, 3.6]], 2, 2.4, paint.iron),
      prism("z", [[8.2, 6.1], [8.2, 6.6], [3.4, 3.9], [3.4, 3.6]], 2, 2.4, paint.iron),
      box([2.4, 3.55, 2.1], [1.2, 0.4, 0.35], paint.steel),
      box([4.6, 3.6, 0.2], [0.3, 0.3, 3], paint.steel),
      box([4.4, 3.4, 0.1], [0.7, 0.7, 0.2], paint.iron),
      box([6, 2.6, 2.4], [1.3, 2.3, 1], paint.iron),
    ]),
  ];
}

const X0 = 8.2;
const LENGTH = 15;
const TOP = 10;

const inside = mix(paint.sand, paint.leaf, 0.1);

function cutBox(): Solid[] {
  const rib = mix(inside, paint.ink, 0.1);
  const ribs = (length: number, on: "+x" | "+y"): Decal[] => Array.from(
    { length: Math.floor(length / 1.8) }, (_, i) => decal(on, 1.2 + i * 1.8, 0, 0.14, TOP - 3.1, rib),
  );
  return [
    box([X0, 0, 3.1], [0.25, 7.5, TOP - 3.1], paint.forest, {
      decals: [decal("+x", 0.25, 0, 7.25, TOP - 3.1, inside), ...ribs(7, "+x")],
    }),
    box([X0 + 0.25, 0, 3.1], [LENGTH - 0.25, 0.25, TOP - 3.1], paint.forest, {
      receives: ["y"], decals: [decal("+y", 0, 0, LENGTH - 0.25, TOP - 3.1, inside), ...ribs(LENGTH, "+y")],
    }),
    box([X0 + 0.25, 7.25, 3.1], [LENGTH - 0.25, 0.25, 0.75], paint.forest, {
      decals: [decal("+y", 0, 0.3, LENGTH - 0.25, 0.2, paint.clay)],
    }),
    box([X0 + LENGTH - 0.25, 7.25, 3.85], [0.25, 0.25, TOP - 4.1], paint.forest),
    box([X0 + 0.25, 7.25, TOP - 0.25], [LENGTH - 0.25, 0.25, 0.25], paint.forest),
    box([X0 + LENGTH - 0.25, 0.25, TOP - 0.25], [0.25, 7, 0.25], paint.forest),
  ];
}

/** The sides of an open bed, low enough to show its load, and its tailgate unless that is open. */
function openBed(open: boolean): Solid[] {
  return [
    box([X0, 0, 3.1], [0.25, 7.5, 3.4], paint.forest),
    box([X0 + 0.25, 0, 3.1], [LENGTH - 0.25, 0.25, 1.8], paint.forest, { receives: ["y"] }),
    box([X0 + 0.25, 7.25, 3.1], [LENGTH - 0.25, 0.25, 1.1], paint.forest, {
      decals: [decal("+y", 0, 0.4, LENGTH - 0.25, 0.2, paint.clay)],
    }),
    ...(open ? [] : [box([X0 + LENGTH - 0.25, 0.25, 3.1], [0.25, 7, 1.1], paint.forest)]),
  ];
}

function floor(): Solid[] {
  const seams = Array.from({ length: 6 }, (_, i) => decal("+z", 0.2, 1 + i * 1.05, LENGTH - 0.25, 0.06, paint.wood));
  return [
    box([X0, 0, 2.7], [LENGTH, 7.5, 0.4], paint.forest, {
      receives: ["z"], decals: [decal("+z", 0.2, 0.2, LENGTH - 0.25, 7.1, paint.plank), ...seams],
    }),
  ];
}

/** The box with all walls, from the cab on. */
function shutBox(length: number, lettered: boolean, rear = door()): Solid[] {
  const sides = lettered ? [...logo("+y", length), ...logo("-y", length)] : [];
  const roof = decal("+z", 0.4, 0.4, length - 0.8, 6.7, mix(paint.forest, paint.cream, 0.12));
  return [box([X0, 0, 3.1], [length, 7.5, TOP - 3.1], paint.forest, { decals: [...sides, ...rear, roof] })];
}

/** The built-in company's logo, the sun over a cleared acre, and the spot for that of another. */
function logo(on: "+y" | "-y", length: number): Decal[] {
  const middle = LENGTH / 2;
  const sun = circle(1.9, 36).filter(([, v]) => v > 0).map(([u, v]) => [middle + u, 3.3 + v] as const);
  return [
    decal(on, 0, 0.3, length, 0.5, paint.clay),
    polygonDecal(on, sun, SIGN),
    decal(on, middle - 3, 2.65, 6, 0.35, SIGN),
    decal(on, middle - 2.2, 2, 4.4, 0.35, SIGN),
    decal(on, middle - 4, 1.4, 8, 4.6, SIGN_SPOT),
  ];
}

function door(): Decal[] {
  return [
    ...[0, 1, 2, 3, 4].map((i) => decal("+x", 0.5, 0.5 + i * 1.25, 6.5, 1.1, mix(paint.forest, paint.cream, 0.16))),
    decal("+x", 3.35, 0.7, 0.8, 0.25, paint.steel),
  ];
}

function openBox(): Solid[] {
  const x = X0 + LENGTH - REAR;
  return [
    ...shutBox(LENGTH - REAR, true, [decal("+x", 0.25, 0, 7, TOP - 3.1, mix(paint.forest, paint.ink, 0.5))]),
    box([x, 0, 3.1], [REAR, 0.25, TOP - 3.35], paint.forest, {
      receives: ["y"], decals: [decal("+y", 0, 0, REAR, TOP - 3.35, inside)],
    }),
    box([x, 7.25, 3.1], [REAR, 0.25, TOP - 3.35], paint.forest, {
      decals: [decal("+y", 0, 0.3, REAR, 0.5, paint.clay)],
    }),
    box([x, 0, TOP - 0.25], [REAR, 7.5, 0.25], paint.forest),
  ];
}

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

/** A hand truck tipped back for rolling, with a load on its lip, from y = 0.5 on; it is pushed from -y. */
export function rolling(load: readonly Solid[]): Solid[] {
  return tip([groupInOrder([...load, ...handTruck()])], 24);
}

/** A ramp of planks from the bed of the truck at x = 0 down to the ground, 9 ft along x, 3 ft wide. */
export function ramp(): Solid[] {
  return [
    prism("y", [[0, 2.8], [0, 3.1], [9, 0.12], [9, 0]], 0, 3, paint.steel),
    ...[2, 4, 6, 8].map((x) => panel(
      [[x, 0.2], [x, 2.8], [x + 0.2, 2.8], [x + 0.2, 0.2]].map(([u, v]) => [u!, v!, 3.12 - u! * 0.331] as const),
      [0.3, 0, 1],
      paint.iron,
    )),
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
