import type { Point } from "./vector";

/** Polygons in a plane (the screen, a floor or a wall): extents, convex hulls, clipping, fewer corners. */

/** An axis-aligned rectangle. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The extent of some points. */
export function boundingRect(vertices: readonly Point[]): Rect {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (let i = 0; i < vertices.length; i++) {
    const p = vertices[i]!;
    const x = p[0];
    const y = p[1];
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  return { left, top, right, bottom };
}

/** The convex hull of points, without collinear corners (Andrew's monotone chain). */
export function hull(vertices: readonly Point[]): Point[] {
  const convex = asHull(vertices);
  if (convex) return convex;
  const sorted = vertices.slice().sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const there = chain(sorted);
  return there.concat(chain(sorted.reverse()));
}

/**
 * The hull of points that already form a convex polygon, as those of sides and spheres do: the same points, from the
 * leftmost on. Undefined for others.
 */
function asHull(vertices: readonly Point[]): Point[] | undefined {
  const count = vertices.length;
  if (count < 3) return undefined;
  let ax = vertices[count - 2]![0];
  let ay = vertices[count - 2]![1];
  let bx = vertices[count - 1]![0];
  let by = vertices[count - 1]![1];
  let rising = bx > ax || (bx === ax && by > ay);
  let left = false;
  let start = -1;
  for (let i = 0; i < count; i++) {
    const p = vertices[i]!;
    const x = p[0];
    const y = p[1];
    const turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    if (i === 0) left = turn > 0;
    if (left ? turn <= 1e-9 : turn >= -1e-9) return undefined;
    const rises = x > bx || (x === bx && y > by);
    if (rises && !rising) {
      // A second turning point on the left: the points go around more than once.
      if (start >= 0) return undefined;
      start = i === 0 ? count - 1 : i - 1;
    }
    rising = rises;
    ax = bx;
    ay = by;
    bx = x;
    by = y;
  }
  return left
    ? vertices.slice(start).concat(vertices.slice(0, start))
    : vertices
        .slice(start + 1)
        .concat(vertices.slice(0, start + 1))
        .reverse();
}

/** The corners of one side of a hull, without the last, which is the first of the other side. */
function chain(sorted: readonly Point[]): Point[] {
  const out = sorted.slice();
  let kept = 0;
  // The last two corners that were kept.
  let ax = 0;
  let ay = 0;
  let bx = 0;
  let by = 0;
  for (let i = 0; i < sorted.length; i++) {
    const p = sorted[i]!;
    const x = p[0];
    const y = p[1];
    while (kept > 1 && (bx - ax) * (y - ay) - (by - ay) * (x - ax) <= 1e-9) {
      kept--;
      bx = ax;
      by = ay;
      if (kept > 1) {
        const a = out[kept - 2]!;
        ax = a[0];
        ay = a[1];
      }
    }
    ax = bx;
    ay = by;
    bx = x;
    by = y;
    out[kept++] = p;
  }
  return out.slice(0, Math.max(0, kept - 1));
}

/** Clips a convex polygon to a rectangle from low to high (Sutherland and Hodgman); empty if it is outside. */
export function clip(polygon: readonly Point[], low: Point, high: Point): Point[] {
  let out = polygon.slice();
  for (let edge = 0; edge < 4 && out.length > 0; edge++) {
    const axis = edge < 2 ? 0 : 1;
    const limit = edge % 2 === 0 ? low[axis] : high[axis];
    const inward = edge % 2 === 0 ? 1 : -1;
    const next: Point[] = [];
    let p = out[out.length - 1]!;
    let room = (p[axis] - limit) * inward;
    for (let i = 0; i < out.length; i++) {
      const q = out[i]!;
      const ahead = (q[axis] - limit) * inward;
      if (room * ahead < 0) {
        const k = room / (room - ahead);
        next.push([p[0] + (q[0] - p[0]) * k, p[1] + (q[1] - p[1]) * k]);
      }
      if (ahead >= 0) next.push(q);
      p = q;
      room = ahead;
    }
    out = next;
  }
  return out;
}

/** The area of a polygon, negative if its corners run counterclockwise on the screen. */
export function area(polygon: readonly Point[]): number {
  let sum = 0;
  let p = polygon[polygon.length - 1]!;
  for (let i = 0; i < polygon.length; i++) {
    const q = polygon[i]!;
    sum += p[0] * q[1] - q[0] * p[1];
    p = q;
  }
  return sum / 2;
}

/** Whether a clockwise polygon has no corner that turns inward. */
export function isConvex(polygon: readonly Point[]): boolean {
  let a = polygon[polygon.length - 2]!;
  let b = polygon[polygon.length - 1]!;
  for (let i = 0; i < polygon.length; i++) {
    const c = polygon[i]!;
    if ((b[0] - a[0]) * (c[1] - b[1]) < (b[1] - a[1]) * (c[0] - b[0])) return false;
    a = b;
    b = c;
  }
  return true;
}

/**
 * A polygon without the corners that are at most `tolerance` away from the edges that remain. From the last corner that
 * was kept, an edge may run in the directions that pass all corners since closely enough: a sector that only narrows.
 */
export function thin(polygon: readonly Point[], tolerance: number): Point[] {
  const out: Point[] = [polygon[0]!];
  const near = tolerance * tolerance;
  let ax = polygon[0]![0];
  let ay = polygon[0]![1];
  // The sides of the sector, and the square of the way to the farthest corner in it.
  let lowX = 0;
  let lowY = 0;
  let highX = 0;
  let highY = 0;
  let farthest = 0;
  for (let i = 1; i < polygon.length; i++) {
    const corner = polygon[i]!;
    const next = polygon[i + 1 < polygon.length ? i + 1 : 0]!;
    const x = corner[0] - ax;
    const y = corner[1] - ay;
    const square = x * x + y * y;
    if (square > farthest) farthest = square;
    if (square > near) {
      const along = Math.sqrt(square - near);
      const lx = x * along + y * tolerance;
      const ly = y * along - x * tolerance;
      const hx = x * along - y * tolerance;
      const hy = y * along + x * tolerance;
      const first = lowX === 0 && lowY === 0;
      if (first || lowX * ly > lowY * lx) {
        lowX = lx;
        lowY = ly;
      }
      if (first || highX * hy < highY * hx) {
        highX = hx;
        highY = hy;
      }
    }
    const bx = next[0] - ax;
    const by = next[1] - ay;
    // Every corner was in the sector before it narrowed, so that some direction is always left.
    if (bx * bx + by * by + near >= farthest && lowX * by >= lowY * bx && bx * highY >= by * highX) continue;
    out.push(corner);
    ax = corner[0];
    ay = corner[1];
    lowX = lowY = highX = highY = farthest = 0;
  }
  return out;
}
