import { SUN } from "./light";
import type { Paint } from "./palette";
import { along, flat, offsets, face, solid, type Axis, type Body, type Spheres, type Solid } from "./solid";
import { cosine, normal, scale, sine, unit, type Point, type Vec } from "./vector";

/** Circles, cylinders, cones, discs and spheres. */

/** Corners of a unit circle, the first half a step from the axis. */
function ring(corners: number): Point[] {
  const out: Point[] = [];
  for (let i = 0; i < corners; i++) {
    const a = ((i + 0.5) / corners) * 360;
    out.push([cosine(a), sine(a)]);
  }
  return out;
}

/** Precomputed rings for most circles. */
const RINGS = new Map([10, 12, 14, 20, 28].map((corners) => [corners, ring(corners)]));

/** Corners of a circle, enough to look round for a radius in feet at the scale of these pictures. */
export function circle(radius: number, corners = cornersOf(radius)): Point[] {
  const unit = RINGS.get(corners) ?? ring(corners);
  const out: Point[] = [];
  for (let i = 0; i < corners; i++) out.push([radius * unit[i]![0], radius * unit[i]![1]]);
  return out;
}

function cornersOf(radius: number): number {
  return radius < 0.3 ? 10 : radius < 0.7 ? 14 : radius < 1.2 ? 20 : 28;
}

/** A cylinder, or a cone truncated at `endRadius`, around an axis that starts at `from`. */
export function cylinder(
  axis: Axis,
  from: Vec,
  radius: number,
  length: number,
  paint: Paint,
  caps: Paint = paint,
  endRadius = radius,
): Solid {
  const count = cornersOf(Math.max(radius, endRadius));
  const far = across(axis, from, radius, count, 0);
  const near = across(axis, from, endRadius, count, length);
  const normals: Vec[] = [];
  for (let i = 0; i < count; i++) {
    const j = i + 1 < count ? i + 1 : 0;
    normals.push(normal([far[i]!, far[j]!, near[j]!, near[i]!]));
  }
  const forward = along(axis, 0, 0, 1);
  return solid(
    flat(far.concat(near)),
    [
      { kind: "tube", normals, paint },
      face(offsets(3 * count, 6 * count), forward, caps),
      face(offsets(0, 3 * count, true), scale(forward, -1), caps),
    ],
    [{ first: 0, end: 6 * count }],
  );
}

/**
 * The corners of a circle around an axis at distance t from a point, counterclockwise as seen from the axis's far end.
 */
function across(axis: Axis, from: Vec, radius: number, corners: number, t: number): Vec[] {
  const unit = RINGS.get(corners) ?? ring(corners);
  const x = from[0];
  const y = from[1];
  const z = from[2];
  const out: Vec[] = [];
  for (let i = 0; i < corners; i++) {
    const u = radius * unit[i]![0];
    const v = radius * unit[i]![1];
    out.push(axis === "x" ? [x + t, y + u, z + v] : axis === "y" ? [x + u, y + t, z + v] : [x + u, y + v, z + t]);
  }
  // Points of (x, z) run clockwise as seen from there.
  return axis === "y" ? out.reverse() : out;
}

/** A thin disc: hubs, lids, dials. */
export function disc(axis: Axis, center: Vec, radius: number, paint: Paint, unlit = false): Solid {
  const points = flat(across(axis, center, radius, cornersOf(radius), 0));
  return solid(points, [face(offsets(0, points.length), along(axis, 0, 0, 1), paint, unlit)], []);
}

/** Spheres as one body; each is [x, y, z, radius]. */
export function spheres(
  join: Spheres["join"],
  paint: Paint,
  ...centers: readonly (readonly [number, number, number, number])[]
): Solid {
  const points: number[] = [];
  const radii: number[] = [];
  for (let i = 0; i < centers.length; i++) {
    const b = centers[i]!;
    points.push(b[0], b[1], b[2]);
    radii.push(b[3]);
  }
  const bodies: Body[] = [];
  for (let i = 0; i < centers.length; i++) {
    const first = points.length;
    addRim(points, centers[i]!);
    bodies.push({ first, end: points.length });
  }
  const whole: Body = { first: 3 * centers.length, end: points.length };
  return solid(points, [{ kind: "spheres", join, radii, paint }], join === "hull" ? [whole] : bodies);
}

/** Two unit vectors perpendicular to the sun's rays. */
const ACROSS = unit([SUN[1], -SUN[0], 0]);
const UP: Vec = [-ACROSS[1] * SUN[2], ACROSS[0] * SUN[2], ACROSS[1] * SUN[0] - ACROSS[0] * SUN[1]];

/** Adds a sphere's outline as seen from the sun, which determines its shadow. */
function addRim(points: number[], sphere: readonly [number, number, number, number]): void {
  const vertices = RINGS.get(12)!;
  for (let i = 0; i < vertices.length; i++) {
    const a = sphere[3] * vertices[i]![0];
    const b = sphere[3] * vertices[i]![1];
    points.push(sphere[0] + a * ACROSS[0] + b * UP[0], sphere[1] + a * ACROSS[1] + b * UP[1], sphere[2] + b * UP[2]);
  }
}
