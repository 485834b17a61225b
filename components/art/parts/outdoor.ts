import { groupByDepth, shadowless, groupInOrder } from "../assembly";
import { box, discDecal, polygonDecal, decal, type Decal } from "../box";
import { mix, paint, type Paint } from "../palette";
import { prism, panel } from "../prism";
import { circle, cylinder, disc, spheres } from "../round";
import type { Solid } from "../solid";
import { cosine, sine, type Point } from "../vector";

/** The width and depth of a hot tub, in feet. */
const TUB = 7;

/** A drained hot tub, a shell with a bench and jets in a skirt of wood; its +x end can be sawn off already. */
export function hotTub(standing = TUB): Solid[] {
  const whole = standing === TUB;
  const inner = whole ? TUB - 1.8 : standing - 0.9;
  const outer = whole ? TUB - 0.9 : standing - 0.2;
  const slats = (on: "+x" | "+y", length: number) => Array.from(
    { length: Math.floor(length / 0.7) },
    (_, i) => decal(on, 0.45 + i * 0.7, 0, 0.06, 2.8, mix(paint.wood, paint.ink, 0.3)),
  );
  const shell = mix(paint.white, paint.water, 0.45);
  const jets = (on: "+x" | "+y", from: number) => [1.1, 2.6, 4.1].filter((u) => u < inner).flatMap((u) => [
    discDecal(on, from + u, 2, 0.24, paint.steel), discDecal(on, from + u, 2, 0.12, paint.iron),
  ]);
  // The rim cuts the corners of the basin.
  const corner = (u: number, v: number, toward: number, down: number) => prism(
    "z", [[u, v], [u + toward, v], [u, v + down]], 2.8, 3.15, paint.white,
  );
  const end = [
    box([6.3, 0.2, 0], [0.5, 6.6, 2.8], paint.wood, { decals: slats("+x", 6.6) }),
    corner(6.2, 0.9, -1, 1),
    corner(6.2, 6.2, -1, -1),
    box([6.2, 0.9, 2.8], [0.8, 5.3, 0.35], paint.white),
  ];
  return [
    groupByDepth([
      box([0.9, 0.9, 0], [inner, 5.2, 0.5], mix(shell, paint.iron, 0.18), { receives: ["z"] }),
      disc("z", [2.9, 2.9, 0.51], 0.3, paint.iron),
      box([0.2, 0.2, 0], [outer, 0.7, 2.8], paint.wood, {
        receives: ["y"], decals: [decal("+y", 0.5, 0.5, outer - 0.5, 2.3, shell), ...jets("+y", 0.9)],
      }),
      box([0.2, 0.9, 0], [0.7, 5.4, 2.8], paint.wood, {
        decals: [decal("+x", 0, 0.5, 5.4, 2.3, shell), ...jets("+x", 0)],
      }),
      box([0.9, 0.9, 0.5], [inner, 1.2, 0.8], shell, { receives: ["z", "y"] }),
      box([0.9, 2.1, 0.5], [1.2, 4, 0.8], shell, { receives: ["z"] }),
      box([0.2, 6.3, 0], [outer, 0.5, 2.8], paint.wood, { decals: slats("+y", outer) }),
      box([0, 0, 2.8], [standing, 0.9, 0.35], paint.white),
      box([0, 0.9, 2.8], [0.9, 5.3, 0.35], paint.white),
      corner(0.9, 0.9, 1, 1),
      corner(0.9, 6.2, 1, -1),
      box([0, 6.2, 2.8], [standing, 0.8, 0.35], paint.white),
      ...(whole ? end : []),
    ]),
  ];
}

/** A piece sawn off a hot tub: its skirt, some foam, and the rim. */
export function tubPiece(width = 3): Solid[] {
  const slats = Array.from(
    { length: Math.floor(width / 0.7) },
    (_, i) => decal("+y", 0.35 + i * 0.7, 0, 0.06, 2.6, mix(paint.wood, paint.ink, 0.3)),
  );
  return [
    groupByDepth([
      box([0, 0, 0], [width, 0.4, 2.6], paint.tape),
      box([0, 0.4, 0], [width, 0.2, 2.6], paint.wood, { decals: slats }),
      box([0, -0.1, 2.6], [width, 0.8, 0.3], paint.white),
    ]),
  ];
}

/** The two halves of a hot tub's cover, folded and standing on edge along x. */
export function tubCover(): Solid[] {
  const vinyl = mix(paint.bark, paint.stone, 0.35);
  return [0, 0.45].map((y) =>
    box([0, y, 0], [7, 0.4, 3.5], vinyl, {
      decals: [decal("+y", 1.4, 1.5, 0.3, 0.9, paint.ink), decal("+y", 5.2, 1.5, 0.3, 0.9, paint.ink)],
    })
  );
}

/** The width of a shed along x, in feet. */
const SHED = 8;

/** A backyard shed, 6 ft deep, its door toward +y; of one that is taken down, the rest toward +x is only its frame. */
export function shed(standing = SHED): Solid[] {
  const color = mix(paint.rust, paint.wood, 0.4);
  const seams = (on: "+x" | "+y", length: number) => Array.from(
    { length: Math.floor(length / 0.9) }, (_, i) => decal(on, 0.85 + i * 0.9, 0, 0.06, 6, mix(color, paint.ink, 0.22)),
  );
  const u = (standing - 3.6) / 2;
  const doors = [
    decal("+y", u, 0.2, 3.6, 5.2, paint.cream),
    decal("+y", u + 0.2, 0.4, 1.5, 4.8, color),
    decal("+y", u + 1.9, 0.4, 1.5, 4.8, color),
    polygonDecal("+y", [[u + 0.2, 0.4], [u + 0.4, 0.4], [u + 1.7, 5.2], [u + 1.5, 5.2]], paint.cream),
    polygonDecal("+y", [[u + 3.4, 0.4], [u + 3.2, 0.4], [u + 1.9, 5.2], [u + 2.1, 5.2]], paint.cream),
  ];
  const slope = (y0: number, z0: number, from: number, to: number, color: Paint) => prism(
    "x", [[y0, z0], [3, 8], [3, 8.35], [y0, z0 + 0.35]], from, to, color,
  );
  const roof = (from: number, to: number, color: Paint) => [
    slope(-0.6, 5.6, from, to, color), slope(6.6, 5.6, from, to, color),
  ];
  const whole = standing === SHED;
  const end = whole ? seams("+x", 6) : [decal("+x", 0, 0, 6, 6, mix(color, paint.ink, 0.45))];
  return [
    box([0, 0, 0], [standing, 6, 6], color, { receives: ["y"], decals: [...end, ...seams("+y", standing), ...doors] }),
    groupInOrder([
      prism("x", [[0, 6], [3, 8], [6, 6]], 0, standing, color, whole ? color : mix(color, paint.ink, 0.45)),
      ...roof(-0.5, standing + (whole ? 0.5 : 0), paint.shingle),
    ]),
    ...(whole ? [] : [
      groupInOrder([
        box([standing, 0, 0], [SHED - standing, 6, 0.3], paint.plank, { receives: ["z"] }),
        box([standing, 0, 0.3], [SHED - standing, 0.3, 2.8], color, { receives: ["y"] }),
        ...[0, 5.7].flatMap((y) => [
          ...[1.3, 2.4, 3.3].map((x) => box([standing + x, y, 0.3], [0.3, 0.3, 5.7], paint.plank)),
          box([standing, y, 6], [SHED - standing, 0.3, 0.3], paint.wood),
        ]),
        ...[1.3, 3.3].flatMap((x) => roof(standing + x, standing + x + 0.3, paint.plank)),
      ]),
    ]),
  ];
}

/** A mailbox on a post, its flag up. */
export function mailbox(): Solid[] {
  return [
    groupByDepth([
      box([0.3, 0.4, 0], [0.25, 0.25, 3.2], paint.wood),
      box([0, 0, 3.2], [0.8, 1.5, 0.75], paint.iron),
      box([0.8, 0.7, 3.6], [0.08, 0.14, 0.8], paint.clay),
    ]),
  ];
}

/** The corners of a five-pointed star around u, v. */
export function starSpots(u: number, v: number, radius: number): Point[] {
  return Array.from({ length: 10 }, (_, i): Point => {
    const r = i % 2 === 0 ? radius : radius * 0.4;
    return [u + r * cosine(90 + i * 36), v + r * sine(90 + i * 36)];
  });
}

/** A five-pointed star as a decal. */
export function star(on: Decal["on"], u: number, v: number, radius: number, color: Paint): Decal {
  return polygonDecal(on, starSpots(u, v, radius), color);
}

/** A street lamp. */
export function streetLamp(): Solid[] {
  return [
    groupInOrder([
      cylinder("z", [0.4, 0.4, 0], 0.28, 0.8, paint.forest),
      cylinder("z", [0.4, 0.4, 0.8], 0.11, 8, paint.forest),
      cylinder("z", [0.4, 0.4, 8.8], 0.3, 0.2, paint.forest),
      spheres("union", paint.tape, [0.4, 0.4, 9.5, 0.55]),
    ]),
  ];
}

/** A park bench facing +y. */
export function bench(): Solid[] {
  return [
    groupByDepth([
      box([0.3, 0.3, 0], [0.2, 1.2, 1.4], paint.iron),
      box([4.5, 0.3, 0], [0.2, 1.2, 1.4], paint.iron),
      box([0, 0.3, 1.4], [5, 1.4, 0.15], paint.wood),
      box([0, 0.1, 1.9], [5, 0.15, 1.1], paint.wood),
    ]),
  ];
}

/**
 * A horse at a gallop along -x, as a bronze as large as life: 10.5 ft from nose to tail, its mane and tail in the
 * wind. Its hooves stand on height 0.
 */
export function mustang(color: Paint = paint.bark): Solid[] {
  const k = 0.95;
  const dark = mix(color, paint.ink, 0.4);
  const part = (tint: Paint, ...centers: readonly (readonly [number, number, number, number])[]) => spheres(
    "hull", tint, ...centers.map(([x, y, z, r]) => [x * k, y * k, z * k, r * k] as const),
  );
  const leg = (
    y: number, top: readonly [number, number, number], knee: readonly [number, number], hoof: readonly [number, number],
  ) => [
    part(color, [top[0], y, top[1], top[2]], [knee[0], y, knee[1], 0.22]),
    part(color, [knee[0], y, knee[1], 0.2], [hoof[0], y, hoof[1] + 0.2, 0.13]),
    part(dark, [hoof[0], y, hoof[1] + 0.15, 0.17], [hoof[0] - 0.12, y, hoof[1] + 0.02, 0.2]),
  ];
  return [
    groupInOrder([
      ...leg(-0.4, [2, 3.8, 0.5], [0.3, 3.3], [0.9, 2]),
      ...leg(-0.4, [6.2, 4, 0.65], [7.9, 2.6], [9, 0.9]),
      part(dark, [7.2, 0, 4.9, 0.28], [8.6, 0, 5, 0.34], [9.8, 0, 4.1, 0.12]),
      part(color, [2.1, 0, 4.5, 0.98], [4, 0, 4.2, 0.9]),
      part(color, [4, 0, 4.2, 0.9], [6.3, 0, 4.5, 0.98]),
      ...leg(0.45, [2, 3.8, 0.5], [0.2, 2.4], [-1.3, 0.6]),
      ...leg(0.45, [6.2, 4, 0.7], [7.2, 2.2], [6.3, 0.25]),
      part(dark, [2.8, 0, 5.5, 0.34], [1.5, 0, 6.9, 0.34], [3.1, 0, 6.3, 0.14]),
      part(color, [1.9, 0, 4.8, 0.92], [0.8, 0, 6.2, 0.56]),
      part(dark, [1, 0.1, 7.1, 0.12], [0.9, 0.1, 6.7, 0.18]),
      part(color, [0.8, 0, 6.4, 0.52], [0, 0, 5.6, 0.42], [-0.8, 0, 4.7, 0.28]),
    ]),
  ];
}

/** Water as a sheet at a height, with a few streaks of light; x, y, width, depth in feet. */
export function water(x: number, y: number, width: number, depth: number, z: number): Solid[] {
  const streaks = Array.from(
    { length: Math.round((width * depth) / 22) },
    (_, i) => decal(
      "+z",
      (i * 7.7) % (width - 3) + 0.5,
      (i * 3.3) % (depth - 0.6) + 0.3,
      1.6 + (i % 3) * 0.6,
      0.16,
      mix(paint.water, paint.cream, 0.45),
    ),
  );
  return shadowless([box([x, y, z - 0.05], [width, depth, 0.05], paint.water, { receives: ["z"], decals: streaks })]);
}

/** A traffic cone, 2 ft high. */
export function cone(): Solid[] {
  return [
    groupInOrder([
      box([0, 0, 0], [1.2, 1.2, 0.12], paint.ink),
      cylinder("z", [0.6, 0.6, 0.12], 0.42, 0.9, paint.clay, paint.clay, 0.27),
      cylinder("z", [0.6, 0.6, 1.02], 0.27, 0.4, paint.cream, paint.cream, 0.2),
      cylinder("z", [0.6, 0.6, 1.42], 0.2, 0.6, paint.clay, paint.clay, 0.08),
    ]),
  ];
}

/** A sign on a post, its board toward +y. */
export function signpost(board: Paint = paint.leaf, decals: readonly Decal[] = []): Solid[] {
  return [
    groupByDepth([
      box([1.4, 0, 0], [0.25, 0.2, 4.6], paint.wood),
      box([0, 0.2, 2.4], [3.05, 0.18, 2.2], paint.cream, {
        decals: [decal("+y", 0.15, 0.15, 2.75, 1.9, board), ...decals],
      }),
    ]),
  ];
}

/** A clock's face as decals on a wall, at a full hour from 1 to 12: rim, dial and two hands. */
export function clock(on: Decal["on"], u: number, v: number, radius: number, hour = 10): Decal[] {
  const hand = (turned: number, length: number, color: Paint): Decal => {
    const [a, b] = [sine(turned) * length, cosine(turned) * length];
    const [p, q] = [cosine(turned) * radius * 0.07, -sine(turned) * radius * 0.07];
    return polygonDecal(on, [[u - p, v - q], [u + p, v + q], [u + a + p, v + b + q], [u + a - p, v + b - q]], color);
  };
  return [
    discDecal(on, u, v, radius, paint.iron),
    discDecal(on, u, v, radius * 0.88, paint.cream, true),
    hand(0, radius * 0.66, paint.ink),
    hand(hour * 30, radius * 0.45, paint.clay),
  ];
}

/** A clock on a post, 12 ft high, its dial of 3.6 ft toward +y. */
export function streetClock(hour: number): Solid[] {
  const [brass, middle] = [mix(paint.mustard, paint.cream, 0.15), 10];
  const face = clock("+y", 1.9, middle, 1.75, hour).map(({ vertices, paint, unlit = false }, i) =>
    panel(vertices.map(([u, v]) => [u, 0.71 + i / 100, v] as const), [0, 1, 0], paint, unlit)
  );
  return [
    groupInOrder([
      box([1.4, -0.15, 0], [1, 1, 0.9], paint.iron),
      box([1.7, 0.15, 0.9], [0.4, 0.4, middle - 2.6], paint.iron),
      cylinder("y", [1.9, 0, middle], 1.9, 0.7, brass),
      ...face,
      box([1.6, 0.05, middle + 1.85], [0.6, 0.6, 0.4], brass),
    ]),
  ];
}

/** A flat disc of ground: paving around a fountain, a driveway's turning circle. */
export function paving(x: number, y: number, radius: number, color: Paint = paint.concrete, z = 0.02): Solid[] {
  return shadowless([panel(circle(radius, 40).map(([a, b]) => [x + a, y + b, z] as const), [0, 0, 1], color)]);
}
