import { SUN, add, boundsOf, cosine, depthOrder, dot, normal, scale, sine, sub, unit, type Bounds, type Spot, type Vec } from "./geometry";
import type { Paint } from "./palette";

/**
 * Solids are what pictures are built of: boxes, prisms, cylinders and soft
 * bodies, with marks (handles, doors, stripes) on their sides. A part is a list
 * of solids with its front towards +y; `at` sets it down where it is wanted.
 */

/** A flat polygon. */
export interface Side {
  readonly kind: "side";
  /** Where the coordinates of its corners start among the solid's points, counterclockwise as seen from outside. */
  readonly corners: readonly number[];
  readonly normal: Vec;
  readonly paint: Paint;
  /** Painted as it is, whatever the light: glass, lamps. */
  readonly plain: boolean;
}

/** Balls seen as one body: `union` for foliage and bags, `hull` for limbs, where they are drawn over with a skin. */
export interface Soft {
  readonly kind: "soft";
  readonly join: "union" | "hull";
  /** One a ball; the solid's first points are their centres. */
  readonly radii: readonly number[];
  readonly paint: Paint;
}

/** The mantle between two rings: the solid's first points make the one at the low end of the axis, the next as many the other. */
export interface Tube {
  readonly kind: "tube";
  /** One for each strip from a corner to the next. */
  readonly normals: readonly Vec[];
  readonly paint: Paint;
}

export type Shape = Side | Soft | Tube;

/** A convex body: the coordinates from `first` up to `end` among the solid's points, which make so many similar rings of corners. */
export interface Body {
  readonly first: number;
  readonly end: number;
  readonly rings: number;
}

/** One thing for the depth order: drawn whole, before or after every other. It has either shapes of its own or parts. */
export interface Solid {
  readonly bounds: Bounds;
  /** The points of its shapes and bodies, each once, as x, y, z, x, y, z: one list is quickly moved. */
  readonly points: readonly number[];
  readonly shapes: readonly Shape[];
  /** The convex bodies that throw its shadow. */
  readonly bodies: readonly Body[];
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

/** The sides of a box among its corners, which are listed around its bottom, then around its top. */
const BOX_SIDES: readonly { readonly corners: readonly number[]; readonly normal: Vec }[] = [
  { corners: [12, 15, 18, 21], normal: [0, 0, 1] },
  { corners: [9, 21, 18, 6], normal: [0, 1, 0] },
  { corners: [3, 6, 18, 15], normal: [1, 0, 0] },
  { corners: [0, 12, 21, 9], normal: [-1, 0, 0] },
  { corners: [0, 3, 15, 12], normal: [0, -1, 0] },
];

const BOX_BODIES: readonly Body[] = [{ first: 0, end: 24, rings: 2 }];

/** A box with its least corner at `from`. */
export function box(from: Vec, size: Vec, paint: Paint, options: BoxOptions = {}): Solid {
  const x = from[0];
  const y = from[1];
  const z = from[2];
  const X = x + size[0];
  const Y = y + size[1];
  const Z = z + size[2];
  const points = [x, y, z, X, y, z, X, Y, z, x, Y, z, x, y, Z, X, y, Z, X, Y, Z, x, Y, Z];
  const shapes: Shape[] = [];
  for (let i = 0; i < BOX_SIDES.length; i++) shapes.push(side(BOX_SIDES[i]!.corners, BOX_SIDES[i]!.normal, paint));
  const marks = options.marks ?? [];
  for (let i = 0; i < marks.length; i++) shapes.push(marked(marks[i]!, from, size, points));
  return {
    points,
    shapes,
    bodies: options.shadowless ? [] : BOX_BODIES,
    receives: options.receives ?? [],
    // Marks may stand out over their side: sills, frames.
    bounds: marks.length > 0 ? reach(points) : { min: from, max: [X, Y, Z] },
  };
}

const OUTWARD: Record<Facing, Vec> = { "+x": [1, 0, 0], "-x": [-1, 0, 0], "+y": [0, 1, 0], "-y": [0, -1, 0], "+z": [0, 0, 1] };

/** Puts a mark on a side of a box; its corners are added to the points. */
function marked({ on, spots, paint, plain }: Mark, from: Vec, size: Vec, points: number[]): Side {
  const first = points.length;
  const x = on === "+x" ? from[0] + size[0] : from[0];
  const y = on === "+y" ? from[1] + size[1] : from[1];
  const z = on === "+z" ? from[2] + size[2] : from[2];
  let turn = 0;
  let p = spots[spots.length - 1]!;
  for (let i = 0; i < spots.length; i++) {
    const q = spots[i]!;
    const u = q[0];
    const v = q[1];
    turn += (p[0] - u) * (p[1] + v);
    p = q;
    if (on === "+x" || on === "-x") points.push(x, y + u, z + v);
    else if (on === "+z") points.push(x + u, y + v, z);
    else points.push(x + u, y, z + v);
  }
  // Seen from outside, u runs to the left on the sides that face +y and -x.
  const mirrored = on === "+y" || on === "-x";
  return side(places(first, points.length, mirrored ? turn > 0 : turn < 0), OUTWARD[on], paint, plain);
}

/** Where the points start from `first` up to `end`, or the same backwards. */
function places(first: number, end: number, backwards = false): number[] {
  const out: number[] = [];
  if (backwards) for (let i = end - 3; i >= first; i -= 3) out.push(i);
  else for (let i = first; i < end; i += 3) out.push(i);
  return out;
}

/** A side with its corners, of which the places are given, in the order that makes it face `outward`. */
function turnedTo(corners: readonly Vec[], at: number[], outward: Vec, paint: Paint, plain = false): Side {
  const n = normal(corners);
  return dot(n, outward) > 0 ? side(at, n, paint, plain) : side(at.reverse(), scale(n, -1), paint, plain);
}

function side(corners: readonly number[], normal: Vec, paint: Paint, plain = false): Side {
  return { kind: "side", corners, normal, paint, plain };
}

/** The coordinates of some points, one after another. */
function flat(points: readonly Vec[]): number[] {
  const out: number[] = [];
  for (let i = 0; i < points.length; i++) out.push(points[i]![0], points[i]![1], points[i]![2]);
  return out;
}

/** An axis along which a prism or cylinder extends. */
export type Axis = "x" | "y" | "z";

/** Places a spot of a profile: the two coordinates other than the axis, in alphabetical order, then the distance along the axis. */
function along(axis: Axis, u: number, v: number, t: number): Vec {
  return axis === "x" ? [t, u, v] : axis === "y" ? [u, t, v] : [u, v, t];
}

/** A prism: a convex profile drawn from `start` to `end` along an axis. The profile's spots are (y, z), (x, z) or (x, y). */
export function prism(axis: Axis, profile: readonly Spot[], start: number, end: number, paint: Paint, caps: Paint = paint): Solid {
  const count = profile.length;
  const far = profile.map((s) => along(axis, s[0], s[1], start));
  const near = profile.map((s) => along(axis, s[0], s[1], end));
  const centre = scale(far.concat(near).reduce(add), 1 / (2 * count));
  const shapes: Shape[] = [];
  for (let i = 0; i < count; i++) {
    const j = (i + 1) % count;
    // The middle of a side lies outwards of the centre.
    const outward = sub(scale(add(far[i]!, near[j]!), 0.5), centre);
    shapes.push(turnedTo([far[i]!, far[j]!, near[j]!, near[i]!], [3 * i, 3 * j, 3 * (count + j), 3 * (count + i)], outward, paint));
  }
  const forward = along(axis, 0, 0, 1);
  shapes.push(turnedTo(near, places(3 * count, 6 * count), forward, caps), turnedTo(far, places(0, 3 * count), scale(forward, -1), caps));
  return solid(flat(far.concat(near)), shapes, [{ first: 0, end: 6 * count, rings: 2 }]);
}

/** The corners of a circle of radius 1, the first half a step from the axis. */
function ring(corners: number): Spot[] {
  const out: Spot[] = [];
  for (let i = 0; i < corners; i++) {
    const a = ((i + 0.5) / corners) * 360;
    out.push([cosine(a), sine(a)]);
  }
  return out;
}

/** The rings that nearly all circles are made of. */
const RINGS = new Map([10, 12, 14, 20, 28].map((corners) => [corners, ring(corners)]));

/** Corners of a circle, as many as its size in feet needs to look round at the scale of these pictures. */
export function circle(radius: number, corners = cornersOf(radius)): Spot[] {
  const unit = RINGS.get(corners) ?? ring(corners);
  const out: Spot[] = [];
  for (let i = 0; i < corners; i++) out.push([radius * unit[i]![0], radius * unit[i]![1]]);
  return out;
}

function cornersOf(radius: number): number {
  return radius < 0.3 ? 10 : radius < 0.7 ? 14 : radius < 1.2 ? 20 : 28;
}

/** A cylinder, or a cone cut off at `endRadius`, around an axis that starts at `from`. */
export function cylinder(axis: Axis, from: Vec, radius: number, length: number, paint: Paint, caps: Paint = paint, endRadius = radius): Solid {
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
    [{ kind: "tube", normals, paint }, side(places(3 * count, 6 * count), forward, caps), side(places(0, 3 * count, true), scale(forward, -1), caps)],
    [{ first: 0, end: 6 * count, rings: 2 }],
  );
}

/** The corners of a circle across an axis, at a distance t from a point, counterclockwise as seen from the axis's far end. */
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
  // Spots of (x, z) run clockwise as seen from there.
  return axis === "y" ? out.reverse() : out;
}

/** A thin disc on the end of a cylinder or anywhere else: hubs, lids, dials. */
export function disc(axis: Axis, centre: Vec, radius: number, paint: Paint, plain = false): Solid {
  const points = flat(across(axis, centre, radius, cornersOf(radius), 0));
  return solid(points, [side(places(0, points.length), along(axis, 0, 0, 1), paint, plain)], []);
}

/** A flat polygon of any shape that faces `outward`. */
export function sheet(corners: readonly Vec[], outward: Vec, paint: Paint, plain = false): Solid {
  const end = 3 * corners.length;
  return solid(flat(corners), [turnedTo(corners, places(0, end), outward, paint, plain)], [{ first: 0, end, rings: 1 }]);
}

/** Balls as one body; each is x, y, z, radius. */
export function soft(join: Soft["join"], paint: Paint, ...balls: readonly (readonly [number, number, number, number])[]): Solid {
  const points: number[] = [];
  const radii: number[] = [];
  for (let i = 0; i < balls.length; i++) {
    const b = balls[i]!;
    points.push(b[0], b[1], b[2]);
    radii.push(b[3]);
  }
  const bodies: Body[] = [];
  for (let i = 0; i < balls.length; i++) {
    const first = points.length;
    addRim(points, balls[i]!);
    bodies.push({ first, end: points.length, rings: 1 });
  }
  const whole: Body = { first: 3 * balls.length, end: points.length, rings: balls.length };
  return solid(points, [{ kind: "soft", join, radii, paint }], join === "hull" ? [whole] : bodies);
}

/** Two directions of length one across the sun's rays. */
const ACROSS = unit([SUN[1], -SUN[0], 0]);
const UP: Vec = [-ACROSS[1] * SUN[2], ACROSS[0] * SUN[2], ACROSS[1] * SUN[0] - ACROSS[0] * SUN[1]];

/** Adds the rim of a ball as the sun sees it, which is all its shadow needs. */
function addRim(points: number[], ball: readonly [number, number, number, number]): void {
  const spots = RINGS.get(12)!;
  for (let i = 0; i < spots.length; i++) {
    const a = ball[3] * spots[i]![0];
    const b = ball[3] * spots[i]![1];
    points.push(ball[0] + a * ACROSS[0] + b * UP[0], ball[1] + a * ACROSS[1] + b * UP[1], ball[2] + b * UP[2]);
  }
}

function solid(points: readonly number[], shapes: readonly Shape[], bodies: readonly Body[], receives: readonly ("y" | "z")[] = []): Solid {
  return { points, shapes, bodies, receives, bounds: extent(points, shapes) };
}

/** The bounds of a solid of its own: of all its points, or of the balls of a soft one, whose rims do not reach as far. */
function extent(points: readonly number[], shapes: readonly Shape[]): Bounds {
  const first = shapes[0];
  if (first?.kind !== "soft") return reach(points);
  const corners: number[] = [];
  for (let i = 0; i < first.radii.length; i++) {
    const r = first.radii[i]!;
    const x = points[3 * i]!;
    const y = points[3 * i + 1]!;
    const z = points[3 * i + 2]!;
    corners.push(x - r, y - r, z - r, x + r, y + r, z + r);
  }
  return reach(corners);
}

/** The bounds of points whose coordinates stand one after another. */
function reach(points: readonly number[]): Bounds {
  let x = Infinity;
  let y = Infinity;
  let z = Infinity;
  let X = -Infinity;
  let Y = -Infinity;
  let Z = -Infinity;
  for (let i = 0; i < points.length; i += 3) {
    const a = points[i]!;
    const b = points[i + 1]!;
    const c = points[i + 2]!;
    if (a < x) x = a;
    if (a > X) X = a;
    if (b < y) y = b;
    if (b > Y) Y = b;
    if (c < z) z = c;
    if (c > Z) Z = c;
  }
  return { min: [x, y, z], max: [X, Y, Z] };
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
  return { parts, order, points: [], shapes: [], bodies: [], receives: [], bounds: together(parts) };
}

/** The bounds of some solids together. */
function together(solids: readonly Solid[]): Bounds {
  const corners: number[] = [];
  for (let i = 0; i < solids.length; i++) {
    const { min, max } = solids[i]!.bounds;
    corners.push(min[0], min[1], min[2], max[0], max[1], max[2]);
  }
  return reach(corners);
}

/** The solids with shapes in a list of solids, from back to front. */
export function leaves(solids: readonly Solid[], order: "depth" | "listed" = "depth"): Solid[] {
  const out: Solid[] = [];
  addLeaves(solids, order, out);
  return out;
}

function addLeaves(solids: readonly Solid[], order: "depth" | "listed" | undefined, out: Solid[]): void {
  const list = order === "listed" ? solids : depthOrder(solids).sorted;
  for (let i = 0; i < list.length; i++) {
    const s = list[i]!;
    if (s.parts) addLeaves(s.parts, s.order, out);
    else out.push(s);
  }
}

/** The same solids without shadows of their own. */
export function shadowless(parts: readonly Solid[]): Solid[] {
  return parts.map((p) => ({ ...p, bodies: [], ...(p.parts ? { parts: shadowless(p.parts) } : {}) }));
}

/** Moves solids by an offset in feet. */
export function move(parts: readonly Solid[], by: Vec): Solid[] {
  return parts.map((s) => moved(s, by));
}

function moved(s: Solid, by: Vec): Solid {
  const { shapes, bodies, receives, parts, order } = s;
  const bounds = { min: add(s.bounds.min, by), max: add(s.bounds.max, by) };
  if (parts) return { parts: move(parts, by), order: order!, points: [], shapes, bodies, receives, bounds };
  const x = by[0];
  const y = by[1];
  const z = by[2];
  const from = s.points;
  const points: number[] = [];
  for (let i = 0; i < from.length; i += 3) points.push(from[i]! + x, from[i + 1]! + y, from[i + 2]! + z);
  return { points, shapes, bodies, receives, bounds };
}

/** Turns solids about the z axis through the origin, counterclockwise as seen from above, in degrees. */
export function spin(parts: readonly Solid[], degrees: number): Solid[] {
  const cos = cosine(degrees);
  const sin = sine(degrees);
  const turn = (v: Vec): Vec => [v[0] * cos - v[1] * sin, v[0] * sin + v[1] * cos, v[2]];
  // Boxes stay boxes along the axes, and bounds are turned along.
  const square = degrees % 90 === 0;
  const turned = (s: Solid): Solid => {
    const { bodies, receives, order } = s;
    const parts = s.parts?.map(turned);
    const points: number[] = [];
    for (let i = 0; i < s.points.length; i += 3) {
      const x = s.points[i]!;
      const y = s.points[i + 1]!;
      points.push(x * cos - y * sin, x * sin + y * cos, s.points[i + 2]!);
    }
    const shapes = s.shapes.map((shape): Shape => {
      if (shape.kind === "side") return { ...shape, normal: turn(shape.normal) };
      return shape.kind === "tube" ? { ...shape, normals: shape.normals.map(turn) } : shape;
    });
    const bounds = square ? boundsOf([turn(s.bounds.min), turn(s.bounds.max)]) : parts ? together(parts) : extent(points, shapes);
    return { points, shapes, bodies, receives, bounds, ...(parts && order ? { parts, order } : {}) };
  };
  return parts.map(turned);
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
