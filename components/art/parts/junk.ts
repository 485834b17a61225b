import { groupByDepth, groupInOrder } from "../assembly";
import { box, decal } from "../box";
import { mix, paint, type Paint } from "../palette";
import { panel } from "../prism";
import { circle, cylinder, disc, spheres } from "../round";
import type { Solid } from "../solid";
import type { Vec } from "../vector";

/** A taped cardboard box. */
export function carton(width = 1.7, depth = 1.5, height = 1.3, color: Paint = paint.cardboard): Solid[] {
  const w = 0.22;
  const decals = [
    decal("+z", 0, depth / 2 - w / 2, width, w, paint.tape),
    decal("+x", depth / 2 - w / 2, height - 0.4, w, 0.4, paint.tape),
    decal("-x", depth / 2 - w / 2, height - 0.4, w, 0.4, paint.tape),
    decal("+y", width * 0.6, height * 0.2, width * 0.25, height * 0.22, mix(color, paint.bark, 0.35)),
  ];
  return [box([0, 0, 0], [width, depth, height], color, { decals })];
}

/** An open cardboard box, full of odds and ends. */
export function openCarton(width = 1.8, depth = 1.6, height = 1.2): Solid[] {
  return [
    groupInOrder([
      box([0, 0, 0], [width, depth, height], paint.cardboard, {
        decals: [decal("+z", 0.08, 0.08, width - 0.16, depth - 0.16, paint.bark)],
      }),
      spheres("union", paint.rose, [width * 0.35, depth * 0.4, height, 0.32]),
      spheres("union", paint.denim, [width * 0.65, depth * 0.55, height, 0.34]),
      panel(
        [
          [0, depth, height],
          [width, depth, height],
          [width, depth + 0.45, height - 0.25],
          [0, depth + 0.45, height - 0.25],
        ],
        [0, 0.5, 1],
        paint.cardboard,
      ),
      panel(
        [
          [width, 0, height],
          [width, depth, height],
          [width + 0.45, depth, height - 0.25],
          [width + 0.45, 0, height - 0.25],
        ],
        [0.5, 0, 1],
        paint.cardboard,
      ),
    ]),
  ];
}

/** A plastic storage tub with its lid on. */
export function tub(color: Paint = paint.teal): Solid[] {
  return [
    groupInOrder([
      box([0.1, 0.1, 0], [1.9, 1.4, 1.1], color), box([0, 0, 1.1], [2.1, 1.6, 0.22], mix(color, paint.cream, 0.45)),
    ]),
  ];
}

/** A stack of old newspapers, none straight above the next. */
export function newspapers(height = 2): Solid[] {
  const bundles = Array.from({ length: Math.round(height / 0.4) }, (_, i) =>
    box(
      [((i * 3) % 5) * 0.05, ((i * 2) % 5) * 0.05, i * 0.4],
      [1.4, 1.1, 0.36],
      i % 2 ? paint.white : mix(paint.white, paint.stone, 0.6),
      { decals: [decal("+z", 0.6, 0, 0.1, 1.1, paint.bark)] },
    ),
  );
  return [groupInOrder(bundles)];
}

/** A pile of clothes, 3 ft across and knee-high. */
export function clothes(colors: readonly [Paint, Paint, Paint] = [paint.rose, paint.denim, paint.mustard]): Solid[] {
  const [a, b, c] = colors;
  return [
    groupInOrder([
      spheres("hull", b, [0.4, 0.4, 0.3, 0.3], [2.6, 0.5, 0.25, 0.25], [2.2, 1.4, 0.3, 0.3], [0.6, 1.3, 0.35, 0.35]),
      spheres("hull", a, [0.3, 1.2, 0.3, 0.3], [1.7, 2.1, 0.22, 0.22], [0.6, 2.2, 0.22, 0.22]),
      spheres("hull", c, [1.7, 1.2, 0.45, 0.3], [2.8, 1.6, 0.22, 0.22], [2.2, 2.2, 0.2, 0.2]),
      spheres("hull", mix(a, paint.cream, 0.3), [0.9, 0.6, 0.75, 0.3], [2, 0.7, 0.8, 0.28], [1.3, 1.5, 0.65, 0.28]),
      spheres("hull", c, [0.7, 1, 0.95, 0.22], [1.6, 0.8, 1.2, 0.25]),
      spheres("hull", mix(b, paint.cream, 0.25), [1.2, 1.4, 0.8, 0.2], [1.9, 1.3, 0.95, 0.22], [1.7, 1.9, 0.55, 0.2]),
    ]),
  ];
}

/** A full trash bag, tied. */
export function bag(color: Paint = "#46524C"): Solid[] {
  return [
    groupInOrder([
      spheres("union", color, [0.85, 0.85, 0.62, 0.62], [1.1, 0.7, 0.6, 0.55], [0.7, 1.05, 0.58, 0.55], [
        0.9, 0.9, 1, 0.42,
      ]),
      spheres("hull", color, [0.9, 0.9, 1.3, 0.13], [0.95, 0.85, 1.62, 0.2]),
    ]),
  ];
}

/** A tire lying flat. */
export function tire(): Solid[] {
  return [
    groupInOrder([
      cylinder("z", [1.1, 1.1, 0], 1.1, 0.7, paint.rubber),
      disc("z", [1.1, 1.1, 0.71], 0.92, mix(paint.rubber, paint.steel, 0.2)),
      disc("z", [1.1, 1.1, 0.72], 0.58, paint.ink),
    ]),
  ];
}

/** A pile of lumber, 8 ft along x. */
export function lumber(length = 8): Solid[] {
  const rows = [5, 4, 3, 2];
  const parts = rows.flatMap((count, row) =>
    Array.from({ length: count }, (_, i) => {
      const shift = ((i * 7 + row * 3) % 5) * 0.14;
      return box(
        [shift, row * 0.24 + i * 0.48, row * 0.3],
        [length - 0.6 + (((i + row) * 3) % 4) * 0.14, 0.42, 0.28],
        (i + row) % 3 === 0 ? paint.plank : (i + row) % 3 === 1 ? paint.wood : mix(paint.plank, paint.rust, 0.22),
      );
    }),
  );
  return [groupByDepth(parts)];
}

/** A stack of broken drywall, 6 ft along x. */
export function drywall(): Solid[] {
  const sheets = [
    [0, 0, 6, 3.6], [0.4, 0.2, 5.2, 3.3], [0.1, 0.5, 5.6, 3], [0.8, 0.3, 4.4, 2.9], [0.5, 0.9, 4, 2.2],
  ] as const;
  return [
    groupByDepth(
      sheets.map(([x, y, w, d], i) => box([x, y, i * 0.2], [w, d, 0.18], i % 2 === 0 ? paint.white : paint.stone)),
    ),
  ];
}

/** A pile of broken brick and concrete. */
export function rubble(): Solid[] {
  const parts: Solid[] = [];
  const rows = [[4, 3], [3, 2], [2, 1]] as const;
  rows.forEach(([nx, ny], z) => {
    for (let i = 0; i < nx; i++) {
      for (let j = 0; j < ny; j++) {
        const k = (i * 5 + j * 3 + z * 2) % 4;
        parts.push(
          box(
            [z * 0.5 + i * 0.98 + 0.06 * k, z * 0.5 + j * 0.94 + 0.05 * ((k * 3) % 4), z * 0.55],
            [0.9, 0.86, 0.53],
            k === 3 ? paint.stone : k === 1 ? mix(paint.brick, paint.rust, 0.5) : paint.brick,
          ),
        );
      }
    }
  });
  return [groupByDepth(parts)];
}

/** A pile of broken plasterboard with a few sticks in it, 4 ft across. */
export function plasterDebris(): Solid[] {
  const pieces = [
    [0, 0.3, 2.2, 1.6], [1.8, 0, 2, 1.5], [0.5, 1.7, 1.8, 1.3], [2.2, 1.5, 1.7, 1.6], [0.7, 0.6, 1.7, 1.3],
    [2, 0.8, 1.4, 1.2], [1.2, 1.5, 1.3, 1], [1.3, 0.9, 1.1, 0.9],
  ] as const;
  const heights = [0, 0, 0, 0, 0.36, 0.36, 0.36, 0.72];
  return [
    groupInOrder([
      ...pieces.map(([x, y, w, d], i) =>
        box([x, y, heights[i]!], [w, d, 0.34], i % 3 === 1 ? paint.stone : paint.white)
      ),
      spheres("hull", paint.wood, [0.4, 2.4, 0.4, 0.13], [2.6, 0.8, 1.5, 0.13]),
      spheres("hull", paint.plank, [1.2, 2.8, 0.2, 0.13], [3.8, 2.3, 0.9, 0.13]),
    ]),
  ];
}

/** Cut branches in a pile with their leaves. */
export function branches(): Solid[] {
  const stick = (
    x: number, y: number, z: number, X: number, Y: number, Z: number,
  ) => spheres("hull", paint.bark, [x, y, z, 0.16], [X, Y, Z, 0.08]);
  return [
    groupInOrder([
      stick(0.2, 1.4, 0.3, 3, 1.2, 1.7),
      stick(0.3, 2.6, 0.2, 4, 1.6, 1.4),
      spheres("union", paint.foliage, [3.4, 1.4, 1, 1], [4.4, 1.9, 0.8, 0.8], [2.6, 0.9, 0.8, 0.75]),
      stick(0.1, 3.3, 0.25, 4.2, 3, 1),
      stick(1, 4.2, 0.2, 4.6, 3.4, 0.9),
      spheres("union", paint.hedge, [4, 3.2, 0.8, 0.8], [3.3, 2.5, 1.1, 0.8], [4.9, 2.8, 0.6, 0.6]),
      stick(0.4, 3, 0.9, 3.2, 3.6, 1.3),
    ]),
  ];
}

/** A paper yard bag full of leaves. */
export function yardBag(): Solid[] {
  return [
    groupInOrder([
      box([0, 0, 0], [1.2, 1, 2.2], mix(paint.cardboard, paint.earth, 0.5), {
        decals: [decal("+y", 0.3, 0.9, 0.6, 0.6, paint.leaf), decal("+z", 0.08, 0.08, 1.04, 0.84, paint.bark)],
      }),
      spheres("union", paint.foliage, [0.4, 0.4, 2.25, 0.32], [0.8, 0.55, 2.25, 0.36], [0.55, 0.7, 2.2, 0.28]),
    ]),
  ];
}

/** A push mower, its handle toward -y. */
export function mower(): Solid[] {
  const wheel = (x: number, y: number) => cylinder("x", [x, y, 0.38], 0.38, 0.22, paint.rubber, paint.iron);
  const handle = (x: number) => spheres("hull", paint.iron, [x, 1.2, 0.9, 0.06], [x, -1, 3.1, 0.06]);
  return [
    groupInOrder([
      handle(0.5),
      spheres("hull", paint.rubber, [0.5, -1, 3.1, 0.1], [1.7, -1, 3.1, 0.1]),
      wheel(-0.1, 0.6),
      wheel(-0.1, 2.3),
      handle(1.7),
      box([0.1, 0.3, 0.35], [2, 2.4, 0.55], paint.clay),
      cylinder("z", [1.1, 1.5, 0.9], 0.55, 0.5, paint.iron, paint.rubber),
      wheel(2.1, 0.6),
      wheel(2.1, 2.3),
    ]),
  ];
}

/** A trampoline 12 ft across in its safety net, around x, y. */
export function trampoline(x: number, y: number): Solid[] {
  const [mat, top] = [2.7, 8];
  const rod = (a: Vec, b: Vec, radius: number, color: Paint) => spheres("hull", color, [...a, radius], [...b, radius]);
  const around = circle(6, 28).map(([a, b]): Vec => [x + a, y + b, 0]);
  const upright = ([a, b]: Vec, i: number): Solid =>
    i % 4 === 0
      ? rod([a, b, 0.1], [a, b, top], 0.16, paint.denim)
      : rod([a, b, mat + 0.4], [a, b, top], 0.05, mix(paint.steel, paint.white, 0.4));
  const rail = (p: Vec, i: number): Solid => rod(
    [p[0], p[1], top],
    [around[(i + 1) % around.length]![0], around[(i + 1) % around.length]![1], top],
    0.1,
    paint.denim,
  );
  const behind = ([a, b]: Vec) => a + b < x + y;
  const half = (which: (p: Vec) => boolean) => around.flatMap((p, i) => (which(p) ? [upright(p, i), rail(p, i)] : []));
  return [
    groupInOrder([
      ...half(behind),
      cylinder("z", [x, y, mat], 6, 0.35, paint.denim, mix(paint.denim, paint.cream, 0.3)),
      disc("z", [x, y, mat + 0.36], 4.7, mix(paint.iron, paint.steel, 0.35)),
      ...half((p) => !behind(p)),
    ]),
  ];
}

/** A bicycle along x, seen from its side toward +y. */
export function bicycle(color: Paint = paint.clay): Solid[] {
  const ring = (x: number) => {
    const outer = circle(1.1).map(([u, v]) => [x + u, 0, 1.1 + v] as const);
    const inner = circle(0.93).map(([u, v]) => [x + u, 0, 1.1 + v] as const).reverse();
    return panel([...outer, outer[0]!, inner[inner.length - 1]!, ...inner], [0, 1, 0], paint.rubber);
  };
  const bar = (
    x: number, z: number, X: number, Z: number, p: Paint = color,
  ) => spheres("hull", p, [x, 0, z, 0.07], [X, 0, Z, 0.07]);
  return [
    groupInOrder([
      ring(1.1),
      ring(4.1),
      bar(1.1, 1.1, 1.8, 2.5),
      bar(1.1, 1.1, 2.3, 1),
      bar(2.3, 1, 1.8, 2.6),
      bar(2.3, 1, 3.7, 2.4),
      bar(1.85, 2.4, 3.65, 2.5),
      bar(4.1, 1.1, 3.6, 3),
      bar(3.5, 3, 3.95, 3.1, paint.ink),
      bar(1.55, 2.75, 2.05, 2.75, paint.ink),
    ]),
  ];
}

/** A wheeled trash cart with a lid; its color says what it takes. */
export function trashCart(color: Paint = paint.leaf): Solid[] {
  return [
    groupByDepth([
      box([0.1, 0.15, 0.2], [1.8, 1.9, 3], color, {
        decals: [decal("+y", 0.35, 1.4, 1.1, 1, mix(color, paint.cream, 0.5))],
      }),
      box([0, 0, 3.2], [2, 2.2, 0.22], mix(color, paint.ink, 0.2)),
      cylinder("x", [0.1, 0.1, 0.35], 0.35, 1.8, paint.rubber),
    ]),
  ];
}

/** A dumpster, open on top, with sides in the color of what it takes; 0.3 ft of wall. */
export function dumpster(width: number, depth: number, height: number, color: Paint): Solid[] {
  const ribs = (length: number, on: "+x" | "+y") => Array.from(
    { length: Math.floor(length / 1.4) },
    (_, i) => decal(on, 0.5 + i * 1.4, 0.1, 0.22, height - 0.4, mix(color, paint.ink, 0.18)),
  );
  return [
    box([0, 0, 0], [width, depth, 0.3], mix(color, paint.ink, 0.35)),
    box([0, 0, 0.3], [0.25, depth, height - 0.3], color),
    box([0.25, 0, 0.3], [width - 0.5, 0.25, height - 0.3], color, { receives: ["y"] }),
    box([width - 0.25, 0, 0.3], [0.25, depth, height - 0.3], color, { decals: ribs(depth, "+x") }),
    box([0.25, depth - 0.25, 0.3], [width - 0.5, 0.25, height - 0.3], color, { decals: ribs(width - 0.5, "+y") }),
  ];
}

/** The top of an oak that a storm threw over a fence: its trunk lies along y around x, from y on, broken toward +y. */
export function fallenTree(x: number, y: number): Solid[] {
  const leaves = mix(paint.foliage, paint.mustard, 0.22);
  const limb = (from: Vec, to: Vec, radius: number) => spheres("hull", paint.bark, [...from, radius], [
    ...to, radius * 0.6,
  ]);
  return [
    groupInOrder([
      spheres("union", leaves, [x - 2.4, y - 1, 2, 1.9], [x + 2.2, y - 1.4, 1.9, 1.8], [x, y - 2.4, 2.4, 2.2], [
        x + 0.2, y, 3.4, 1.7,
      ]),
      limb([x, y + 5, 1], [x - 2.8, y + 1.2, 3.2], 0.4),
      limb([x, y + 4, 1], [x + 2.8, y + 0.6, 2.6], 0.4),
      cylinder("y", [x, y, 0.95], 0.7, 10, paint.bark, paint.plank, 0.95),
      disc("y", [x, y + 10.01, 0.95], 0.55, mix(paint.plank, paint.wood, 0.6)),
      disc("y", [x, y + 10.02, 0.95], 0.4, paint.plank),
      spheres("union", leaves, [x - 3, y + 1, 2.6, 1.3], [x + 2.9, y + 0.8, 2.2, 1.2]),
    ]),
  ];
}

/** Three cut logs along y, two below and one on top. */
export function logs(): Solid[] {
  const log = (x: number, z: number) => [
    cylinder("y", [x, 0, z], 0.6, 3.4, paint.bark, paint.plank),
    disc("y", [x, 3.41, z], 0.34, mix(paint.plank, paint.wood, 0.7)),
  ];
  return [groupInOrder([...log(0.6, 0.6), ...log(1.85, 0.6), ...log(1.22, 1.66)])];
}
