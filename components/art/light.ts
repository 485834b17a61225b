import { clip, hullOfRings, boundingRect, within, type Rect } from "./polygon";
import { EPSILON, unit, type Bounds, type Point, type Vec } from "./vector";

/** The sun, and the shadows that solids cast on floors and walls. */

/**
 * The direction to the sun, of length one: high, from the left and a little behind the +x sides, which lie in shade.
 */
export const SUN: Vec = unit([-0.34, 0.42, 0.84]);

/** A flat rectangle that shows shadows: a floor (normal +z) or a wall that faces the sun (normal +y). */
export interface Receiver {
  readonly normal: "y" | "z";
  readonly bounds: Bounds;
}

/** Something that casts shadows: its bounds, and the corners of its convex bodies. */
export interface Caster {
  readonly bounds: Bounds;
  readonly bodies: readonly (readonly Vec[])[];
  /** Of how many similar rings each body consists, see hullOfRings; 1 where nothing is said. */
  readonly rings?: readonly number[];
}

/**
 * The shadows that casters throw on a receiver, as polygons on it in world coordinates. All turn the same way, so
 * together they fill as one shadow; a polygon inside an earlier one is left out.
 */
export function shadows(casters: readonly Caster[], { normal: n, bounds }: Receiver): Vec[][] {
  const axis = n === "z" ? 2 : 1;
  const other = n === "z" ? 1 : 2;
  const level = bounds.max[axis];
  const low: Point = [bounds.min[0], bounds.min[other]];
  const high: Point = [bounds.max[0], bounds.max[other]];
  const driftX = SUN[0] / SUN[axis];
  const drift = SUN[other] / SUN[axis];
  const found = new ShadowOutlines();
  for (let c = 0; c < casters.length; c++) {
    const { bounds: { min, max }, bodies, rings } = casters[c]!;
    const far = max[axis] - level;
    if (far <= EPSILON) continue;
    // The box's own shadow: where that misses the receiver, so do those of its bodies.
    const near = Math.max(0, min[axis] - level);
    if (max[0] - Math.min(driftX * near, driftX * far) <= low[0] || min[0] - Math.max(driftX * near, driftX * far) >= high[0]) continue;
    if (max[other] - Math.min(drift * near, drift * far) <= low[1] || min[other] - Math.max(drift * near, drift * far) >= high[1]) continue;
    for (let b = 0; b < bodies.length; b++) {
      const body = bodies[b]!;
      const cast: Point[] = [];
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
  return found.outlines.map((vertices) => {
    const out: Vec[] = [];
    for (let i = 0; i < vertices.length; i++) out.push(n === "z" ? [vertices[i]![0], vertices[i]![1], level] : [vertices[i]![0], level, vertices[i]![1]]);
    return out;
  });
}

/** The shadows on one receiver; each is compared with all before it, so their extents stand in lists of numbers. */
class ShadowOutlines {
  readonly outlines: (readonly Point[])[] = [];
  private readonly lefts: number[] = [];
  private readonly tops: number[] = [];
  private readonly rights: number[] = [];
  private readonly bottoms: number[] = [];

  /** Adds what of an outline lies on the receiver, from low to high, unless an earlier one holds it. */
  add(outline: Point[], low: Point, high: Point): void {
    let around = boundingRect(outline);
    if (around.left < low[0] || around.top < low[1] || around.right > high[0] || around.bottom > high[1]) {
      outline = clip(outline, low, high);
      around = boundingRect(outline);
    }
    if (outline.length < 3 || this.contains(outline, around)) return;
    this.outlines.push(outline);
    this.lefts.push(around.left);
    this.tops.push(around.top);
    this.rights.push(around.right);
    this.bottoms.push(around.bottom);
  }

  private contains(outline: readonly Point[], { left, top, right, bottom }: Rect): boolean {
    const { outlines, lefts, tops, rights, bottoms } = this;
    for (let i = 0; i < lefts.length; i++) {
      // Later shadows lie farther to the right, most of the time.
      if (rights[i]! >= right && bottoms[i]! >= bottom && lefts[i]! <= left && tops[i]! <= top && within(outline, outlines[i]!)) return true;
    }
    return false;
  }
}
