import type { Extent } from "./polygon";
import { TOUCH, type Bounds, type Spot, type Vec } from "./vector";

/**
 * The isometric projection, from the world to the paper. Points that differ by
 * a multiple of (1, 1, 1) fall on the same spot: that is the direction of sight.
 */

const COS30 = Math.sqrt(3) / 2;

/** Projects a point to the paper, where one foot along an axis is `scale` units long and the world's origin lies at left, top. */
export function project(p: Vec, scale = 1, left = 0, top = 0): Spot {
  return [(p[0] - p[1]) * COS30 * scale + left, ((p[0] + p[1]) / 2 - p[2]) * scale + top];
}

/** Projects points of a list of coordinates, by the places where they start in it. */
export function projectAll(points: readonly number[], places: readonly number[], scale: number, left: number, top: number): Spot[] {
  const out: Spot[] = [];
  for (let i = 0; i < places.length; i++) {
    const k = places[i]!;
    const x = points[k]!;
    const y = points[k + 1]!;
    out.push([(x - y) * COS30 * scale + left, ((x + y) / 2 - points[k + 2]!) * scale + top]);
  }
  return out;
}

/** The extent of a box on the paper. */
export function extentOf({ min, max }: Bounds): Extent {
  return { left: (min[0] - max[1]) * COS30, top: (min[0] + min[1]) / 2 - max[2], right: (max[0] - min[1]) * COS30, bottom: (max[0] + max[1]) / 2 - min[2] };
}

/** How much larger a ball appears than its radius: the paper's units are feet along an axis, and axes are seen aslant. */
export const BALL_SCALE = Math.sqrt(3 / 2);

/** Whether a side with this normal is turned towards the eye. */
export function faces(n: Vec): boolean {
  return n[0] + n[1] + n[2] > TOUCH;
}
