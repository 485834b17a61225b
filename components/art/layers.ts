import { area, isConvex } from "./polygon";
import { Cover, Levels } from "./raster";
import { Renderer, SHADOW, type Primitive } from "./renderer";
import type { Solid } from "./solid";
import type { Point } from "./vector";

/**
 * Turns solids into paths: primitives in drawing order, without hidden ones, joined by color as far as the order
 * allows.
 */

/** One path: its color, or SHADOW, and its outline. */
interface Layer {
  readonly fill: string;
  readonly d: string;
}

/**
 * The paths of a picture, from back to front, of solids that are in that order. Of each primitive at least so many
 * cells are visible. Trucks have the built-in company's sign or, unsigned, the spot for another.
 */
export function layers(
  ordered: readonly Solid[], unitsPerFoot: number, cells: number, unsigned: boolean,
): Layer[] {
  const renderer = new Renderer(unitsPerFoot, unsigned);
  renderer.draw(ordered);
  return join(visible(renderer.primitives, cells));
}

/** The cells in which hidden primitives are found and primitives are joined, in units of path data. */
const [SMALL_CELL, LARGE_CELL] = [2, 8];

/** Primitives of a smaller area, in square units, are left out. */
const SMALLEST = 4;

/** The primitives of which at least so many cells are visible. */
function visible(all: readonly Primitive[], cells: number): Primitive[] {
  const cover = new Cover(all.map((p) => p.outline), SMALL_CELL);
  const out: Primitive[] = [];
  for (let k = all.length - 1; k >= 0; k--) {
    const { fill, outline } = all[k]!;
    if (Math.abs(area(outline)) < SMALLEST || !cover.shows(outline, cells)) continue;
    out.push(all[k]!);
    if (fill !== SHADOW && isConvex(outline)) cover.add();
  }
  return out.reverse();
}

/** Joins primitives into paths: each is added to the first path of its color that is not under what it covers. */
function join(all: readonly Primitive[]): Layer[] {
  const levels = new Levels(all.map((p) => p.outline), LARGE_CELL);
  const out: { readonly fill: string; readonly primitives: Primitive[] }[] = [];
  const hosts = new Map<string, number[]>();
  for (let k = 0; k < all.length; k++) {
    const { fill, outline } = all[k]!;
    let list = hosts.get(fill);
    if (!list) hosts.set(fill, (list = []));
    const above = levels.highest(outline);
    let host = list.find((number) => number >= above);
    if (host === undefined) {
      host = out.push({ fill, primitives: [] });
      list.push(host);
    }
    out[host - 1]!.primitives.push(all[k]!);
    levels.mark(host);
  }
  return out.map(({ fill, primitives }) => ({ fill, d: write(primitives) }));
}

/** Half of a disc, whose radii grow to the ends: only their proportions and direction matter. */
const ARC = "a1 1.75-45 1 1";

/** Path data in whole units and relative steps, from left to right, since small and repeated numbers compress best. */
function write(primitives: readonly Primitive[]): string {
  const sorted = primitives.slice().sort((a, b) => a.outline[0]![0] - b.outline[0]![0]);
  let d = "";
  let last: Point = [0, 0];
  for (let k = 0; k < sorted.length; k++) {
    const { outline, disc } = sorted[k]!;
    d += "m" + step(last, outline[0]!).trimStart();
    last = outline[0]!;
    if (disc > 0) d += `${ARC} ${disc}-${disc}${ARC}-${disc} ${disc}`;
    else for (let i = 1; i < outline.length; i++) d += step(outline[i - 1]!, outline[i]!);
    d += "z";
  }
  return d;
}

function step(from: Point, to: Point): string {
  const across = to[0] - from[0];
  const down = to[1] - from[1];
  return (across < 0 ? "" : " ") + across + (down < 0 ? "" : " ") + down;
}
