import { groupByDepth, groupInOrder } from "../assembly";
import { box, decal, type Facing, type Decal } from "../box";
import { mix, paint, type Paint } from "../palette";
import { prism, panel } from "../prism";
import { circle, cylinder, spheres } from "../round";
import type { Solid } from "../solid";
import { cosine, sine, type Vec } from "../vector";
import { window } from "./building";
import { starSpots } from "./outdoor";

/** Bands of windows over a side of a tower. */
function bands(on: Facing, width: number, height: number, floor: number, glass: Paint): Decal[] {
  const out: Decal[] = [];
  for (let v = floor * 0.5; v < height - floor * 0.6; v += floor)
    out.push(decal(on, width * 0.08, v, width * 0.84, floor * 0.55, glass, false));
  return out;
}

/** Columns of windows over a side of a tower. */
function columns(on: Facing, width: number, height: number, step: number, glass: Paint): Decal[] {
  const out: Decal[] = [];
  for (let u = step * 0.4; u < width - step * 0.5; u += step)
    out.push(decal(on, u, height * 0.04, step * 0.5, height * 0.9, glass, false));
  return out;
}

/** How the windows of a tower run. */
export type Windows = "bands" | "columns";

/** An office tower with its least corner at `from`. */
export function tower(
  from: Vec, size: Vec, wall: Paint, glass: Paint, windows: Windows = "bands", step = 2.2,
): Solid[] {
  const face = (
    on: Facing, width: number,
  ) => (windows === "bands" ? bands(on, width, size[2], step, glass) : columns(on, width, size[2], step, glass));
  return [
    box(from, size, wall, {
      decals: [
        ...face("+y", size[0]),
        ...face("+x", size[1]),
        decal("+z", 0.4, 0.4, size[0] - 0.8, size[1] - 0.8, mix(wall, paint.ink, 0.14)),
      ],
    }),
    box(
      [from[0] + size[0] * 0.3, from[1] + size[1] * 0.3, from[2] + size[2]],
      [size[0] * 0.35, size[1] * 0.35, 0.9],
      mix(wall, paint.ink, 0.08),
    ),
  ];
}

/** A tower whose top is cut aslant toward +y. */
export function slantTower(from: Vec, size: Vec, glass: Paint, slant: number): Solid[] {
  const [x, y, z] = from;
  const [w, d, h] = size;
  const shade = mix(glass, paint.ink, 0.12);
  const lines: Solid[] = [];
  for (let u = 1.4; u < w; u += 1.4)
    lines.push(
      panel(
        [
          [x + u, y + d + 0.01, z],
          [x + u + 0.14, y + d + 0.01, z],
          [x + u + 0.14, y + d + 0.01, z + h - slant],
          [x + u, y + d + 0.01, z + h - slant],
        ],
        [0, 1, 0],
        shade,
      ),
    );
  return [
    groupInOrder([prism("x", [[y, z], [y, z + h], [y + d, z + h - slant], [y + d, z]], x, x + w, glass), ...lines]),
  ];
}

/** The observation tower of Dallas: three shafts and a stem that carry a sphere of lights, its feet around x, y. */
export function ballTower(x: number, y: number, height: number): Solid[] {
  const shaft = mix(paint.concrete, paint.stone, 0.4);
  const legs = [[-1.1, 1.1], [1.1, -1.1], [-0.9, -0.9], [1, 1]] as const;
  const r = 3.2;
  const lights: Solid[] = [];
  for (let ring = -2; ring <= 3; ring++) {
    const v = ring * 16;
    for (let i = 0; i < 7; i++) {
      const a = ((i + (ring % 2 === 0 ? 0.5 : 0)) / 7) * 180 - 45;
      const c = cosine(v) * r;
      lights.push(spheres("hull", paint.tape, [x + cosine(a) * c, y + sine(a) * c, height + sine(v) * r, 0.26]));
    }
  }
  return [
    groupByDepth(
      legs.map(([a, b], i) => cylinder("z", [x + a, y + b, 0], i === 3 ? 0.7 : 0.5, height - r + 0.6, shaft)),
    ),
    groupInOrder([
      cylinder("z", [x, y, height - r * 0.62], 2, 0.7, shaft, shaft, 2.7),
      spheres("union", mix(paint.steel, paint.denim, 0.25), [x, y, height + r * 0.1, r]),
      ...lights,
    ]),
  ];
}

/** A shop of one or two floors: awning, display window and door toward +y. */
export function shop(
  x: number, y: number, width: number, depth: number, height: number, wall: Paint, awning: Paint,
): Solid[] {
  const pale = mix(wall, paint.cream, 0.4);
  const upper: Decal[] = [];
  if (height > 12) for (let u = 1.2; u < width - 2; u += 3.2) upper.push(...window("+y", u, 10.4, 1.8, 3));
  const stripes = Math.round((width - 1) / 1.2);
  const step = (width - 1) / stripes;
  const bars: Solid[] = [];
  for (let i = 0; i < stripes; i++) {
    const [a, b] = [x + 0.5 + i * step, x + 0.5 + (i + 1) * step];
    bars.push(
      panel(
        [[a, y + depth, 8.6], [b, y + depth, 8.6], [b, y + depth + 2.2, 7.2], [a, y + depth + 2.2, 7.2]],
        [0, 1, 1],
        i % 2 === 0 ? awning : paint.cream,
      ),
    );
    bars.push(
      panel(
        [[a, y + depth + 2.2, 7.2], [b, y + depth + 2.2, 7.2], [b, y + depth + 2.2, 6.6], [a, y + depth + 2.2, 6.6]],
        [0, 1, 0],
        i % 2 === 0 ? awning : paint.cream,
      ),
    );
  }
  const [dw, dx] = [2.6, width - 3.8];
  return [
    box([x, y, 0], [width, depth, height], wall, {
      receives: ["y"],
      decals: [
        decal("+y", 0, 0, width, 0.7, mix(wall, paint.ink, 0.2)),
        decal("+y", 0.9, 1.4, width - 5.6, 5, paint.white),
        decal("+y", 1.15, 1.65, width - 6.1, 4.5, "#A9CBC8", true),
        { on: "+y", unlit: true, paint: "#C6DEDA", vertices: [[2, 1.65], [3.2, 1.65], [4.8, 6.15], [3.6, 6.15]] },
        decal("+y", dx, 0, dw, 6.6, paint.white),
        decal("+y", dx + 0.3, 0.4, dw - 0.6, 5.9, "#8FB5B3", true),
        ...upper,
        decal("+y", 0, height - 0.9, width, 0.5, pale),
        decal("+x", 0, height - 0.9, depth, 0.5, pale),
        decal("+z", 0.4, 0.4, width - 0.8, depth - 0.8, mix(wall, paint.ink, 0.2)),
      ],
    }),
    groupInOrder(bars),
  ];
}

/** A fountain: a basin, a bowl and its water, around x, y. */
export function fountain(x: number, y: number): Solid[] {
  const stone = mix(paint.concrete, paint.cream, 0.3);
  return [
    groupInOrder([
      cylinder("z", [x, y, 0], 3.4, 1.1, stone, stone),
      panel(circle(3, 36).map(([a, b]) => [x + a, y + b, 1.12] as const), [0, 0, 1], paint.water),
      cylinder("z", [x, y, 1.12], 0.45, 2, stone),
      cylinder("z", [x, y, 3.1], 0.5, 0.7, stone, paint.water, 1.6),
      spheres("hull", mix(paint.water, paint.white, 0.6), [x, y, 3.9, 0.32], [x, y, 5.2, 0.12]),
    ]),
  ];
}

/** A water tower of one stem that carries a globe, around x, y. */
export function waterGlobe(x: number, y: number, color: Paint = mix(paint.white, paint.water, 0.25)): Solid[] {
  const tiers = [
    [0, 2.4], [4, 1], [16, 1], [18, 3.4], [19.6, 4.1], [21.2, 4.1], [22.8, 3.3], [24, 1.6], [24.3, 0.3],
  ] as const;
  return [
    groupInOrder(
      tiers.slice(0, -1).map(([z, r], i) => {
        const tint = i === 4 ? paint.leaf : color;
        return cylinder("z", [x, y, z], r, tiers[i + 1]![0] - z, tint, tint, tiers[i + 1]![1]);
      }),
    ),
  ];
}

/** An arch over a street along x: two posts and a curved board toward +y with a lone star. */
export function archSign(x: number, y: number, span: number): Solid[] {
  const board = Array.from({ length: 13 }, (_, i) => {
    const t = i / 12;
    return [x + 0.5 + t * (span - 1), 11 + sine(t * 180) * 2.6] as const;
  });
  const lower = [...board].reverse().map(([a, b]) => [a, b - 2.6] as const);
  const face = (inset: number) => [
    ...board.map(([a, b]) => [a, b - inset] as const), ...lower.map(([a, b]) => [a, b + inset] as const),
  ];
  const plate = (
    vertices: readonly (readonly [number, number])[], at: number, color: Paint,
  ) => panel(vertices.map(([a, b]) => [a, at, b] as const), [0, 1, 0], color);
  const letters = [0.16, 0.23, 0.3, 0.7, 0.77, 0.84].map((t) => {
    const [a, b] = [x + 0.5 + t * (span - 1), 11 + sine(t * 180) * 2.6 - 1.8];
    return plate([[a - 0.35, b], [a + 0.35, b], [a + 0.35, b + 1], [a - 0.35, b + 1]], y + 0.53, paint.cream);
  });
  return [
    groupByDepth([
      box([x - 0.5, y - 0.3, 0], [1.2, 1.2, 2], paint.stone),
      cylinder("z", [x + 0.1, y + 0.3, 2], 0.35, 9.6, paint.bark),
    ]),
    groupInOrder([
      plate(board.concat(lower), y + 0.5, paint.bark),
      plate(face(0.2), y + 0.51, paint.clay),
      ...letters,
      plate(starSpots(x + span / 2, 12.25, 1.15), y + 0.54, paint.cream),
    ]),
    groupByDepth([
      box([x + span - 0.7, y - 0.3, 0], [1.2, 1.2, 2], paint.stone),
      cylinder("z", [x + span - 0.1, y + 0.3, 2], 0.35, 9.6, paint.bark),
    ]),
  ];
}

/** A hot-air balloon, 9 ft across, whose basket hangs at a height. */
export function balloon(x: number, y: number, z: number, color: Paint): Solid[] {
  const pale = mix(color, paint.cream, 0.6);
  const tiers = [[2.6, 1.2], [5.4, 3.7], [7.4, 4.5], [9.4, 4.4], [11.2, 3.5], [12.5, 2], [13.1, 0.6]] as const;
  const rope = (a: number, b: number) => spheres("hull", paint.iron, [x + a * 0.8, y + b * 0.8, z + 1.4, 0.06], [
    x + a, y + b, z + 2.7, 0.06,
  ]);
  return [
    groupInOrder([
      box([x - 0.8, y - 0.8, z], [1.6, 1.6, 1.4], paint.wood),
      rope(1, -1),
      rope(-1, 1),
      rope(1, 1),
      ...tiers.slice(0, -1).map(([at, r], i) =>
        cylinder(
          "z", [x, y, z + at], r, tiers[i + 1]![0] - at, i % 2 ? pale : color, i % 2 ? pale : color, tiers[i + 1]![1],
        )
      ),
    ]),
  ];
}

/** The turret of a town hall, 6 ft square, with its clock. */
export function cupola(x: number, y: number, z: number): Solid[] {
  const pale = mix(paint.white, paint.stone, 0.2);
  return [
    box([x, y, z], [6, 6, 5], pale, { decals: [...window("+x", 2, 1, 2, 2.6), ...window("+y", 2, 1, 2, 2.6)] }),
    cylinder("z", [x + 3, y + 3, z + 5], 4, 4.4, paint.forest, paint.forest, 0.2),
  ];
}
