import type { Rect } from "./polygon";
import { EPSILON, type Bounds, type Point, type Vec } from "./vector";

/**
 * The isometric projection from the world to the screen. The line of sight is (1, 1, 1): points that differ by a
 * multiple of it coincide on the screen.
 */

const COS30 = Math.sqrt(3) / 2;

/** Projects a point to the screen, where one foot along an axis is one unit. */
export function project(p: Vec): Point {
  return [(p[0] - p[1]) * COS30, (p[0] + p[1]) / 2 - p[2]];
}

/** The transformation of SVG that shows the plane as the screen. */
export const PLANE = ".866 .5-.866 .5";

/**
 * Projects a point along the line of sight to the ground plane. There a step along x or y changes one coordinate, one
 * along z both alike, and all are whole numbers of units if those of the world are: path data is much shorter than in
 * screen coordinates.
 */
export function toPlane(x: number, y: number, z: number, unitsPerFoot: number): Point {
  return [(x - z) * unitsPerFoot, (y - z) * unitsPerFoot];
}

/** The point of the plane for a point of the screen. */
export function fromScreen([x, y]: Point): Point {
  return [y + x / (2 * COS30), y - x / (2 * COS30)];
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
