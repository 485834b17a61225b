/**
 * The geometry under every picture: isometric projection, depth order and
 * shadows. Nothing here knows of colours, SVG or React.
 *
 * The world is measured in feet. x runs to the lower right of the paper, y to
 * the lower left, z up, so a box shows its +x side on the right, its +y side on
 * the left and its top. Points that differ by a multiple of (1, 1, 1) fall on
 * the same spot of the paper: that is the direction of sight.
 */

/** A point or direction in the world: x, y, z in feet. */
export type Vec = readonly [number, number, number];

/** A point in a plane: on the paper (right, down) or on a wall or floor. */
export type Spot = readonly [number, number];

/** The smallest box along the axes that holds a thing. */
export interface Bounds {
  readonly min: Vec;
  readonly max: Vec;
}

/** Lengths below this many feet count as touching. */
const TOUCH = 1e-3;

const COS30 = Math.sqrt(3) / 2;

/** Projects a point to the paper. One foot along an axis is one unit long, as in every isometric drawing. */
export function project([x, y, z]: Vec): Spot {
  return [(x - y) * COS30, (x + y) / 2 - z];
}

/** How much larger a ball appears than its radius: the paper's units are feet along an axis, and axes are seen aslant. */
export const BALL_SCALE = Math.sqrt(3 / 2);

/** The direction to the sun, of length one: high, from the left and a little behind the +x sides, which lie in shade. */
export const SUN: Vec = unit([-0.34, 0.42, 0.84]);

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

export function cross(a: Vec, b: Vec): Vec {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** The direction of a, of length one. The zero vector stays as it is. */
export function unit(a: Vec): Vec {
  const length = Math.hypot(a[0], a[1], a[2]);
  return length === 0 ? a : scale(a, 1 / length);
}

/** The normal of a flat polygon whose corners run counterclockwise as seen from outside (Newell's sum, which also holds where three corners are in line). */
export function normal(corners: readonly Vec[]): Vec {
  let sum: Vec = [0, 0, 0];
  corners.forEach((corner, i) => {
    sum = add(sum, cross(corner, corners[(i + 1) % corners.length]!));
  });
  return unit(sum);
}

/** Whether a side with this normal is turned towards the eye. */
export function faces(n: Vec): boolean {
  return n[0] + n[1] + n[2] > TOUCH;
}

/** The bounds of a set of points. */
export function boundsOf(points: readonly Vec[]): Bounds {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const p of points) {
    for (let i = 0; i < 3; i++) {
      if (p[i]! < min[i]!) min[i] = p[i]!;
      if (p[i]! > max[i]!) max[i] = p[i]!;
    }
  }
  return { min, max };
}

/**
 * Whether two boxes cover common paper. A box's outline is a hexagon whose
 * sides run along the three axes, so two of them are apart exactly if they are
 * apart in x-y, y-z or x-z, the three measures that sight leaves unchanged.
 */
export function overlapOnPaper(a: Bounds, b: Bounds): boolean {
  for (const [i, j] of [[0, 1], [1, 2], [0, 2]] as const) {
    if (a.max[i] - a.min[j] <= b.min[i] - b.max[j] + TOUCH) return false;
    if (b.max[i] - b.min[j] <= a.min[i] - a.max[j] + TOUCH) return false;
  }
  return true;
}

/**
 * Which of two boxes is drawn first: negative for a, positive for b, 0 where
 * they do not meet on the paper. The axis that separates them decides; boxes
 * that run a little into each other are told apart by the axis on which they do
 * so least.
 */
export function compareDepth(a: Bounds, b: Bounds): number {
  if (!overlapOnPaper(a, b)) return 0;
  let widest = -Infinity;
  let sign = 0;
  for (let i = 0; i < 3; i++) {
    const aBehind = b.min[i]! - a.max[i]!;
    const bBehind = a.min[i]! - b.max[i]!;
    if (aBehind > widest) [widest, sign] = [aBehind, -1];
    if (bBehind > widest) [widest, sign] = [bBehind, 1];
  }
  return sign;
}

/**
 * Orders things so that each is drawn after all that it hides: every pair that
 * meets on the paper is compared, and the pairs are sorted topologically. Three
 * things can hide each other in a ring; `rings` counts how often one was cut,
 * at its farthest member.
 */
export function depthOrder<T extends { readonly bounds: Bounds }>(things: readonly T[]): { sorted: T[]; rings: number } {
  const depth = (t: T) => t.bounds.min[0] + t.bounds.min[1] + t.bounds.min[2] + t.bounds.max[0] + t.bounds.max[1] + t.bounds.max[2];
  const nodes = [...things].sort((a, b) => depth(a) - depth(b));
  const behind: number[][] = nodes.map(() => []);
  for (let i = 0; i < nodes.length; i++) {
    for (let j = i + 1; j < nodes.length; j++) {
      const sign = compareDepth(nodes[i]!.bounds, nodes[j]!.bounds);
      if (sign < 0) behind[j]!.push(i);
      if (sign > 0) behind[i]!.push(j);
    }
  }
  const sorted: T[] = [];
  const state = new Uint8Array(nodes.length);
  let rings = 0;
  const visit = (i: number) => {
    state[i] = 1;
    for (const j of behind[i]!) {
      if (state[j] === 0) visit(j);
      else if (state[j] === 1) rings++;
    }
    state[i] = 2;
    sorted.push(nodes[i]!);
  };
  for (let i = 0; i < nodes.length; i++) if (state[i] === 0) visit(i);
  return { sorted, rings };
}

/** The convex hull of spots, all turning the same way, without corners in line (Andrew's monotone chain). */
export function hull(spots: readonly Spot[]): Spot[] {
  const sorted = [...spots].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const chain = (from: readonly Spot[]): Spot[] => {
    const out: Spot[] = [];
    for (const p of from) {
      while (out.length > 1 && turn(out[out.length - 2]!, out[out.length - 1]!, p) <= 1e-9) out.pop();
      out.push(p);
    }
    out.pop();
    return out;
  };
  return [...chain(sorted), ...chain(sorted.reverse())];
}

/** Twice the area of the triangle a, b, c; positive where the turn is the hull's. */
function turn(a: Spot, b: Spot, c: Spot): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** Cuts a convex polygon to a rectangle from low to high (Sutherland and Hodgman). Nothing is left of one outside. */
export function clip(polygon: readonly Spot[], low: Spot, high: Spot): Spot[] {
  let out = [...polygon];
  for (const axis of [0, 1] as const) {
    for (const [edge, side] of [[low[axis], 1], [high[axis], -1]] as const) {
      const room = (p: Spot) => (p[axis] - edge) * side;
      const next: Spot[] = [];
      out.forEach((p, i) => {
        const q = out[(i + 1) % out.length]!;
        if (room(p) >= 0) next.push(p);
        if (room(p) * room(q) < 0) {
          const k = room(p) / (room(p) - room(q));
          next.push([p[0] + (q[0] - p[0]) * k, p[1] + (q[1] - p[1]) * k]);
        }
      });
      out = next;
    }
  }
  return out;
}

/** Whether every corner of a polygon lies in a hull or on its edge. */
export function within(polygon: readonly Spot[], outer: readonly Spot[]): boolean {
  return polygon.every((p) => outer.every((a, i) => turn(a, outer[(i + 1) % outer.length]!, p) >= -1e-6));
}

/** A flat rectangle that shows shadows: a floor (normal +z) or a wall that faces the sun (normal +y). */
export interface Receiver {
  readonly normal: "y" | "z";
  readonly bounds: Bounds;
}

/**
 * The shadows that bodies, each given by its corners, throw on a receiver, as
 * polygons on it in world coordinates. All turn the same way, so together they
 * fill as one shadow; a polygon inside another is left out.
 */
export function shadows(bodies: readonly (readonly Vec[])[], { normal: n, bounds }: Receiver): Vec[][] {
  const axis = n === "z" ? 2 : 1;
  const other = n === "z" ? 1 : 2;
  const level = bounds.max[axis];
  const shapes: Spot[][] = [];
  for (const body of bodies) {
    if (body.every((p) => p[axis] <= level + TOUCH)) continue;
    const cast = body.map((p): Spot => {
      const way = Math.max(0, p[axis] - level) / SUN[axis];
      const onPlane = sub(p, scale(SUN, way));
      return [onPlane[0], onPlane[other]];
    });
    const shape = clip(hull(cast), [bounds.min[0], bounds.min[other]], [bounds.max[0], bounds.max[other]]);
    if (shape.length > 2 && !shapes.some((s) => within(shape, s))) shapes.push(shape);
  }
  return shapes.map((shape) => shape.map(([u, v]): Vec => (n === "z" ? [u, v, level] : [u, level, v])));
}
