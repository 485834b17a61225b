import { shadows, type Caster } from "./light";
import { brightness, paint as paints, SIGN, SIGN_SPOT, tone } from "./palette";
import { area, hull, thin } from "./polygon";
import { SPHERE_SCALE, fromScreen, isFrontFacing, toPlane } from "./projection";
import type { Face, Spheres, Solid, Tube } from "./solid";
import { cosine, sine, type Point, type Vec } from "./vector";

/** The fill that marks a shadow; no paint has this value. */
export const SHADOW = "shadow";

/** A polygon or disc of one color on the plane, in units of path data. */
export interface Primitive {
  readonly fill: string;
  /** Clockwise, except shadows and their holes. Of a disc, only the first corner is a whole number. */
  readonly outline: readonly Point[];
  /** The way along both axes from a disc's first corner to the opposite one; 0 for polygons. */
  readonly disc: number;
}

/** Turns solids into primitives, in drawing order. */
export class Renderer {
  readonly primitives: Primitive[] = [];
  private readonly tones = new Map<string, Map<number, string>>();

  constructor(private readonly unitsPerFoot: number, private readonly unsigned: boolean) {}

  draw(ordered: readonly Solid[]): void {
    const casters = new Map<Solid, Caster>();
    for (let i = 0; i < ordered.length; i++)
      if (ordered[i]!.bodies.length > 0) casters.set(ordered[i]!, casterOf(ordered[i]!));
    for (let i = 0; i < ordered.length; i++) {
      const solid = ordered[i]!;
      this.drawShapes(solid);
      if (solid.receives.length === 0) continue;
      const own = casters.get(solid);
      const others = [...casters.values()].filter((c) => c !== own);
      for (const plane of solid.receives) {
        const receiver = { normal: plane, bounds: solid.bounds };
        for (const outline of shadows(others, receiver, SHADOW_CELL / this.unitsPerFoot))
          this.add(SHADOW, outline.map((p) => rounded(toPlane(p[0], p[1], p[2], this.unitsPerFoot))));
      }
    }
  }

  private drawShapes({ shapes, points }: Solid): void {
    for (let i = 0; i < shapes.length; i++) {
      const shape = shapes[i]!;
      if (shape.kind === "face") this.drawFace(shape, points);
      else if (shape.kind === "tube") this.drawTube(shape, points);
      else this.drawSpheres(shape, points);
    }
  }

  private drawFace({ corners, normal, paint, unlit }: Face, points: readonly number[]): void {
    if (!isFrontFacing(normal) || paint === (this.unsigned ? SIGN : SIGN_SPOT)) return;
    this.polygon(unlit ? paint : this.toned(paint, brightness(normal)), this.place(points, corners));
  }

  /** Draws the visible half of a lateral surface as a few strips of one tone each. */
  private drawTube({ normals, paint }: Tube, points: readonly number[]): void {
    const count = normals.length;
    // Steps twice as wide as those of flat sides, which gives three or four strips.
    const fills = normals.map((n) => (isFrontFacing(n) ? this.toned(paint, Math.round(brightness(n) * 8) / 8) : ""));
    const start = Math.max(
      0,
      fills.findIndex((fill, i) => fill !== fills[(i + count - 1) % count]),
    );
    // Indices of a strip's corners along both rings.
    let low: number[] = [];
    let high: number[] = [];
    for (let k = 0; k < count; k++) {
      const i = (start + k) % count;
      const j = (i + 1) % count;
      const fill = fills[i]!;
      if (fill === "") continue;
      if (low.length === 0) {
        low.push(3 * i);
        high.push(3 * (count + i));
      }
      low.push(3 * j);
      high.push(3 * (count + j));
      if (fills[j] !== fill || k === count - 1) {
        this.polygon(fill, this.place(points, low.concat(high.reverse())));
        low = [];
        high = [];
      }
    }
  }

  private drawSpheres({ join: how, radii, paint }: Spheres, points: readonly number[]): void {
    const tones = how === "hull" ? 2 : SPHERE_TONES.length;
    for (let t = 0; t < tones; t++) {
      const { bright, size, shift } = SPHERE_TONES[t]!;
      const fill = this.toned(paint, bright);
      const rims: Point[] = [];
      for (let i = 0; i < radii.length; i++) {
        const k = 3 * i;
        const center = toPlane(points[k]!, points[k + 1]!, points[k + 2]!, this.unitsPerFoot);
        const r = radii[i]! * SPHERE_SCALE * this.unitsPerFoot;
        const x = center[0] + r * shift * TO_SUN[0];
        const y = center[1] + r * shift * TO_SUN[1];
        if (how === "union") this.disc(fill, x, y, r * size);
        else addRim(rims, x, y, r * size, r * size < SMALL ? COARSE : FINE);
      }
      if (how === "hull") this.polygon(fill, hull(rims));
    }
  }

  private polygon(fill: string, outline: readonly Point[]): void {
    const whole = outline.map(rounded);
    this.add(fill, thin(area(whole) < 0 ? whole.reverse() : whole, TOLERANCE));
  }

  private disc(fill: string, x: number, y: number, radius: number): void {
    // The ends of its horizontal diameter on the screen.
    const way = Math.round((radius * Math.SQRT2) / SPHERE_SCALE);
    const first = rounded([x - way / 2, y + way / 2]);
    const outline: Point[] = [];
    addRim(outline, first[0] + way / 2, first[1] - way / 2, radius, FINE);
    outline[0] = first;
    if (way > 0) this.add(fill, outline, way);
  }

  private add(fill: string, outline: readonly Point[], disc = 0): void {
    if (outline.length > 2) this.primitives.push({ fill, outline, disc });
  }

  private place(points: readonly number[], offsets: readonly number[]): Point[] {
    const out: Point[] = [];
    for (let i = 0; i < offsets.length; i++) {
      const k = offsets[i]!;
      out.push(toPlane(points[k]!, points[k + 1]!, points[k + 2]!, this.unitsPerFoot));
    }
    return out;
  }

  private toned(paint: string, bright: number): string {
    if (paint === SIGN_SPOT) return paint;
    if (paint === SIGN) return this.toned(paints.cream, bright);
    let tones = this.tones.get(paint);
    if (!tones) this.tones.set(paint, (tones = new Map()));
    let found = tones.get(bright);
    if (found === undefined) tones.set(bright, (found = tone(paint, bright)));
    return found;
  }
}

function casterOf({ bounds, points, bodies }: Solid): Caster {
  const corners = bodies.map(({ first, end }) => {
    const out: Vec[] = [];
    for (let i = first; i < end; i += 3) out.push([points[i]!, points[i + 1]!, points[i + 2]!]);
    return out;
  });
  return { bounds, bodies: corners };
}

/**
 * The tones of a round body: shade below, the paint, and light toward the sun, at the upper left.
 */
const SPHERE_TONES = [
  { bright: 0.4, size: 1, shift: 0 },
  { bright: 0.7, size: 0.86, shift: 0.13 },
  { bright: 0.8, size: 0.64, shift: 0.36 },
] as const;

/** The direction on the plane in which lighter tones are shifted. */
const TO_SUN = fromScreen([-0.75, -0.66]);

/** The precision of shadows, in units: about a pixel. */
const SHADOW_CELL = 1.5;

/** Corners are left out if the outline moves by no more than this many units. */
const TOLERANCE = 0.7;

/** Discs of smaller radius, in units, have few corners in hulls. */
const SMALL = 12;

/** Corners of a unit circle on the screen, clockwise from its left, for small and large discs. */
const [COARSE, FINE] = [8, 12].map((corners) =>
  Array.from({ length: corners }, (_, i): Point => {
    const angle = 180 + (i / corners) * 360;
    return fromScreen([cosine(angle), sine(angle)]);
  }),
) as [Point[], Point[]];

function addRim(out: Point[], x: number, y: number, radius: number, circle: readonly Point[]): void {
  for (let i = 0; i < circle.length; i++) out.push([x + radius * circle[i]![0], y + radius * circle[i]![1]]);
}

function rounded(p: Point): Point {
  return [Math.round(p[0]), Math.round(p[1])];
}
