import type { Rect } from "./polygon";
import { EPSILON, type Bounds, type Point, type Vec } from "./vector";

/**
 * The isometric projection from the world to the screen. The line of sight is (1, 1, 1): points that differ by a
 * multiple of it coincide on the screen.
 */

const COS30 = Math.sqrt(3) / 2;

/**
 * Projects a point to the screen, where one foot along an axis is `scale` units and the world's origin is at left, top.
 */
export function project(p: Vec, scale = 1, left = 0, top = 0): Point {
  return [(p[0] - p[1]) * COS30 * scale + left, ((p[0] + p[1]) / 2 - p[2]) * scale + top];
}

/** Projects points of a flat list of coordinates, given by their offsets. */
export function projectAll(
  points: readonly number[],
  offsets: readonly number[],
  scale: number,
  left: number,
  top: number,
): Point[] {
  const out: Point[] = [];
  for (let i = 0; i < offsets.length; i++) {
    const k = offsets[i]!;
    const x = points[k]!;
    const y = points[k + 1]!;
    out.push([(x - y) * COS30 * scale + left, ((x + y) / 2 - points[k + 2]!) * scale + top]);
  }
  return out;
}

/** The extent of a box on the screen. */
export function projectedRect({ min, max }: Bounds): Rect {
  return {
    left: (min[0] - max[1]) * COS30,
    top: (min[0] + min[1]) / 2 - max[2],
    right: (max[0] - min[1]) * COS30,
    bottom: (max[0] + max[1]) / 2 - min[2],
  };
}

/**
 * The ratio of a sphere's radius on the screen to its radius: screen units are feet along an axis, which is
 * foreshortened.
 */
export const SPHERE_SCALE = Math.sqrt(3 / 2);

/** Whether a side with this normal faces the viewer. */
export function isFrontFacing(n: Vec): boolean {
  return n[0] + n[1] + n[2] > EPSILON;
}
