import { clip, hull } from "./polygon";
import { union } from "./union";
import { EPSILON, unit, type Bounds, type Point, type Vec } from "./vector";

/** The sun, and the shadows that solids cast on floors and walls. */

/**
 * The unit vector to the sun: high, from the left and slightly behind the +x sides, which are in the shade.
 */
export const SUN: Vec = unit([-0.34, 0.42, 0.84]);

/** A flat rectangle that shows shadows: a floor (normal +z) or a wall that faces the sun (normal +y). */
interface Receiver {
  readonly normal: "y" | "z";
  readonly bounds: Bounds;
}

/** A solid that casts shadows: its bounds, and the corners of its convex bodies. */
export interface Caster {
  readonly bounds: Bounds;
  readonly bodies: readonly (readonly Vec[])[];
}

/**
 * The outlines of what casters together leave without sun on a receiver, in world coordinates, to about the size of a
 * cell in feet; those of holes turn the other way.
 */
export function shadows(casters: readonly Caster[], { normal: n, bounds }: Receiver, cell: number): Vec[][] {
  const axis = n === "z" ? 2 : 1;
  const other = n === "z" ? 1 : 2;
  const level = bounds.max[axis];
  const low: Point = [bounds.min[0], bounds.min[other]];
  const high: Point = [bounds.max[0], bounds.max[other]];
  const driftX = SUN[0] / SUN[axis];
  const drift = SUN[other] / SUN[axis];
  const found: Point[][] = [];
  for (let c = 0; c < casters.length; c++) {
    const { bounds: { min, max }, bodies } = casters[c]!;
    const far = max[axis] - level;
    if (far <= EPSILON) continue;
    // The shadow of the bounds: if that misses the receiver, so do those of its bodies.
    const near = Math.max(0, min[axis] - level);
    if (
      max[0] - Math.min(driftX * near, driftX * far) <= low[0] ||
      min[0] - Math.max(driftX * near, driftX * far) >= high[0]
    )
      continue;
    if (
      max[other] - Math.min(drift * near, drift * far) <= low[1] ||
      min[other] - Math.max(drift * near, drift * far) >= high[1]
    )
      continue;
    for (let b = 0; b < bodies.length; b++) {
      const body = bodies[b]!;
      const cast: Point[] = [];
      for (let i = 0; i < body.length; i++) {
        const p = body[i]!;
        // Points below the receiver cast nothing.
        const way = Math.max(0, p[axis] - level);
        cast.push([p[0] - driftX * way, p[other] - drift * way]);
      }
      const outline = clip(hull(cast), low, high);
      if (outline.length > 2) found.push(outline);
    }
  }
  return union(found, cell).map((outline) =>
    clip(outline, low, high).map((p): Vec => (n === "z" ? [p[0], p[1], level] : [p[0], level, p[1]])),
  );
}
