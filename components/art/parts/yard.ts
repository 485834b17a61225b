import { groupByDepth, groupInOrder } from "../assembly";
import { box, discDecal, decal, type Decal } from "../box";
import { mix, paint, type Paint } from "../palette";
import { prism, panel } from "../prism";
import { circle, cylinder, disc, spheres } from "../round";
import type { Solid } from "../solid";

/** A gas grill without its tank. */
export function grill(): Solid[] {
  return [
    groupInOrder([
      box([0, 0.3, 2.3], [0.9, 1.5, 0.15], paint.steel),
      box([0.9, 0.2, 0.4], [2.4, 1.7, 1.9], paint.iron, {
        decals: [
          decal("+y", 0.1, 0.1, 1.05, 1.5, paint.rubber),
          decal("+y", 1.25, 0.1, 1.05, 1.5, paint.rubber),
          decal("+y", 0.2, 1.66, 2, 0.18, paint.steel),
        ],
      }),
      cylinder("x", [0.95, 1.05, 2.45], 0.82, 2.3, paint.clay, mix(paint.clay, paint.ink, 0.25)),
      box([0.9, 1.75, 2.1], [2.4, 0.2, 0.3], paint.steel),
      box([3.3, 0.3, 2.3], [0.9, 1.5, 0.15], paint.steel),
      cylinder("y", [1.1, 1.8, 0.4], 0.4, 0.16, paint.rubber, paint.steel),
      cylinder("y", [3.1, 1.8, 0.4], 0.4, 0.16, paint.rubber, paint.steel),
    ]),
  ];
}

/** A round garden table under an umbrella, 5.6 ft across. */
export function umbrellaTable(color: Paint = paint.clay): Solid[] {
  const c = 2.8;
  return [
    groupInOrder([
      cylinder("z", [c, c, 0], 0.8, 0.2, paint.iron),
      cylinder("z", [c, c, 0.2], 0.1, 2, paint.steel),
      cylinder("z", [c, c, 2.2], 1.9, 0.16, paint.steel, mix(paint.glass, paint.white, 0.3)),
      cylinder("z", [c, c, 2.36], 0.09, 3, paint.steel),
      cylinder("z", [c, c, 5.2], 2.8, 0.5, color, color, 2.5),
      cylinder("z", [c, c, 5.7], 2.5, 1, mix(color, paint.cream, 0.75), color, 0.15),
    ]),
  ];
}

/** A panel of a board fence, 6 ft wide, off its posts. */
export function fencePanel(width = 6): Solid[] {
  const seams = Array.from(
    { length: Math.floor(width / 0.62) },
    (_, i) => decal("+y", 0.58 + i * 0.62, 0, 0.07, 5.2, mix(paint.wood, paint.ink, 0.3)),
  );
  return [
    groupByDepth([
      box([0, 0, 0], [width, 0.25, 5.2], mix(paint.wood, paint.stone, 0.35), { decals: seams }),
      ...[0.8, 3.9].map((z) => box([0, 0.25, z], [width, 0.16, 0.4], paint.wood)),
    ]),
  ];
}

/** Flagstones in a stack. */
export function flagstones(): Solid[] {
  const tints = [paint.stone, mix(paint.stone, paint.rose, 0.3), paint.concrete, mix(paint.stone, paint.steel, 0.5)];
  const slabs = [
    [0, 0, 3, 2.4], [0.2, 0.1, 2.6, 2.2], [0, 0.3, 2.8, 2], [0.4, 0.2, 2.3, 2], [0.3, 0.4, 2, 1.6],
  ] as const;
  return [groupByDepth(slabs.map(([x, y, w, d], i) => box([x, y, i * 0.32], [w, d, 0.3], tints[i % 4]!)))];
}

/** A pile of gravel or earth. */
export function moundOf(color: Paint = paint.stone): Solid[] {
  const [dark, light] = [mix(color, paint.ink, 0.14), mix(color, paint.cream, 0.22)];
  // A cone around x, y, wider at its foot.
  const cone = (x: number, y: number, radius: number, height: number, tint: Paint) => spheres(
    "hull", tint, [x, y, height, 0.25],
    ...circle(radius - 0.12, 10).map(([u, v]) => [x + u, y + v, 0.12, 0.12] as const),
    ...circle(radius * 0.5, 10).map(([u, v]) => [x + u, y + v, height * 0.62, 0.12] as const),
  );
  const clods = [[3.5, 3.4, 0.22], [0.9, 4, 0.18], [4.2, 2.2, 0.16], [2.2, 4.3, 0.14], [4.3, 1, 0.2]] as const;
  return [
    groupInOrder([
      cone(1.3, 1.2, 1.25, 1.1, dark),
      cone(2, 1.9, 1.9, 2.1, color),
      cone(3.1, 2.5, 1, 0.8, dark),
      cone(1.6, 3.1, 1, 0.75, light),
      ...clods.map(([x, y, r]) => spheres("hull", dark, [x, y, r, r])),
    ]),
  ];
}

/** A workbench with a vise. */
export function workbench(): Solid[] {
  const legs = [0.2, 4.5].flatMap((x) => [0.2, 1.7].map((y) => box([x, y, 0], [0.35, 0.35, 2.7], paint.wood)));
  return [
    groupByDepth([
      ...legs,
      box([0.2, 0.2, 0.6], [4.65, 1.85, 0.15], paint.plank),
      box([0, 0, 2.7], [5, 2.3, 0.25], paint.plank),
      box([0.5, 1.6, 2.95], [0.8, 0.8, 0.5], paint.denim),
      box([2.6, 0.4, 2.95], [1.5, 0.8, 0.7], paint.clay, { decals: [decal("+y", 0.6, 0.3, 0.3, 0.2, paint.steel)] }),
      box([1, 0.5, 0.75], [1.6, 1.2, 0.9], paint.cardboard),
    ]),
  ];
}

/** A kayak along x. */
export function kayak(color: Paint = paint.mustard): Solid[] {
  return [
    groupInOrder([
      spheres("hull", color, [0.25, 0.9, 0.75, 0.12], [2, 0.9, 0.6, 0.6], [7, 0.9, 0.6, 0.6], [8.8, 0.9, 0.75, 0.12]),
      spheres("hull", paint.ink, [3.7, 0.9, 0.98, 0.34], [5.2, 0.9, 0.98, 0.34]),
    ]),
  ];
}

/** A canoe along x, open on top. */
export function canoe(color: Paint = paint.leaf): Solid[] {
  const rim = [
    [0, 1.2], [1.4, 0.35], [3.6, 0], [6.4, 0], [8.6, 0.35], [10, 1.2], [8.6, 2.05], [6.4, 2.4], [3.6, 2.4], [1.4, 2.05],
  ] as const;
  const opening = (inset: number, z: number, tint: Paint) => panel(
    rim.map(([x, y]) => [5 + (x - 5) * (1 - inset * 0.5), 1.2 + (y - 1.2) * (1 - inset), z] as const), [0, 0, 1], tint,
  );
  return [
    groupInOrder([
      prism("x", [[0.5, 0], [0, 1.25], [2.4, 1.25], [1.9, 0]], 2.6, 7.4, color),
      spheres(
        "hull",
        color,
        [0.2, 1.2, 1.15, 0.16],
        [1.6, 1.2, 0.6, 0.55],
        [3, 1.2, 0.68, 0.66],
        [5, 1.2, 0.7, 0.7],
        [7, 1.2, 0.68, 0.66],
        [8.4, 1.2, 0.6, 0.55],
        [9.8, 1.2, 1.15, 0.16],
      ),
      opening(0, 1.3, paint.plank),
      opening(0.16, 1.31, mix(color, paint.ink, 0.45)),
      ...[3, 5, 7].map((x) => box([x, 0.2, 1.32], [0.4, 2, 0.08], paint.wood)),
    ]),
  ];
}

/** A child's playhouse. */
export function playhouse(): Solid[] {
  const roof = (y0: number, y1: number, z0: number, z1: number) => prism(
    "x", [[y0, z0], [y1, z1], [y1, z1 + 0.25], [y0, z0 + 0.25]], -0.3, 4.3, paint.teal,
  );
  return [
    box([0, 0, 0], [4, 3.4, 3.4], paint.mustard, {
      decals: [
        decal("+y", 0.6, 0, 1.3, 2.7, paint.clay),
        discDecal("+y", 1.65, 1.3, 0.1, paint.cream),
        decal("+y", 2.4, 1.2, 1.1, 1.2, paint.white),
        decal("+y", 2.55, 1.35, 0.8, 0.9, "#9FC4C2", true),
        decal("+x", 1, 1.2, 1.4, 1.2, paint.white),
        decal("+x", 1.15, 1.35, 1.1, 0.9, "#9FC4C2", true),
      ],
    }),
    groupInOrder([
      prism("x", [[0, 3.4], [1.7, 4.9], [3.4, 3.4]], 0, 4, paint.mustard),
      roof(-0.35, 1.7, 3.1, 4.9),
      roof(3.75, 1.7, 3.1, 4.9),
    ]),
  ];
}

/** A child's plastic slide, its ladder at low x. */
export function slide(): Solid[] {
  return [
    groupInOrder([
      box([0, 0, 0], [0.25, 1.6, 3.4], paint.denim),
      box([0.25, 0, 3], [1, 1.6, 0.3], paint.denim),
      panel([[1.25, 0.1, 3.3], [1.25, 1.5, 3.3], [5, 1.5, 0.35], [5, 0.1, 0.35]], [0.6, 0, 1], paint.mustard),
      panel([[1.25, 1.6, 3.75], [5, 1.6, 0.8], [5, 1.6, 0], [1.25, 1.6, 2.8]], [0, 1, 0], paint.mustard),
      box([1.1, 1.35, 0], [0.25, 0.25, 3], paint.denim),
    ]),
  ];
}

/** A swing set along x, 8 ft wide, with a slide's length of legs. */
export function swingSet(): Solid[] {
  const bar = (
    x: number, y: number, z: number, X: number, Y: number, Z: number, color: Paint = paint.teal, r = 0.14,
  ) => spheres("hull", color, [x, y, z, r], [X, Y, Z, r]);
  const swing = (x: number): Solid[] => [
    bar(x, 2, 6.6, x, 2, 1.6, paint.steel, 0.05),
    bar(x + 1.4, 2, 6.6, x + 1.4, 2, 1.6, paint.steel, 0.05),
    box([x - 0.1, 1.7, 1.4], [1.6, 0.6, 0.16], paint.clay),
  ];
  return [
    groupInOrder([
      bar(0.2, 0.2, 0.15, 0.6, 2, 6.7),
      bar(0.2, 3.8, 0.15, 0.6, 2, 6.7),
      bar(7.8, 0.2, 0.15, 7.4, 2, 6.7),
      bar(0.5, 2, 6.7, 7.5, 2, 6.7),
      ...swing(1.6),
      ...swing(4.8),
      bar(7.8, 3.8, 0.15, 7.4, 2, 6.7),
    ]),
  ];
}

/** A chicken coop with its run. */
export function coop(): Solid[] {
  const wire = (on: "+x" | "+y", length: number): Decal[] => Array.from(
    { length: Math.floor(length / 0.4) }, (_, i) => decal(on, 0.2 + i * 0.4, 0.2, 0.06, 2.2, paint.iron),
  );
  return [
    groupByDepth([
      box([0, 0, 1], [2.6, 2.6, 2.2], paint.rust, {
        decals: [
          decal("+y", 0.7, 0.3, 1.1, 1.4, paint.bark),
          decal("+y", 0.6, 0.2, 0.12, 1.6, paint.cream),
          decal("+y", 1.8, 0.2, 0.12, 1.6, paint.cream),
        ],
      }),
      ...[0, 2.35].flatMap((x) => [0, 2.35].map((y) => box([x, y, 0], [0.25, 0.25, 1], paint.wood))),
      box([2.6, 0, 0], [3.4, 2.6, 2.5], mix(paint.steel, paint.cream, 0.4), {
        decals: [
          ...wire("+y", 3.4),
          ...wire("+x", 2.6),
          decal("+y", 0, 2.3, 3.4, 0.2, paint.wood),
          decal("+x", 0, 2.3, 2.6, 0.2, paint.wood),
          decal("+y", 0, 0, 3.4, 0.2, paint.wood),
          decal("+x", 0, 0, 2.6, 0.2, paint.wood),
        ],
      }),
    ]),
    groupInOrder([prism("x", [[-0.3, 3.2], [2.9, 3.2], [1.3, 4.4]], -0.2, 2.7, paint.shingle)]),
  ];
}

/** A small greenhouse. */
export function greenhouse(): Solid[] {
  const glass = mix(paint.glass, paint.white, 0.35);
  const frame = (on: "+x" | "+y", length: number): Decal[] => [0, 1, 2, 3].map((i) =>
    decal(on, (i * (length - 0.14)) / 3, 0, 0.14, 4.6, paint.white)
  );
  const roof = (y0: number, y1: number) => prism(
    "x", [[y0, 4.6], [y1, 6.2], [y1, 6.3], [y0, 4.7]], 0, 5.4, mix(paint.glass, paint.white, 0.5),
  );
  return [
    box([0, 0, 0], [5.4, 4, 4.6], glass, {
      decals: [
        ...frame("+y", 5.4),
        ...frame("+x", 4),
        decal("+y", 0, 0, 5.4, 0.9, mix(paint.hedge, glass, 0.5)),
        decal("+x", 0, 0, 4, 0.9, mix(paint.hedge, glass, 0.4)),
        decal("+y", 0, 2.3, 5.4, 0.12, paint.white),
        decal("+x", 0, 2.3, 4, 0.12, paint.white),
      ],
    }),
    groupInOrder([prism("x", [[0, 4.6], [2, 6.2], [4, 4.6]], 0, 5.4, glass), roof(0, 2), roof(4, 2)]),
  ];
}

/** An inflatable hot tub. */
export function inflatableTub(): Solid[] {
  const c = 3.2;
  return [
    groupInOrder([
      cylinder("z", [c, c, 0], 3.1, 0.75, paint.denim, paint.denim, 3.2),
      cylinder("z", [c, c, 0.75], 3.2, 0.75, mix(paint.denim, paint.cream, 0.15), paint.denim),
      cylinder("z", [c, c, 1.5], 3.2, 0.6, paint.denim, mix(paint.denim, paint.cream, 0.4), 3),
      disc("z", [c, c, 2.11], 2.3, mix(paint.water, paint.ink, 0.25)),
      disc("z", [c + 0.15, c + 0.15, 2.12], 2.1, mix(paint.water, paint.white, 0.2)),
      box([5.6, 4.8, 0], [1.2, 1.2, 1.5], paint.iron),
    ]),
  ];
}

/** A barrel tub of staves. */
export function barrelTub(): Solid[] {
  const c = 2.7;
  const wood = mix(paint.wood, paint.rust, 0.2);
  const ring = (z: number, height: number, tint: Paint, caps = tint) => cylinder(
    "z", [c, c, z], tint === wood ? 2.6 : 2.64, height, tint, caps,
  );
  const seams = [2.45, 1.9, 1.1, 0.2, -0.7, -1.6].map((a) => {
    const b = Math.sqrt(2.62 * 2.62 - a * a);
    return panel(
      [[c + a - 0.05, c + b, 0.9], [c + a + 0.05, c + b, 0.9], [c + a + 0.05, c + b, 2.7], [c + a - 0.05, c + b, 2.7]],
      [0, 1, 0],
      mix(wood, paint.bark, 0.6),
    );
  });
  return [
    groupInOrder([
      ring(0, 0.6, wood),
      ring(0.6, 0.25, paint.iron),
      ring(0.85, 1.85, wood),
      ...seams,
      ring(2.7, 0.25, paint.iron),
      ring(2.95, 0.6, wood, paint.plank),
      disc("z", [c, c, 3.56], 2.3, paint.bark),
      disc("z", [c + 0.1, c + 0.1, 3.57], 2.05, mix(paint.bark, paint.ink, 0.35)),
    ]),
  ];
}

/** The steps of a deck, three treads toward +y. */
export function deckSteps(): Solid[] {
  const seam = (w: number) => [1, 2, 3].map((i) => decal("+z", i * 1.05, 0, 0.06, w, paint.bark));
  return [
    groupByDepth(
      [2, 1, 0].map((i) =>
        box([0, (2 - i) * 1.1, 0], [4.2, 1.1, 0.75 * (i + 1)], paint.wood, { decals: seam(1.1), receives: ["z"] })
      ),
    ),
  ];
}

/** A step ladder. */
export function ladder(): Solid[] {
  const steps = Array.from(
    { length: 6 }, (_, i) => box([0.2, 0.5 + (5 - i) * 0.18, 0.7 + i * 0.9], [1.7, 0.3, 0.14], paint.steel),
  );
  const rail = (x: number, X: number) => spheres("hull", paint.mustard, [x, 1.75, 0.1, 0.11], [X, 0.5, 6.1, 0.11]);
  const back = (x: number, X: number) => spheres("hull", paint.iron, [x, -0.9, 0.1, 0.08], [X, 0.4, 6, 0.08]);
  return [groupInOrder([back(0.2, 0.4), back(1.9, 1.7), rail(0.1, 0.3), ...steps, rail(2, 1.8)])];
}
