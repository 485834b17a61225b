import { SUN, add, boundsOf, cosine, depthOrder, normal, scale, sine, sub, unit, type Bounds, type Spot, type Vec } from "./geometry";
import type { Paint } from "./palette";

/**
 * Solids are what pictures are built of: boxes, prisms, cylinders and soft
 * bodies, with marks (handles, doors, stripes) on their sides. A part is a list
 * of solids with its front towards +y; `at` sets it down where it is wanted.
 */

/** A flat polygon, its corners counterclockwise as seen from outside. */
export interface Side {
  readonly kind: "side";
  readonly corners: readonly Vec[];
  readonly paint: Paint;
  /** Painted as it is, whatever the light: glass, lamps. */
  readonly plain?: boolean;
}

/** Balls seen as one body: `union` for foliage and bags, `hull` for limbs, where they are drawn over with a skin. */
export interface Soft {
  readonly kind: "soft";
  readonly join: "union" | "hull";
  readonly balls: readonly { readonly centre: Vec; readonly radius: number }[];
  readonly paint: Paint;
}

/** The mantle between two rings of as many corners each, the first ring at the low end of the axis. */
export interface Tube {
  readonly kind: "tube";
  readonly rings: readonly [readonly Vec[], readonly Vec[]];
  readonly paint: Paint;
}

export type Shape = Side | Soft | Tube;

/** One thing for the depth order: drawn whole, before or after every other. It has either shapes of its own or parts. */
export interface Solid {
  readonly bounds: Bounds;
  readonly shapes: readonly Shape[];
  /** Corners of the convex bodies that throw its shadow. */
  readonly bodies: readonly (readonly Vec[])[];
  /** The sides on which others' shadows are seen. */
  readonly receives: readonly ("y" | "z")[];
  readonly parts?: readonly Solid[];
  /** How the parts are drawn: by their depth among each other, or as listed. */
  readonly order?: "depth" | "listed";
}

/** A side of a box, by the direction it faces. */
export type Facing = "+x" | "-x" | "+y" | "-y" | "+z";

/** A flat figure on a side of a box: corners in feet from the side's corner with the least coordinates, along x or y, then upwards (or along y on top). */
export interface Mark {
  readonly on: Facing;
  readonly spots: readonly Spot[];
  readonly paint: Paint;
  readonly plain?: boolean;
}

/** A rectangular mark: u, v of its low corner, its width and height. */
export function mark(on: Facing, u: number, v: number, width: number, height: number, paint: Paint, plain = false): Mark {
  return { on, paint, plain, spots: [[u, v], [u + width, v], [u + width, v + height], [u, v + height]] };
}

/** A round mark around u, v. */
export function dotMark(on: Facing, u: number, v: number, radius: number, paint: Paint, plain = false): Mark {
  return { on, paint, plain, spots: circle(radius).map(([a, b]): Spot => [u + a, v + b]) };
}

/** A polygonal mark. */
export function figure(on: Facing, spots: readonly Spot[], paint: Paint, plain = false): Mark {
  return { on, paint, plain, spots };
}

interface BoxOptions {
  readonly marks?: readonly Mark[];
  readonly receives?: readonly ("y" | "z")[];
  /** A thing whose shadow would only be noise. */
  readonly shadowless?: boolean;
}

/** A box with its least corner at `from`. */
export function box(from: Vec, size: Vec, paint: Paint, options: BoxOptions = {}): Solid {
  const [x, y, z] = from;
  const [X, Y, Z] = add(from, size);
  const sides: Side[] = [
    side([[x, y, Z], [X, y, Z], [X, Y, Z], [x, Y, Z]], paint),
    side([[x, Y, z], [x, Y, Z], [X, Y, Z], [X, Y, z]], paint),
    side([[X, y, z], [X, Y, z], [X, Y, Z], [X, y, Z]], paint),
    side([[x, y, z], [x, y, Z], [x, Y, Z], [x, Y, z]], paint),
    side([[x, y, z], [X, y, z], [X, y, Z], [x, y, Z]], paint),
  ];
  const marks = (options.marks ?? []).map((m) => marked(m, from, size));
  const corners: Vec[] = [];
  for (const cz of [z, Z]) corners.push([x, y, cz], [X, y, cz], [X, Y, cz], [x, Y, cz]);
  return solid([...sides, ...marks], options.shadowless ? [] : [corners], options.receives);
}

function marked(m: Mark, from: Vec, size: Vec): Side {
  const [x, y, z] = from;
  const place: Record<Facing, (s: Spot) => Vec> = {
    "+x": ([u, v]) => [x + size[0], y + u, z + v],
    "-x": ([u, v]) => [x, y + u, z + v],
    "+y": ([u, v]) => [x + u, y + size[1], z + v],
    "-y": ([u, v]) => [x + u, y, z + v],
    "+z": ([u, v]) => [x + u, y + v, z + size[2]],
  };
  const outward: Record<Facing, Vec> = { "+x": [1, 0, 0], "-x": [-1, 0, 0], "+y": [0, 1, 0], "-y": [0, -1, 0], "+z": [0, 0, 1] };
  return turnedTo(m.spots.map(place[m.on]), outward[m.on], m.paint, m.plain);
}

/** A side whose corners are put into the order that makes it face `outward`. */
function turnedTo(corners: readonly Vec[], outward: Vec, paint: Paint, plain?: boolean): Side {
  const n = normal(corners);
  const agrees = n[0] * outward[0] + n[1] * outward[1] + n[2] * outward[2] > 0;
  return side(agrees ? corners : [...corners].reverse(), paint, plain);
}

function side(corners: readonly Vec[], paint: Paint, plain?: boolean): Side {
  return { kind: "side", corners, paint, ...(plain ? { plain } : {}) };
}

/** An axis along which a prism or cylinder extends. */
export type Axis = "x" | "y" | "z";

/** Places a spot of a profile: the two coordinates other than the axis, in alphabetical order, then the distance along the axis. */
function along(axis: Axis, [u, v]: Spot, t: number): Vec {
  return axis === "x" ? [t, u, v] : axis === "y" ? [u, t, v] : [u, v, t];
}

/** A prism: a convex profile drawn from `start` to `end` along an axis. The profile's spots are (y, z), (x, z) or (x, y). */
export function prism(axis: Axis, profile: readonly Spot[], start: number, end: number, paint: Paint, caps: Paint = paint): Solid {
  const near = profile.map((s) => along(axis, s, end));
  const far = profile.map((s) => along(axis, s, start));
  const centre = scale([...near, ...far].reduce(add), 1 / (2 * profile.length));
  const forward = sub(along(axis, [0, 0], 1), [0, 0, 0]);
  const sides: Side[] = profile.map((_, i) => {
    const j = (i + 1) % profile.length;
    const corners = [far[i]!, far[j]!, near[j]!, near[i]!];
    return turnedTo(corners, sub(scale(corners.reduce(add), 0.25), centre), paint);
  });
  sides.push(turnedTo(near, forward, caps), turnedTo(far, scale(forward, -1), caps));
  return solid(sides, [[...near, ...far]]);
}

/** Corners of a circle, as many as its size in feet needs to look round at the scale of these pictures. */
export function circle(radius: number, corners = radius < 0.3 ? 10 : radius < 0.7 ? 14 : radius < 1.2 ? 20 : 28): Spot[] {
  return Array.from({ length: corners }, (_, i): Spot => {
    const a = ((i + 0.5) / corners) * 360;
    return [radius * cosine(a), radius * sine(a)];
  });
}

/** A cylinder, or a cone cut off at `endRadius`, around an axis that starts at `from`. */
export function cylinder(axis: Axis, from: Vec, radius: number, length: number, paint: Paint, caps: Paint = paint, endRadius = radius): Solid {
  const count = circle(Math.max(radius, endRadius)).length;
  const ring = (r: number, t: number) => circle(r, count).map((s) => add(from, along(axis, s, t)));
  const [far, near] = [ring(radius, 0), ring(endRadius, length)];
  const forward = along(axis, [0, 0], 1);
  // A profile of (x, z) runs clockwise as seen from its axis; tubes want all the same way round.
  const rings = axis === "y" ? ([[...far].reverse(), [...near].reverse()] as const) : ([far, near] as const);
  return solid([{ kind: "tube", rings, paint }, turnedTo(near, forward, caps), turnedTo(far, scale(forward, -1), caps)], [[...far, ...near]]);
}

/** A thin disc on the end of a cylinder or anywhere else: hubs, lids, dials. */
export function disc(axis: Axis, centre: Vec, radius: number, paint: Paint, plain = false): Solid {
  const corners = circle(radius).map((s) => add(centre, along(axis, s, 0)));
  return solid([turnedTo(corners, along(axis, [0, 0], 1), paint, plain)], []);
}

/** A flat polygon of any shape that faces `outward`. */
export function sheet(corners: readonly Vec[], outward: Vec, paint: Paint, plain = false): Solid {
  return solid([turnedTo(corners, outward, paint, plain)], [corners]);
}

/** Balls as one body; each is x, y, z, radius. */
export function soft(join: Soft["join"], paint: Paint, ...balls: readonly (readonly [number, number, number, number])[]): Solid {
  const list = balls.map(([x, y, z, radius]) => ({ centre: [x, y, z] as Vec, radius }));
  return solid([{ kind: "soft", join, paint, balls: list }], join === "hull" ? [list.flatMap(ballCorners)] : list.map(ballCorners));
}

/** The rim of a ball as the sun sees it, which is all its shadow needs. */
function ballCorners({ centre: [x, y, z], radius }: Soft["balls"][number]): Vec[] {
  const across = unit([SUN[1], -SUN[0], 0]);
  const up: Vec = [-across[1] * SUN[2], across[0] * SUN[2], across[1] * SUN[0] - across[0] * SUN[1]];
  return circle(radius, 12).map(([a, b]): Vec => [x + a * across[0] + b * up[0], y + a * across[1] + b * up[1], z + b * up[2]]);
}

function solid(shapes: readonly Shape[], bodies: readonly (readonly Vec[])[], receives: readonly ("y" | "z")[] = []): Solid {
  return { shapes, bodies, receives, bounds: boundsOf(extent(shapes)) };
}

function extent(shapes: readonly Shape[]): Vec[] {
  return shapes.flatMap((s): Vec[] => {
    if (s.kind === "side") return [...s.corners];
    if (s.kind === "tube") return [...s.rings[0], ...s.rings[1]];
    return s.balls.flatMap(({ centre, radius }) => [sub(centre, [radius, radius, radius]), add(centre, [radius, radius, radius])]);
  });
}

/** Joins solids into one for the depth order; among each other they are ordered by depth again. */
export function fuse(parts: readonly Solid[]): Solid {
  return group(parts, "depth");
}

/** Joins solids into one, drawn in the order given: for bodies whose order is known better than boxes can tell, as long as they are seen from this side. */
export function stack(parts: readonly Solid[]): Solid {
  return group(parts, "listed");
}

function group(parts: readonly Solid[], order: "depth" | "listed"): Solid {
  return { parts, order, shapes: [], bodies: [], receives: [], bounds: boundsOf(parts.flatMap((p) => [p.bounds.min, p.bounds.max])) };
}

/** The solids with shapes in a list of solids, from back to front. */
export function leaves(solids: readonly Solid[], order: "depth" | "listed" = "depth"): Solid[] {
  const out: Solid[] = [];
  for (const s of order === "depth" ? depthOrder(solids).sorted : solids) {
    if (s.parts) out.push(...leaves(s.parts, s.order));
    else out.push(s);
  }
  return out;
}

/** The same solids without shadows of their own. */
export function shadowless(parts: readonly Solid[]): Solid[] {
  return parts.map((p) => ({ ...p, bodies: [], ...(p.parts ? { parts: shadowless(p.parts) } : {}) }));
}

/** Moves every point of some solids. `square` says that boxes stay boxes along the axes, so that bounds move along. */
function mapped(solids: readonly Solid[], move: (v: Vec) => Vec, square: boolean): Solid[] {
  return solids.map((s): Solid => {
    const parts = s.parts && mapped(s.parts, move, square);
    const shapes = s.shapes.map((shape): Shape => {
      if (shape.kind === "side") return { ...shape, corners: shape.corners.map(move) };
      if (shape.kind === "tube") return { ...shape, rings: [shape.rings[0].map(move), shape.rings[1].map(move)] };
      return { ...shape, balls: shape.balls.map((b) => ({ centre: move(b.centre), radius: b.radius })) };
    });
    const reach = square ? [move(s.bounds.min), move(s.bounds.max)] : parts ? parts.flatMap((p) => [p.bounds.min, p.bounds.max]) : extent(shapes);
    return { ...s, shapes, bodies: s.bodies.map((body) => body.map(move)), bounds: boundsOf(reach), ...(parts ? { parts } : {}) };
  });
}

/** Moves solids by an offset in feet. */
export function move(parts: readonly Solid[], by: Vec): Solid[] {
  return mapped(parts, (v) => add(v, by), true);
}

/** Turns solids about the z axis through the origin, counterclockwise as seen from above, in degrees. */
export function spin(parts: readonly Solid[], degrees: number): Solid[] {
  const [cos, sin] = [cosine(degrees), sine(degrees)];
  return mapped(parts, ([x, y, z]) => [x * cos - y * sin, x * sin + y * cos, z], degrees % 90 === 0);
}

/** Where a part's front goes: towards +y it is seen on the left, towards +x on the right. */
export type Front = "+y" | "-x" | "-y" | "+x";

const QUARTERS: Record<Front, number> = { "+y": 0, "-x": 90, "-y": 180, "+x": 270 };

/** Sets a part down: turned so that its front faces `front`, with the least corner of its bounds at x, y, z. */
export function at(x: number, y: number, z: number, parts: readonly Solid[], front: Front = "+y"): Solid[] {
  const turned = front === "+y" ? parts : spin(parts, QUARTERS[front]);
  const { min } = boundsOf(turned.map((p) => p.bounds.min));
  return move(turned, sub([x, y, z], min));
}
