import type { Primitive } from "./primitive";
import { shadows, type Caster } from "./light";
import { brightness, tone } from "./palette";
import { PathWriter } from "./primitive";
import { hull, hullOfRings, boundingRect } from "./polygon";
import { SPHERE_SCALE, isFrontFacing, project, projectAll } from "./projection";
import type { Face, Spheres, Solid, Tube } from "./solid";
import { cosine, sine, type Point, type Vec } from "./vector";

/** Maps the screen to the picture: units per foot, and the offset of the origin. */
export interface View {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
}

/** The fill that marks a shadow; no paint has this value. */
export const SHADOW = "shadow";

/** Turns solids into primitives, in drawing order. */
export class Renderer {
  readonly primitives: Primitive[] = [];
  readonly paths = new PathWriter();
  private readonly tones = new Map<string, Map<number, string>>();

  constructor(private readonly view: View) {}

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
        for (const shadow of shadows(others, { normal: plane, bounds: solid.bounds })) {
          const outline: Point[] = [];
          for (let k = 0; k < shadow.length; k++)
            outline.push(project(shadow[k]!, this.view.scale, this.view.left, this.view.top));
          this.polygon(SHADOW, outline, false);
        }
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
    if (!isFrontFacing(normal)) return;
    this.polygon(
      unlit ? paint : this.toned(paint, brightness(normal)),
      this.place(points, corners),
      corners.length < 7,
    );
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
        this.polygon(fill, this.place(points, low.concat(high.reverse())), false);
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
      let few = 0;
      for (let i = 0; i < radii.length; i++) {
        const center = project([points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!]);
        const r = radii[i]! * SPHERE_SCALE;
        const x = center[0] - r * shift * 0.75;
        const y = center[1] - r * shift * 0.66;
        const small = r * size * this.view.scale < 2.5;
        if (small) few++;
        if (how === "union") this.disc(fill, x, y, r * size);
        else addRim(rims, x, y, r * size, small ? COARSE : FINE);
      }
      if (how === "union") continue;
      // Rings with different numbers of corners are not similar.
      const outline = few === 0 || few === radii.length ? hullOfRings(rims, radii.length) : hull(rims);
      const placed: Point[] = [];
      for (let i = 0; i < outline.length; i++) placed.push(this.toScreen(outline[i]!));
      this.polygon(fill, placed, false);
    }
  }

  private polygon(fill: string, outline: readonly Point[], convex: boolean): void {
    const { left, top, right, bottom } = boundingRect(outline);
    this.primitives.push({ fill, outline, convex, d: undefined, left, top, right, bottom });
  }

  private disc(fill: string, x: number, y: number, radius: number): void {
    const center = this.toScreen([x, y]);
    const r = Math.round(radius * this.view.scale * 10) / 10;
    const left = center[0] - r;
    const top = center[1] - r;
    const right = center[0] + r;
    const bottom = center[1] + r;
    this.primitives.push({
      fill,
      outline: [
        [left, top],
        [right, top],
        [right, bottom],
        [left, bottom],
      ],
      convex: false,
      d: this.paths.disc(center[0], center[1], r),
      left,
      top,
      right,
      bottom,
    });
  }

  private place(points: readonly number[], offsets: readonly number[]): Point[] {
    return projectAll(points, offsets, this.view.scale, this.view.left, this.view.top);
  }

  private toScreen(s: Point): Point {
    return [s[0] * this.view.scale + this.view.left, s[1] * this.view.scale + this.view.top];
  }

  private toned(paint: string, bright: number): string {
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
  return { bounds, bodies: corners, rings: bodies.map((b) => b.rings) };
}

/**
 * The tones of a round body: shade below, the paint, and light toward the sun, at the upper left.
 */
const SPHERE_TONES = [
  { bright: 0.4, size: 1, shift: 0 },
  { bright: 0.7, size: 0.86, shift: 0.13 },
  { bright: 0.8, size: 0.64, shift: 0.36 },
] as const;

/** Corners of a unit circle, for small and large discs. */
const [COARSE, FINE] = [8, 12].map((corners) =>
  Array.from({ length: corners }, (_, i): Point => [cosine((i / corners) * 360), sine((i / corners) * 360)]),
) as [Point[], Point[]];

function addRim(out: Point[], x: number, y: number, radius: number, circle: readonly Point[]): void {
  for (let i = 0; i < circle.length; i++) {
    const s = circle[i]!;
    out.push([x + radius * s[0], y + radius * s[1]]);
  }
}
