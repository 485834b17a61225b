import { depthOrder } from "./depth";
import { shapeBounds, unionBounds, type Shape, type Solid, type TruckKind } from "./solid";
import { add, boundsOf, cosine, sine, sub, type Vec } from "./vector";

/** Joins, orders, moves, rotates and places solids. */

/** Joins solids into one for the depth order; its members are again ordered by depth. */
export function groupByDepth(parts: readonly Solid[]): Solid {
  return group(parts, "depth");
}

/**
 * Joins solids into one, drawn in the given order, for bodies whose order from this side is known and cannot be derived
 * from their bounds.
 */
export function groupInOrder(parts: readonly Solid[]): Solid {
  return group(parts, "listed");
}

function group(parts: readonly Solid[], order: "depth" | "listed"): Solid {
  return { parts, order, points: [], shapes: [], bodies: [], receives: [], bounds: unionBounds(parts) };
}

/** The solids with shapes in a list of solids, from back to front. */
export function flatten(solids: readonly Solid[], order: "depth" | "listed" = "depth"): Solid[] {
  const out: Solid[] = [];
  addFlattened(solids, order, out);
  return out;
}

function addFlattened(solids: readonly Solid[], order: "depth" | "listed" | undefined, out: Solid[]): void {
  const list = order === "listed" ? solids : depthOrder(solids).sorted;
  for (let i = 0; i < list.length; i++) {
    const s = list[i]!;
    if (s.parts) addFlattened(s.parts, s.order, out);
    else out.push(s);
  }
}

/** The solids that are drawn with one kind of truck. */
export function withTrucks(kind: TruckKind, solids: readonly Solid[]): Solid[] {
  return solids
    .filter(({ trucks }) => !trucks || trucks.includes(kind))
    .map((s) => (s.parts ? { ...s, parts: withTrucks(kind, s.parts) } : s));
}

/** The solids that are drawn of a full crew, or of a plain one: somebody alone who brings no broom and no hand truck. */
export function withCrew(full: boolean, solids: readonly Solid[]): Solid[] {
  return solids
    .filter((s) => s.full === undefined || s.full === full)
    .map((s) => (s.parts ? { ...s, parts: withCrew(full, s.parts) } : s));
}

/** Solids of a full crew's pictures alone, also things that not every company takes. */
export function full(solids: readonly Solid[]): Solid[] {
  return solids.map((s) => ({ ...s, full: true }));
}

/** Solids that stand in their place in plain pictures. */
export function plain(solids: readonly Solid[]): Solid[] {
  return solids.map((s) => ({ ...s, full: false }));
}

/** The same solids without shadows. */
export function shadowless(parts: readonly Solid[]): Solid[] {
  return parts.map((p) => ({ ...p, bodies: [], ...(p.parts ? { parts: shadowless(p.parts) } : {}) }));
}

/** Moves solids by an offset in feet. */
export function translate(parts: readonly Solid[], by: Vec): Solid[] {
  return parts.map((s) => translated(s, by));
}

function translated(s: Solid, by: Vec): Solid {
  const bounds = { min: add(s.bounds.min, by), max: add(s.bounds.max, by) };
  if (s.parts) return { ...s, parts: translate(s.parts, by), bounds };
  const x = by[0];
  const y = by[1];
  const z = by[2];
  const from = s.points;
  const points: number[] = [];
  for (let i = 0; i < from.length; i += 3) points.push(from[i]! + x, from[i + 1]! + y, from[i + 2]! + z);
  return { ...s, points, bounds };
}

/** Rotates solids about the z axis through the origin, in degrees, counterclockwise as seen from above. */
export function rotate(parts: readonly Solid[], degrees: number): Solid[] {
  const cos = cosine(degrees);
  const sin = sine(degrees);
  // Boxes stay boxes along the axes, and bounds are turned along.
  return turned(parts, degrees % 90 === 0, ([x, y, z]) => [x * cos - y * sin, x * sin + y * cos, z]);
}

/** Tips solids about the x axis through the origin, in degrees, their tops toward -y. */
export function tip(parts: readonly Solid[], degrees: number): Solid[] {
  const cos = cosine(degrees);
  const sin = sine(degrees);
  return turned(parts, false, ([x, y, z]) => [x, y * cos - z * sin, y * sin + z * cos]);
}

function turned(list: readonly Solid[], square: boolean, turn: (v: Vec) => Vec): Solid[] {
  return list.map((s) => {
    const parts = s.parts && turned(s.parts, square, turn);
    const points: number[] = [];
    for (let i = 0; i < s.points.length; i += 3)
      points.push(...turn([s.points[i]!, s.points[i + 1]!, s.points[i + 2]!]));
    const shapes = s.shapes.map((shape): Shape => {
      if (shape.kind === "face") return { ...shape, normal: turn(shape.normal) };
      return shape.kind === "tube" ? { ...shape, normals: shape.normals.map(turn) } : shape;
    });
    const bounds = square
      ? boundsOf([turn(s.bounds.min), turn(s.bounds.max)])
      : parts
        ? unionBounds(parts)
        : shapeBounds(points, shapes);
    return { ...s, points, shapes, bounds, ...(parts && { parts }) };
  });
}

/** The direction of a part's front: +y is on the left of the screen, +x on the right. */
export type Front = "+y" | "-x" | "-y" | "+x";

const QUARTERS: Record<Front, number> = { "+y": 0, "-x": 90, "-y": 180, "+x": 270 };

/** Places a part with the minimum corner of its bounds at x, y, z, its front turned toward `front`. */
export function at(x: number, y: number, z: number, parts: readonly Solid[], front: Front = "+y"): Solid[] {
  const turned = front === "+y" ? parts : rotate(parts, QUARTERS[front]);
  const { min } = boundsOf(turned.map((p) => p.bounds.min));
  return translate(turned, sub([x, y, z], min));
}
