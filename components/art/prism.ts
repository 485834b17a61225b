import type { Paint } from "./palette";
import { along, flat, offsets, face, solid, type Axis, type Shape, type Face, type Solid } from "./solid";
import { add, dot, normal, scale, sub, type Point, type Vec } from "./vector";

/** Flat-sided bodies other than boxes: roofs, ramps, flaps. */

/**
 * A prism: a convex profile extruded from `start` to `end` along an axis. The profile's points are (y, z), (x, z) or
 * (x, y).
 */
export function prism(
  axis: Axis,
  profile: readonly Point[],
  start: number,
  end: number,
  paint: Paint,
  caps: Paint = paint,
): Solid {
  const count = profile.length;
  const far = profile.map((s) => along(axis, s[0], s[1], start));
  const near = profile.map((s) => along(axis, s[0], s[1], end));
  const center = scale(far.concat(near).reduce(add), 1 / (2 * count));
  const shapes: Shape[] = [];
  for (let i = 0; i < count; i++) {
    const j = (i + 1) % count;
    // A side's center is outward of the prism's center.
    const outward = sub(scale(add(far[i]!, near[j]!), 0.5), center);
    shapes.push(
      turnedTo(
        [far[i]!, far[j]!, near[j]!, near[i]!],
        [3 * i, 3 * j, 3 * (count + j), 3 * (count + i)],
        outward,
        paint,
      ),
    );
  }
  const forward = along(axis, 0, 0, 1);
  shapes.push(
    turnedTo(near, offsets(3 * count, 6 * count), forward, caps),
    turnedTo(far, offsets(0, 3 * count), scale(forward, -1), caps),
  );
  return solid(flat(far.concat(near)), shapes, [{ first: 0, end: 6 * count }]);
}

/** A flat polygon of any shape that faces `outward`. */
export function panel(corners: readonly Vec[], outward: Vec, paint: Paint, unlit = false): Solid {
  const end = 3 * corners.length;
  return solid(
    flat(corners),
    [turnedTo(corners, offsets(0, end), outward, paint, unlit)],
    [{ first: 0, end }],
  );
}

/** A side that faces `outward`, from the indices of its corners, which are reversed if necessary. */
function turnedTo(corners: readonly Vec[], at: number[], outward: Vec, paint: Paint, unlit = false): Face {
  const n = normal(corners);
  return dot(n, outward) > 0 ? face(at, n, paint, unlit) : face(at.reverse(), scale(n, -1), paint, unlit);
}
