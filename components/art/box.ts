import type { Paint } from "./palette";
import { circle } from "./round";
import { offsets, coordinateBounds, face, type Body, type Shape, type Face, type Solid } from "./solid";
import type { Point, Vec } from "./vector";

/** Axis-aligned boxes with decals on their sides: handles, doors, stripes. */

/** A side of a box, by the direction it faces. */
export type Facing = "+x" | "-x" | "+y" | "-y" | "+z";

/**
 * A flat shape on a side of a box, with corners in feet from the side's minimum corner, along x or y and then upward
 * (on top, along x and y).
 */
export interface Decal {
  readonly on: Facing;
  readonly vertices: readonly Point[];
  readonly paint: Paint;
  readonly unlit?: boolean;
}

/** A rectangular decal with its minimum corner at u, v. */
export function decal(
  on: Facing,
  u: number,
  v: number,
  width: number,
  height: number,
  paint: Paint,
  unlit = false,
): Decal {
  return {
    on,
    paint,
    unlit,
    vertices: [
      [u, v],
      [u + width, v],
      [u + width, v + height],
      [u, v + height],
    ],
  };
}

/** A round decal around u, v. */
export function discDecal(on: Facing, u: number, v: number, radius: number, paint: Paint, unlit = false): Decal {
  return { on, paint, unlit, vertices: circle(radius).map(([a, b]): Point => [u + a, v + b]) };
}

/** A polygonal decal. */
export function polygonDecal(on: Facing, vertices: readonly Point[], paint: Paint, unlit = false): Decal {
  return { on, paint, unlit, vertices };
}

interface BoxOptions {
  readonly decals?: readonly Decal[];
  readonly receives?: readonly ("y" | "z")[];
  /** Casts no shadow, for solids whose shadow would be noise. */
  readonly shadowless?: boolean;
}

/** The corner indices of each side; corners are listed around the bottom, then around the top. */
const BOX_FACES: readonly { readonly corners: readonly number[]; readonly normal: Vec }[] = [
  { corners: [12, 15, 18, 21], normal: [0, 0, 1] },
  { corners: [9, 21, 18, 6], normal: [0, 1, 0] },
  { corners: [3, 6, 18, 15], normal: [1, 0, 0] },
  { corners: [0, 12, 21, 9], normal: [-1, 0, 0] },
  { corners: [0, 3, 15, 12], normal: [0, -1, 0] },
];

const BOX_BODIES: readonly Body[] = [{ first: 0, end: 24 }];

/** A box with its minimum corner at `from`. */
export function box(from: Vec, size: Vec, paint: Paint, options: BoxOptions = {}): Solid {
  const x = from[0];
  const y = from[1];
  const z = from[2];
  const X = x + size[0];
  const Y = y + size[1];
  const Z = z + size[2];
  const points = [x, y, z, X, y, z, X, Y, z, x, Y, z, x, y, Z, X, y, Z, X, Y, Z, x, Y, Z];
  const shapes: Shape[] = [];
  for (let i = 0; i < BOX_FACES.length; i++) shapes.push(face(BOX_FACES[i]!.corners, BOX_FACES[i]!.normal, paint));
  const decals = options.decals ?? [];
  for (let i = 0; i < decals.length; i++) shapes.push(placeDecal(decals[i]!, from, size, points));
  return {
    points,
    shapes,
    bodies: options.shadowless ? [] : BOX_BODIES,
    receives: options.receives ?? [],
    // Decals such as sills and frames may extend past their side.
    bounds: decals.length > 0 ? coordinateBounds(points) : { min: from, max: [X, Y, Z] },
  };
}

const OUTWARD: Record<Facing, Vec> = {
  "+x": [1, 0, 0],
  "-x": [-1, 0, 0],
  "+y": [0, 1, 0],
  "-y": [0, -1, 0],
  "+z": [0, 0, 1],
};

/** Puts a decal on a side of a box, and appends its corners to the points. */
function placeDecal({ on, vertices, paint, unlit }: Decal, from: Vec, size: Vec, points: number[]): Face {
  const first = points.length;
  const x = on === "+x" ? from[0] + size[0] : from[0];
  const y = on === "+y" ? from[1] + size[1] : from[1];
  const z = on === "+z" ? from[2] + size[2] : from[2];
  let turn = 0;
  let p = vertices[vertices.length - 1]!;
  for (let i = 0; i < vertices.length; i++) {
    const q = vertices[i]!;
    const u = q[0];
    const v = q[1];
    turn += (p[0] - u) * (p[1] + v);
    p = q;
    if (on === "+x" || on === "-x") points.push(x, y + u, z + v);
    else if (on === "+z") points.push(x + u, y + v, z);
    else points.push(x + u, y, z + v);
  }
  // Seen from outside, u runs to the left on the sides that face +y and -x.
  const mirrored = on === "+y" || on === "-x";
  return face(offsets(first, points.length, mirrored ? turn > 0 : turn < 0), OUTWARD[on], paint, unlit);
}
