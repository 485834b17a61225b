import { clip, hullOfRings, boundingRect, within, type Rect } from "./polygon";
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
  /** The number of similar rings in each body, 1 by default; see hullOfRings. */
  readonly rings?: readonly number[];
}

/**
 * The shadows that casters cast on a receiver, as polygons in world coordinates. All have the same orientation, so that
 * together they fill as one shadow; polygons inside earlier ones are omitted.
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
    const {
      bounds: { min, max },
      bodies,
      rings,
    } = casters[c]!;
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
      let similar = rings ? rings[b]! : 1;
      for (let i = 0; i < body.length; i++) {
        const p = body[i]!;
        let way = p[axis] - level;
        if (way < 0) {
          // Points below the receiver cast nothing, and rings that contain them lose their shape.
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
    for (let i = 0; i < vertices.length; i++)
      out.push(n === "z" ? [vertices[i]![0], vertices[i]![1], level] : [vertices[i]![0], level, vertices[i]![1]]);
    return out;
  });
}

/** The shadows on one receiver, with extents in arrays of numbers, since each is compared with all before it. */
class ShadowOutlines {
  readonly outlines: (readonly Point[])[] = [];
  private readonly lefts: number[] = [];
  private readonly tops: number[] = [];
  private readonly rights: number[] = [];
  private readonly bottoms: number[] = [];

  /** Adds the part of an outline within the receiver, from low to high, unless an earlier one contains it. */
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
      // Later shadows are mostly farther to the right.
      if (
        rights[i]! >= right &&
        bottoms[i]! >= bottom &&
        lefts[i]! <= left &&
        tops[i]! <= top &&
        within(outline, outlines[i]!)
      )
        return true;
    }
    return false;
  }
}
