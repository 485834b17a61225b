import type { Paint } from "./palette";
import { circle } from "./round";
import { places, reach, side, type Body, type Shape, type Side, type Solid } from "./solid";
import type { Spot, Vec } from "./vector";

/** Boxes along the axes, with marks on their sides: handles, doors, stripes. */

/** A side of a box, by the direction it faces. */
export type Facing = "+x" | "-x" | "+y" | "-y" | "+z";

/** A flat figure on a side of a box: corners in feet from the side's corner with the least coordinates, along x or y, then upwards (or along y on top). */
export interface Mark {
  readonly on: Facing;
  readonly spots: readonly Spot[];
  readonly paint: Paint;
  readonly plain?: boolean;
}

/** A rectangular mark: u, v of its low corner, its width and height. */
export function mark(on: Facing, u: number, v: number, width: number, height: number, paint: Paint, plain = false): Mark {
  return { on, paint, plain, spots: [[u, v], [u + width, v], [u + width, v + height], [u, v + height]] };
}

/** A round mark around u, v. */
export function dotMark(on: Facing, u: number, v: number, radius: number, paint: Paint, plain = false): Mark {
  return { on, paint, plain, spots: circle(radius).map(([a, b]): Spot => [u + a, v + b]) };
}

/** A polygonal mark. */
export function figure(on: Facing, spots: readonly Spot[], paint: Paint, plain = false): Mark {
  return { on, paint, plain, spots };
}

interface BoxOptions {
  readonly marks?: readonly Mark[];
  readonly receives?: readonly ("y" | "z")[];
  /** A thing whose shadow would only be noise. */
  readonly shadowless?: boolean;
}

/** The sides of a box among its corners, which are listed around its bottom, then around its top. */
const BOX_SIDES: readonly { readonly corners: readonly number[]; readonly normal: Vec }[] = [
  { corners: [12, 15, 18, 21], normal: [0, 0, 1] },
  { corners: [9, 21, 18, 6], normal: [0, 1, 0] },
  { corners: [3, 6, 18, 15], normal: [1, 0, 0] },
  { corners: [0, 12, 21, 9], normal: [-1, 0, 0] },
  { corners: [0, 3, 15, 12], normal: [0, -1, 0] },
];

const BOX_BODIES: readonly Body[] = [{ first: 0, end: 24, rings: 2 }];

/** A box with its least corner at `from`. */
export function box(from: Vec, size: Vec, paint: Paint, options: BoxOptions = {}): Solid {
  const x = from[0];
  const y = from[1];
  const z = from[2];
  const X = x + size[0];
  const Y = y + size[1];
  const Z = z + size[2];
  const points = [x, y, z, X, y, z, X, Y, z, x, Y, z, x, y, Z, X, y, Z, X, Y, Z, x, Y, Z];
  const shapes: Shape[] = [];
  for (let i = 0; i < BOX_SIDES.length; i++) shapes.push(side(BOX_SIDES[i]!.corners, BOX_SIDES[i]!.normal, paint));
  const marks = options.marks ?? [];
  for (let i = 0; i < marks.length; i++) shapes.push(marked(marks[i]!, from, size, points));
  return {
    points,
    shapes,
    bodies: options.shadowless ? [] : BOX_BODIES,
    receives: options.receives ?? [],
    // Marks may stand out over their side: sills, frames.
    bounds: marks.length > 0 ? reach(points) : { min: from, max: [X, Y, Z] },
  };
}

const OUTWARD: Record<Facing, Vec> = { "+x": [1, 0, 0], "-x": [-1, 0, 0], "+y": [0, 1, 0], "-y": [0, -1, 0], "+z": [0, 0, 1] };

/** Puts a mark on a side of a box; its corners are added to the points. */
function marked({ on, spots, paint, plain }: Mark, from: Vec, size: Vec, points: number[]): Side {
  const first = points.length;
  const x = on === "+x" ? from[0] + size[0] : from[0];
  const y = on === "+y" ? from[1] + size[1] : from[1];
  const z = on === "+z" ? from[2] + size[2] : from[2];
  let turn = 0;
  let p = spots[spots.length - 1]!;
  for (let i = 0; i < spots.length; i++) {
    const q = spots[i]!;
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
  return side(places(first, points.length, mirrored ? turn > 0 : turn < 0), OUTWARD[on], paint, plain);
}
