/**
 * The geometry under every picture: isometric projection, depth order and
 * shadows. Nothing here knows of colours, SVG or React.
 *
 * The loops here are plain, and the numbers stand in few arrays: every picture
 * is drawn by an interpreter, for which a step of an iterator, a destructured
 * pair or a new array costs as much as ten additions, and so does an array that
 * grows by an index instead of by push.
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

/** An upright rectangle on the paper. */
export interface Extent {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The extent of a box on the paper. */
export function extentOf({ min, max }: Bounds): Extent {
  return { left: (min[0] - max[1]) * COS30, top: (min[0] + min[1]) / 2 - max[2], right: (max[0] - min[1]) * COS30, bottom: (max[0] + max[1]) / 2 - min[2] };
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
  let x = 0;
  let y = 0;
  let z = 0;
  let p = corners[corners.length - 1]!;
  for (let i = 0; i < corners.length; i++) {
    const q = corners[i]!;
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
  let x = Infinity;
  let y = Infinity;
  let z = Infinity;
  let X = -Infinity;
  let Y = -Infinity;
  let Z = -Infinity;
  for (let i = 0; i < points.length; i++) {
    const p = points[i]!;
    if (p[0] < x) x = p[0];
    if (p[0] > X) X = p[0];
    if (p[1] < y) y = p[1];
    if (p[1] > Y) Y = p[1];
    if (p[2] < z) z = p[2];
    if (p[2] > Z) Z = p[2];
  }
  return { min: [x, y, z], max: [X, Y, Z] };
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
  const nodes = things.map((thing) => {
    const { min, max } = thing.bounds;
    return { thing, depth: min[0] + min[1] + min[2] + max[0] + max[1] + max[2], behind: [] as number[] };
  });
  nodes.sort((a, b) => a.depth - b.depth);
  // A sweep across the paper leaves out most of the pairs that are nowhere near each other.
  const across = nodes.map(({ thing: { bounds } }, i) => ({ i, bounds, from: bounds.min[0] - bounds.max[1], to: bounds.max[0] - bounds.min[1] }));
  across.sort((a, b) => a.from - b.from);
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
    const behind = nodes[i]!.behind.sort((p, q) => p - q);
    for (let k = 0; k < behind.length; k++) {
      const j = behind[k]!;
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
  const convex = asHull(spots);
  if (convex) return convex;
  const sorted = spots.slice().sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const there = chain(sorted);
  return there.concat(chain(sorted.reverse()));
}

/** The hull of spots that go round once and turn the same way everywhere, as those of sides and balls do: the same spots from the leftmost on. Nothing for others. */
function asHull(spots: readonly Spot[]): Spot[] | undefined {
  const count = spots.length;
  if (count < 3) return undefined;
  let ax = spots[count - 2]![0];
  let ay = spots[count - 2]![1];
  let bx = spots[count - 1]![0];
  let by = spots[count - 1]![1];
  let rising = bx > ax || (bx === ax && by > ay);
  let left = false;
  let start = -1;
  for (let i = 0; i < count; i++) {
    const p = spots[i]!;
    const x = p[0];
    const y = p[1];
    const turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    if (i === 0) left = turn > 0;
    if (left ? turn <= 1e-9 : turn >= -1e-9) return undefined;
    const rises = x > bx || (x === bx && y > by);
    if (rises && !rising) {
      // A second turning point on the left: the spots go round more than once.
      if (start >= 0) return undefined;
      start = i === 0 ? count - 1 : i - 1;
    }
    rising = rises;
    ax = bx;
    ay = by;
    bx = x;
    by = y;
  }
  return left ? spots.slice(start).concat(spots.slice(0, start)) : spots.slice(start + 1).concat(spots.slice(0, start + 1)).reverse();
}

/**
 * The hull of similar rings, which stand one after another and have their
 * corners in the same directions: the ends of a cylinder, the balls of a limb.
 * It is the same as the hull of them all, found mostly without sorting.
 * Across each edge one ring reaches out farthest; where that is the same ring
 * on both sides of a corner, the others cannot have theirs on the hull.
 */
export function hullOfRings(spots: readonly Spot[], rings: number): Spot[] {
  const count = spots.length / rings;
  if (rings === 1 || count < 3) return hull(spots);
  const a = spots[0]!;
  const b = spots[1]!;
  const c = spots[2]!;
  const turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  // A first ring that is next to nothing has no directions to tell.
  if (turn < 1e-6 && turn > -1e-6) return hull(spots);
  const outer: Spot[] = [];
  let before = outermost(spots, count, count - 1, turn);
  for (let i = 0; i < count; i++) {
    const after = outermost(spots, count, i, turn);
    outer.push(spots[before + i]!);
    if (after !== before) {
      for (let ring = 0; ring < spots.length; ring += count) if (ring !== before && ring !== after) outer.push(spots[ring + i]!);
      outer.push(spots[after + i]!);
    }
    before = after;
  }
  return hull(outer);
}

/** Where the ring starts that reaches out farthest across the edge from corner i. */
function outermost(spots: readonly Spot[], count: number, i: number, turn: number): number {
  const p = spots[i]!;
  const q = spots[i + 1 < count ? i + 1 : 0]!;
  const across = turn > 0 ? q[0] - p[0] : p[0] - q[0];
  const down = turn > 0 ? q[1] - p[1] : p[1] - q[1];
  let found = 0;
  let least = across * p[1] - down * p[0];
  for (let ring = count; ring < spots.length; ring += count) {
    const r = spots[ring + i]!;
    const reach = across * r[1] - down * r[0];
    if (reach < least) {
      least = reach;
      found = ring;
    }
  }
  return found;
}

/** The corners of one side of a hull, without the last, which is the first of the other side. */
function chain(sorted: readonly Spot[]): Spot[] {
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

/** Cuts a convex polygon to a rectangle from low to high (Sutherland and Hodgman). Nothing is left of one outside. */
export function clip(polygon: readonly Spot[], low: Spot, high: Spot): Spot[] {
  let out = polygon.slice();
  for (let edge = 0; edge < 4 && out.length > 0; edge++) {
    const axis = edge < 2 ? 0 : 1;
    const limit = edge % 2 === 0 ? low[axis] : high[axis];
    const inward = edge % 2 === 0 ? 1 : -1;
    const next: Spot[] = [];
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

/** Whether every corner of a polygon lies in a hull or on its edge. */
export function within(polygon: readonly Spot[], outer: readonly Spot[]): boolean {
  // Most polygons that are asked about lie outside, and so does their first corner.
  return edgesHold(polygon, 0, 1, outer) && edgesHold(polygon, 1, polygon.length, outer);
}

/** Whether the corners of a polygon from one to another, which is left out, lie on the inner side of all edges of a hull. */
function edgesHold(polygon: readonly Spot[], first: number, end: number, outer: readonly Spot[]): boolean {
  const edges = outer.length;
  let b = outer[edges - 1]!;
  for (let j = 0; j < edges; j++) {
    const x = b[0];
    const y = b[1];
    b = outer[j]!;
    const across = b[0] - x;
    const down = b[1] - y;
    for (let i = first; i < end; i++) {
      const p = polygon[i]!;
      if (across * (p[1] - y) - down * (p[0] - x) < -1e-6) return false;
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
  /** Of how many similar rings each body consists, see hullOfRings; 1 where nothing is said. */
  readonly rings?: readonly number[];
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
  const driftX = SUN[0] / SUN[axis];
  const drift = SUN[other] / SUN[axis];
  const found = new Casts();
  for (let c = 0; c < casters.length; c++) {
    const { bounds: { min, max }, bodies, rings } = casters[c]!;
    const far = max[axis] - level;
    if (far <= TOUCH) continue;
    // The box's own shadow: where that misses the receiver, so do those of its bodies.
    const near = Math.max(0, min[axis] - level);
    if (max[0] - Math.min(driftX * near, driftX * far) <= low[0] || min[0] - Math.max(driftX * near, driftX * far) >= high[0]) continue;
    if (max[other] - Math.min(drift * near, drift * far) <= low[1] || min[other] - Math.max(drift * near, drift * far) >= high[1]) continue;
    for (let b = 0; b < bodies.length; b++) {
      const body = bodies[b]!;
      const cast: Spot[] = [];
      let similar = rings ? rings[b]! : 1;
      for (let i = 0; i < body.length; i++) {
        const p = body[i]!;
        let way = p[axis] - level;
        if (way < 0) {
          // What lies below is not cast, and rings that it is part of lose their shape.
          way = 0;
          similar = 1;
        }
        cast.push([p[0] - driftX * way, p[other] - drift * way]);
      }
      found.add(hullOfRings(cast, similar), low, high);
    }
  }
  return found.outlines.map((spots) => {
    const out: Vec[] = [];
    for (let i = 0; i < spots.length; i++) out.push(n === "z" ? [spots[i]![0], spots[i]![1], level] : [spots[i]![0], level, spots[i]![1]]);
    return out;
  });
}

/** The shadows on one receiver; each is compared with all before it, so their extents stand in lists of numbers. */
class Casts {
  readonly outlines: (readonly Spot[])[] = [];
  private readonly lefts: number[] = [];
  private readonly tops: number[] = [];
  private readonly rights: number[] = [];
  private readonly bottoms: number[] = [];

  /** Adds what of an outline lies on the receiver, from low to high, unless an earlier one holds it. */
  add(outline: Spot[], low: Spot, high: Spot): void {
    let around = spread(outline);
    if (around.left < low[0] || around.top < low[1] || around.right > high[0] || around.bottom > high[1]) {
      outline = clip(outline, low, high);
      around = spread(outline);
    }
    if (outline.length < 3 || this.hold(outline, around)) return;
    this.outlines.push(outline);
    this.lefts.push(around.left);
    this.tops.push(around.top);
    this.rights.push(around.right);
    this.bottoms.push(around.bottom);
  }

  private hold(outline: readonly Spot[], { left, top, right, bottom }: Extent): boolean {
    const { outlines, lefts, tops, rights, bottoms } = this;
    for (let i = 0; i < lefts.length; i++) {
      // Later shadows lie farther to the right, most of the time.
      if (rights[i]! >= right && bottoms[i]! >= bottom && lefts[i]! <= left && tops[i]! <= top && within(outline, outlines[i]!)) return true;
    }
    return false;
  }
}

/** The extent of some spots. */
export function spread(spots: readonly Spot[]): Extent {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (let i = 0; i < spots.length; i++) {
    const p = spots[i]!;
    const x = p[0];
    const y = p[1];
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  return { left, top, right, bottom };
}

/** The cosine of an angle in degrees, to nine digits: engines differ in the last ones, and pictures must not. */
export function cosine(degrees: number): number {
  return Math.round(Math.cos((degrees * Math.PI) / 180) * 1e9) / 1e9;
}

/** The sine of an angle in degrees, to nine digits. */
export function sine(degrees: number): number {
  return cosine(degrees - 90);
}
