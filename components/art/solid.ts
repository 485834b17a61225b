import type { Paint } from "./palette";
import type { Bounds, Vec } from "./vector";

/**
 * Solids are what pictures are built of. Boxes with decals on their sides come from box, prisms and panels from prism,
 * cylinders and spheres from round; assembly joins, turns and places them. A part is a list of solids with its front
 * toward +y.
 *
 * What stands here is their common form, and what their makers share.
 */

/** A flat polygon. */
export interface Face {
  readonly kind: "face";
  /** Where the coordinates of its corners start among the solid's points, counterclockwise as seen from outside. */
  readonly corners: readonly number[];
  readonly normal: Vec;
  readonly paint: Paint;
  /** Painted as it is, whatever the light: glass, lamps. */
  readonly unlit: boolean;
}

/** Spheres seen as one body: `union` for foliage and bags, `hull` for limbs, where they are drawn over with a skin. */
export interface Spheres {
  readonly kind: "spheres";
  readonly join: "union" | "hull";
  /** One a sphere; the solid's first points are their centers. */
  readonly radii: readonly number[];
  readonly paint: Paint;
}

/**
 * The mantle between two rings: the solid's first points make the one at the low end of the axis, the next as many the
 * other.
 */
export interface Tube {
  readonly kind: "tube";
  /** One for each strip from a corner to the next. */
  readonly normals: readonly Vec[];
  readonly paint: Paint;
}

export type Shape = Face | Spheres | Tube;

/** A convex body: the corners whose coordinates start from `first` up to `end` among the solid's points. */
export interface Body {
  readonly first: number;
  readonly end: number;
}

/**
 * One thing for the depth order: drawn whole, before or after every other. It has either shapes of its own or parts.
 */
export interface Solid {
  readonly bounds: Bounds;
  /** The points of its shapes and bodies, each once, as x, y, z, x, y, z: one list is quickly moved. */
  readonly points: readonly number[];
  readonly shapes: readonly Shape[];
  /** The convex bodies that throw its shadow. */
  readonly bodies: readonly Body[];
  /** The sides on which others' shadows are seen. */
  readonly receives: readonly ("y" | "z")[];
  readonly parts?: readonly Solid[];
  /** How the parts are drawn: by their depth among each other, or as listed. */
  readonly order?: "depth" | "listed";
  /** Whether it is drawn of a crew with everything, or of one without: see `withCrew`. */
  readonly full?: boolean;
  /** The kinds of truck with which it is drawn; parts of others have none. */
  readonly trucks?: readonly TruckKind[];
}

/** What a load is carried in: the box of a truck, its bed with low sides, or such a bed on a trailer without a truck. */
export type TruckKind = "box" | "bed" | "trailer";

/** An axis along which a prism or cylinder extends. */
export type Axis = "x" | "y" | "z";

/**
 * Places a point of a profile: the two coordinates other than the axis, in alphabetical order, then the distance along
 * the axis.
 */
export function along(axis: Axis, u: number, v: number, t: number): Vec {
  return axis === "x" ? [t, u, v] : axis === "y" ? [u, t, v] : [u, v, t];
}

/** Where the points start from `first` up to `end`, or the same backwards. */
export function offsets(first: number, end: number, backwards = false): number[] {
  const out: number[] = [];
  if (backwards) for (let i = end - 3; i >= first; i -= 3) out.push(i);
  else for (let i = first; i < end; i += 3) out.push(i);
  return out;
}

/** A flat polygon by the places of its corners, counterclockwise as seen from where `normal` points. */
export function face(corners: readonly number[], normal: Vec, paint: Paint, unlit = false): Face {
  return { kind: "face", corners, normal, paint, unlit };
}

/** The coordinates of some points, one after another. */
export function flat(points: readonly Vec[]): number[] {
  const out: number[] = [];
  for (let i = 0; i < points.length; i++) out.push(points[i]![0], points[i]![1], points[i]![2]);
  return out;
}

/** A solid as large as its points and shapes make it. */
export function solid(
  points: readonly number[],
  shapes: readonly Shape[],
  bodies: readonly Body[],
  receives: readonly ("y" | "z")[] = [],
): Solid {
  return { points, shapes, bodies, receives, bounds: shapeBounds(points, shapes) };
}

/**
 * The bounds of a solid of its own: of all its points, or of the spheres of a one of spheres, whose rims do not reach
 * as far.
 */
export function shapeBounds(points: readonly number[], shapes: readonly Shape[]): Bounds {
  const first = shapes[0];
  if (first?.kind !== "spheres") return coordinateBounds(points);
  const corners: number[] = [];
  for (let i = 0; i < first.radii.length; i++) {
    const r = first.radii[i]!;
    const x = points[3 * i]!;
    const y = points[3 * i + 1]!;
    const z = points[3 * i + 2]!;
    corners.push(x - r, y - r, z - r, x + r, y + r, z + r);
  }
  return coordinateBounds(corners);
}

/** The bounds of points whose coordinates stand one after another. */
export function coordinateBounds(points: readonly number[]): Bounds {
  let x = Infinity;
  let y = Infinity;
  let z = Infinity;
  let X = -Infinity;
  let Y = -Infinity;
  let Z = -Infinity;
  for (let i = 0; i < points.length; i += 3) {
    const a = points[i]!;
    const b = points[i + 1]!;
    const c = points[i + 2]!;
    if (a < x) x = a;
    if (a > X) X = a;
    if (b < y) y = b;
    if (b > Y) Y = b;
    if (c < z) z = c;
    if (c > Z) Z = c;
  }
  return { min: [x, y, z], max: [X, Y, Z] };
}

/** The bounds of some solids together. */
export function unionBounds(solids: readonly Solid[]): Bounds {
  const corners: number[] = [];
  for (let i = 0; i < solids.length; i++) {
    const { min, max } = solids[i]!.bounds;
    corners.push(min[0], min[1], min[2], max[0], max[1], max[2]);
  }
  return coordinateBounds(corners);
}
