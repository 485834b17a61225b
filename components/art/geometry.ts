/**
 * The geometry under every picture: isometric projection, depth order and
 * shadows. Nothing here knows of colours, SVG or React.
 *
 * The inner loops index instead of destructuring: every picture is drawn by an
 * interpreter, where that is several times faster.
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
export function project(p: Vec): Spot {
  return [(p[0] - p[1]) * COS30, (p[0] + p[1]) / 2 - p[2]];
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

/** The direction of a, of length one. The zero vector stays as it is. */
export function unit(a: Vec): Vec {
  const length = Math.sqrt(dot(a, a));
  return length === 0 ? a : scale(a, 1 / length);
}

/** The normal of a flat polygon whose corners run counterclockwise as seen from outside (Newell's sum, which also holds where three corners are in line). */
export function normal(corners: readonly Vec[]): Vec {
  let [x, y, z] = [0, 0, 0];
  let p = corners[corners.length - 1]!;
  for (const q of corners) {
    x += (p[1] - q[1]) * (p[2] + q[2]);
    y += (p[2] - q[2]) * (p[0] + q[0]);
    z += (p[0] - q[0]) * (p[1] + q[1]);
    p = q;
  }
  return unit([x, y, z]);
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
  const { min: p, max: P } = a;
  const { min: q, max: Q } = b;
  return (
    P[0] - p[1] > q[0] - Q[1] + TOUCH && Q[0] - q[1] > p[0] - P[1] + TOUCH &&
    P[1] - p[2] > q[1] - Q[2] + TOUCH && Q[1] - q[2] > p[1] - P[2] + TOUCH &&
    P[0] - p[2] > q[0] - Q[2] + TOUCH && Q[0] - q[2] > p[0] - P[2] + TOUCH
  );
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
    if (aBehind > widest) {
      widest = aBehind;
      sign = -1;
    }
    if (bBehind > widest) {
      widest = bBehind;
      sign = 1;
    }
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
  const depth = ({ min, max }: Bounds) => min[0] + min[1] + min[2] + max[0] + max[1] + max[2];
  const nodes = things.map((thing) => ({ thing, depth: depth(thing.bounds), behind: [] as number[] })).sort((a, b) => a.depth - b.depth);
  // A sweep across the paper leaves out most of the pairs that are nowhere near each other.
  const across = nodes.map(({ thing: { bounds } }, i) => ({ i, bounds, from: bounds.min[0] - bounds.max[1], to: bounds.max[0] - bounds.min[1] })).sort((a, b) => a.from - b.from);
  for (let m = 0; m < across.length; m++) {
    const a = across[m]!;
    for (let n = m + 1; n < across.length; n++) {
      const b = across[n]!;
      if (b.from >= a.to) break;
      const sign = compareDepth(a.bounds, b.bounds);
      if (sign < 0) nodes[b.i]!.behind.push(a.i);
      else if (sign > 0) nodes[a.i]!.behind.push(b.i);
    }
  }
  const sorted: T[] = [];
  const state = new Uint8Array(nodes.length);
  let rings = 0;
  const visit = (i: number) => {
    state[i] = 1;
    for (const j of nodes[i]!.behind.sort((p, q) => p - q)) {
      if (state[j] === 0) visit(j);
      else if (state[j] === 1) rings++;
    }
    state[i] = 2;
    sorted.push(nodes[i]!.thing);
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
  for (let edge = 0; edge < 4; edge++) {
    const axis = edge < 2 ? 0 : 1;
    const limit = edge % 2 === 0 ? low[axis] : high[axis];
    const inward = edge % 2 === 0 ? 1 : -1;
    if (out.every((p) => (p[axis] - limit) * inward >= 0)) continue;
    const next: Spot[] = [];
    let p = out[out.length - 1]!;
    let room = (p[axis] - limit) * inward;
    for (const q of out) {
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
    if (out.length === 0) break;
  }
  return out;
}

/** Whether every corner of a polygon lies in a hull or on its edge. */
export function within(polygon: readonly Spot[], outer: readonly Spot[]): boolean {
  for (let i = 0; i < polygon.length; i++) {
    const p = polygon[i]!;
    let a = outer[outer.length - 1]!;
    for (let j = 0; j < outer.length; j++) {
      const b = outer[j]!;
      if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) < -1e-6) return false;
      a = b;
    }
  }
  return true;
}

/** A flat rectangle that shows shadows: a floor (normal +z) or a wall that faces the sun (normal +y). */
export interface Receiver {
  readonly normal: "y" | "z";
  readonly bounds: Bounds;
}

/** Something that throws shadows: its bounds, and the corners of the convex bodies in it. */
export interface Caster {
  readonly bounds: Bounds;
  readonly bodies: readonly (readonly Vec[])[];
}

/**
 * The shadows that casters throw on a receiver, as polygons on it in world
 * coordinates. All turn the same way, so together they fill as one shadow; a
 * polygon inside an earlier one is left out.
 */
export function shadows(casters: readonly Caster[], { normal: n, bounds }: Receiver): Vec[][] {
  const axis = n === "z" ? 2 : 1;
  const other = n === "z" ? 1 : 2;
  const level = bounds.max[axis];
  const low: Spot = [bounds.min[0], bounds.min[other]];
  const high: Spot = [bounds.max[0], bounds.max[other]];
  const [driftX, drift] = [SUN[0] / SUN[axis], SUN[other] / SUN[axis]];
  const shapes: { spots: Spot[]; from: Spot; to: Spot }[] = [];
  for (const { bounds: { min, max }, bodies } of casters) {
    const [near, far] = [Math.max(0, min[axis] - level), max[axis] - level];
    if (far <= TOUCH) continue;
    // The box's own shadow: where that misses the receiver, so do those of its bodies.
    const [ax, bx, av, bv] = [driftX * near, driftX * far, drift * near, drift * far];
    if (max[0] - Math.min(ax, bx) <= low[0] || min[0] - Math.max(ax, bx) >= high[0]) continue;
    if (max[other] - Math.min(av, bv) <= low[1] || min[other] - Math.max(av, bv) >= high[1]) continue;
    for (const body of bodies) {
      const cast = body.map((p): Spot => {
        const way = Math.max(0, p[axis] - level);
        return [p[0] - driftX * way, p[other] - drift * way];
      });
      const spots = clip(hull(cast), low, high);
      if (spots.length < 3) continue;
      const { from, to } = spread(spots);
      const inside = shapes.some((s) => s.from[0] <= from[0] && s.from[1] <= from[1] && s.to[0] >= to[0] && s.to[1] >= to[1] && within(spots, s.spots));
      if (!inside) shapes.push({ spots, from, to });
    }
  }
  return shapes.map(({ spots }) => spots.map(([u, v]): Vec => (n === "z" ? [u, v, level] : [u, level, v])));
}

/** The least and greatest coordinates of some spots. */
export function spread(spots: readonly Spot[]): { from: Spot; to: Spot } {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < spots.length; i++) {
    const p = spots[i]!;
    if (p[0] < left) left = p[0];
    if (p[0] > right) right = p[0];
    if (p[1] < top) top = p[1];
    if (p[1] > bottom) bottom = p[1];
  }
  return { from: [left, top], to: [right, bottom] };
}

/** The cosine of an angle in degrees, to nine digits: engines differ in the last ones, and pictures must not. */
export function cosine(degrees: number): number {
  return Math.round(Math.cos((degrees * Math.PI) / 180) * 1e9) / 1e9;
}

/** The sine of an angle in degrees, to nine digits. */
export function sine(degrees: number): number {
  return cosine(degrees - 90);
}
