/**
 * Points and directions, and the boxes that hold things. Nothing here or in the modules that build on it (projection,
 * polygon, depth, light) knows of colors, SVG or React.
 *
 * The world is measured in feet. x runs to the lower right of the screen, y to the lower left, z up, so a box shows its
 * +x side on the right, its +y side on the left and its top.
 *
 * The loops of the whole kit are plain, and the numbers stand in few arrays: every picture is drawn by an interpreter,
 * for which a step of an iterator, a destructured pair or a new array costs as much as ten additions, and so does an
 * array that grows by an index instead of by push.
 */

/** A point or direction in the world: x, y, z in feet. */
export type Vec = readonly [number, number, number];

/** A point in a plane: on the screen (right, down) or on a wall or floor. */
export type Point = readonly [number, number];

/** The smallest box along the axes that holds a thing. */
export interface Bounds {
  readonly min: Vec;
  readonly max: Vec;
}

/** Lengths below this many feet count as touching. */
export const EPSILON = 1e-3;

export function add(a: Vec, b: Vec): Vec {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function sub(a: Vec, b: Vec): Vec {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function scale(a: Vec, k: number): Vec {
  return [a[0] * k, a[1] * k, a[2] * k];
}

export function dot(a: Vec, b: Vec): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** The direction of a, of length one. The zero vector stays as it is. */
export function unit(a: Vec): Vec {
  const length = Math.sqrt(dot(a, a));
  return length === 0 ? a : scale(a, 1 / length);
}

/**
 * The normal of a flat polygon whose corners run counterclockwise as seen from outside (Newell's sum, which also holds
 * where three corners are in line).
 */
export function normal(corners: readonly Vec[]): Vec {
  let x = 0;
  let y = 0;
  let z = 0;
  let p = corners[corners.length - 1]!;
  for (let i = 0; i < corners.length; i++) {
    const q = corners[i]!;
    x += (p[1] - q[1]) * (p[2] + q[2]);
    y += (p[2] - q[2]) * (p[0] + q[0]);
    z += (p[0] - q[0]) * (p[1] + q[1]);
    p = q;
  }
  return unit([x, y, z]);
}

/** The bounds of a set of points. */
export function boundsOf(points: readonly Vec[]): Bounds {
  let x = Infinity;
  let y = Infinity;
  let z = Infinity;
  let X = -Infinity;
  let Y = -Infinity;
  let Z = -Infinity;
  for (let i = 0; i < points.length; i++) {
    const p = points[i]!;
    if (p[0] < x) x = p[0];
    if (p[0] > X) X = p[0];
    if (p[1] < y) y = p[1];
    if (p[1] > Y) Y = p[1];
    if (p[2] < z) z = p[2];
    if (p[2] > Z) Z = p[2];
  }
  return { min: [x, y, z], max: [X, Y, Z] };
}

/** The cosine of an angle in degrees, to nine digits: engines differ in the last ones, and pictures must not. */
export function cosine(degrees: number): number {
  return Math.round(Math.cos((degrees * Math.PI) / 180) * 1e9) / 1e9;
}

/** The sine of an angle in degrees, to nine digits. */
export function sine(degrees: number): number {
  return cosine(degrees - 90);
}
