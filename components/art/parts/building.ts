import { groupByDepth, shadowless, groupInOrder } from "../assembly";
import { box, discDecal, decal, type Facing, type Decal } from "../box";
import { mix, paint, type Paint } from "../palette";
import { prism, panel } from "../prism";
import { spheres } from "../round";
import type { Solid } from "../solid";
import type { Vec } from "../vector";

/** The ground of a scene: lawn over a thin edge of earth. Its top is at height 0. */
export function ground(
  x: number, y: number, width: number, depth: number, decals: readonly Decal[] = [], top: Paint = paint.grass,
): Solid[] {
  const edge = mix(top, paint.earth, 0.55);
  return [
    box([x, y, -0.9], [width, depth, 0.5], paint.earth, { shadowless: true }),
    box([x, y, -0.4], [width, depth, 0.4], edge, {
      receives: ["z"], shadowless: true, decals: [decal("+z", 0, 0, width, depth, top), ...decals],
    }),
  ];
}

/** Decals for concrete slabs with joints, on a ground whose corner is the scene's origin of decals. */
export function slabs(
  x: number, y: number, width: number, depth: number, step = 5, color: Paint = paint.concrete,
): Decal[] {
  const joint = mix(color, paint.ink, 0.12);
  const out = [decal("+z", x, y, width, depth, color)];
  for (let u = step; u < width - 0.5; u += step) out.push(decal("+z", x + u - 0.05, y, 0.1, depth, joint));
  for (let v = step; v < depth - 0.5; v += step) out.push(decal("+z", x, y + v - 0.05, width, 0.1, joint));
  return out;
}

/**
 * Two walls of a room whose inner corner is at x, y: one along x (facing +y), one along y (facing +x), and its floor.
 */
export function room(
  x: number,
  y: number,
  width: number,
  depth: number,
  height: number,
  options: {
    wall?: Paint;
    floor?: Paint;
    outside?: Paint;
    backDecals?: readonly Decal[];
    leftDecals?: readonly Decal[];
    floorDecals?: readonly Decal[];
    z?: number;
  } = {},
): Solid[] {
  const {
    wall = paint.plaster,
    floor = paint.concrete,
    outside = paint.brick,
    backDecals = [],
    leftDecals = [],
    floorDecals = [],
    z = 0,
  } = options;
  const t = 0.5;
  const cut = paint.cream;
  return [
    box([x - t, y - t, z], [width + t, t, height], outside, {
      receives: ["y"],
      decals: [
        decal("+y", t, 0, width, height, wall),
        decal("+z", 0, 0, width + t, t, cut),
        decal("+y", t, 0, width, 0.35, paint.cream),
        ...backDecals.map((m) => shifted(m, t)),
      ],
    }),
    box([x - t, y, z], [t, depth, height], outside, {
      decals: [
        decal("+x", 0, 0, depth, height, wall),
        decal("+z", 0, 0, t, depth, cut),
        decal("+x", 0, 0, depth, 0.35, paint.cream),
        ...leftDecals,
      ],
    }),
    box([x, y, z], [width, depth, 0.08], floor, { receives: ["z"], shadowless: true, decals: floorDecals }),
  ];
}

function shifted(m: Decal, by: number): Decal {
  return { ...m, vertices: m.vertices.map(([u, v]) => [u + by, v] as const) };
}

/** A window as decals on a wall: frame, panes, a glint. */
export function window(on: Facing, u: number, v: number, width: number, height: number): Decal[] {
  const f = 0.22;
  return [
    decal(on, u, v, width, height, paint.white),
    decal(on, u + f, v + f, width - 2 * f, height - 2 * f, "#9FC4C2", true),
    {
      on,
      paint: "#C2DCD7",
      unlit: true,
      vertices: [
        [u + width * 0.3, v + f],
        [u + width * 0.55, v + f],
        [u + width * 0.8, v + height - f],
        [u + width * 0.55, v + height - f],
      ],
    },
    decal(on, u + width / 2 - 0.06, v + f, 0.12, height - 2 * f, paint.white),
    decal(on, u - 0.2, v - 0.2, width + 0.4, 0.2, paint.cream),
  ];
}

/** A paneled front door with a round knob. */
export function door(on: Facing, u: number, v: number, width = 3, height = 6.8, color: Paint = paint.clay): Decal[] {
  const inset = mix(color, paint.ink, 0.18);
  const out = [decal(on, u - 0.25, v, width + 0.5, height + 0.25, paint.white), decal(on, u, v, width, height, color)];
  for (const a of [0.35, width / 2 + 0.15])
    for (const b of [0.5, 2.6, 4.7]) out.push(decal(on, u + a, v + b, width / 2 - 0.5, 1.7, inset));
  out.push(discDecal(on, u + width - 0.35, v + 3.2, 0.14, paint.tape));
  return out;
}

/** Courses of brick, suggested by a few scattered decals. */
export function bricks(on: Facing, width: number, height: number, color: Paint = paint.brick): Decal[] {
  const dark = mix(color, paint.ink, 0.09);
  const light = mix(color, paint.cream, 0.14);
  const out: Decal[] = [];
  for (let i = 0; i < (width * height) / 6; i++) {
    const u = ((i * 7.31) % (width - 1.2)) + 0.1;
    const v = Math.floor(((i * 3.77) % Math.max(height - 0.6, 0.2)) / 0.4) * 0.4 + 0.2;
    out.push(decal(on, u, v, 0.75, 0.3, i % 3 === 0 ? light : dark));
  }
  return out;
}

/** A gable roof over width × depth, its ridge along x; eaves stand out on all sides. */
export function gable(
  from: Vec, width: number, depth: number, rise: number, color: Paint = paint.shingle, ends: Paint = paint.plaster,
): Solid[] {
  const [x, y, z] = from;
  const e = 0.9;
  const t = 0.35;
  const slope = rise / (depth / 2);
  const low = z - e * slope;
  const outline = [
    [y - e, low],
    [y + depth / 2, z + rise],
    [y + depth + e, low],
    [y + depth + e, low + t],
    [y + depth / 2, z + rise + t * 1.4],
    [y - e, low + t],
  ] as const;
  const courses: Solid[] = [];
  const line = mix(color, paint.ink, 0.14);
  for (let v = 0.14; v < 0.95; v += 0.17) {
    const cy = y + depth + e - v * (depth / 2 + e);
    const at = (u: number, k: number): Vec => [u, cy - k, low + t + v * (z + rise + t * 0.4 - low) + k * slope];
    courses.push(
      panel([at(x - e, 0), at(x + width + e, 0), at(x + width + e, 0.09), at(x - e, 0.09)], [0, slope, 1], line),
    );
  }
  return [
    groupInOrder([
      prism("x", [[y, z], [y + depth / 2, z + rise], [y + depth, z]], x, x + width, ends),
      // The roof is two convex slabs: far slope, then near slope over the ridge.
      prism("x", [outline[0], outline[1], outline[4], outline[5]], x - e, x + width + e, color),
      prism("x", [outline[1], outline[2], outline[3], outline[4]], x - e, x + width + e, color),
      ...shadowless(courses),
    ]),
  ];
}

/** A live oak: short stem, wide crown. `size` is the crown's radius in feet. */
export function oak(x: number, y: number, size = 5): Solid[] {
  const k = size / 5;
  const p = (a: number, b: number, c: number, r: number) => [x + a * k, y + b * k, c * k, r * k] as const;
  return [
    groupInOrder([
      spheres("hull", paint.bark, p(0, 0, 0.35, 0.75), p(0, 0, 0.9, 0.55), p(0.1, 0, 4.5, 0.5)),
      spheres("hull", paint.bark, p(0, 0, 3, 0.45), p(1.4, -1.2, 5.6, 0.3)),
      spheres("hull", paint.bark, p(0, 0, 3, 0.45), p(-1.4, 1.2, 5.6, 0.3)),
      spheres(
        "union",
        paint.foliage,
        p(-2.4, 2.4, 6.4, 1.9),
        p(2.4, -2.4, 6.4, 1.9),
        p(0, 0, 6.2, 2.3),
        p(-1.3, 1, 8, 1.9),
        p(1.3, -1.2, 8, 1.9),
        p(0, 0, 9, 1.8),
        p(1.4, 0.4, 6.6, 1.7),
        p(-0.2, 1.6, 6.5, 1.7),
      ),
    ]),
  ];
}

/** A rounded shrub. */
export function shrub(x: number, y: number, size = 1, color: Paint = paint.hedge): Solid[] {
  return [
    spheres(
      "union",
      color,
      [x, y, 0.75 * size, 0.8 * size],
      [x + 0.6 * size, y + 0.3 * size, 0.55 * size, 0.6 * size],
      [x - 0.5 * size, y + 0.4 * size, 0.5 * size, 0.55 * size],
    ),
  ];
}

/** A board fence along x; its boards face +y. */
export function fenceX(x: number, y: number, length: number, height = 5.5): Solid[] {
  const decals = Array.from(
    { length: Math.floor(length / 0.8) },
    (_, i) => decal("+y", 0.78 + i * 0.8, 0, 0.07, height, mix(paint.wood, paint.ink, 0.25)),
  );
  return [
    groupByDepth([
      box([x, y, 0], [length, 0.2, height], paint.wood, { decals, receives: ["y"] }),
      box([x, y, height], [length, 0.3, 0.15], paint.plank),
    ]),
  ];
}

/** A board fence along y; its boards face +x. */
export function fenceY(x: number, y: number, length: number, height = 5.5): Solid[] {
  const decals = Array.from(
    { length: Math.floor(length / 0.8) },
    (_, i) => decal("+x", 0.78 + i * 0.8, 0, 0.07, height, mix(paint.wood, paint.ink, 0.25)),
  );
  return [
    groupByDepth([
      box([x, y, 0], [0.2, length, height], paint.wood, { decals }),
      box([x, y, height], [0.3, length, 0.15], paint.plank),
    ]),
  ];
}

/** A house of brick with a gable, its front toward +y. */
export function house(
  x: number, y: number, width: number, depth: number, wall: Paint, roof: Paint, leaf: Paint, height = 9,
): Solid[] {
  const stories = height > 14 ? [2.6, 11] : [2.6];
  return [
    box([x, y, 0], [width, depth, height], wall, {
      receives: ["y"],
      decals: [
        ...bricks("+y", width, height, wall),
        ...door("+y", width / 2 - 1.5, 0.3, 3, 6.8, leaf),
        ...stories.flatMap((v) => [
          ...window("+y", 1.2, v, width * 0.24, 3.8),
          ...window("+y", width * 0.7, v, width * 0.24, 3.8),
          ...window("+x", depth * 0.32, v, depth * 0.36, 3.6),
        ]),
        decal("+y", 0, 0, width, 0.6, paint.stone),
        decal("+x", 0, 0, depth, 0.6, paint.stone),
      ],
    }),
    ...gable([x, y, height], width, depth, depth * 0.32, roof, wall),
    box([x + width / 2 - 2.2, y + depth, 0], [4.4, 1.8, 0.3], paint.concrete),
  ];
}
