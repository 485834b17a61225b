import { createElement } from "react";
import { MARGIN, Picture } from "../Picture";
import { translate } from "../assembly";
import { SUN } from "../light";
import { mix, paint, type Paint } from "../palette";
import { panel } from "../prism";
import type { Scene } from "../scene";
import type { Solid } from "../solid";
import { boundsOf, type Bounds, type Vec } from "../vector";

/** The size of a lineup. Nothing stands on its middle: phones show its halves below each other. */
const SIZE = [1200, 300] as const;
const ASPECT = SIZE[0] / SIZE[1];

/** Minimum gap between two items, and margins above, below and at the ends, in feet. */
const GAP = 0.5;
const ROOM = 0.5;

/** The margin of a picture, as a share of its width and height. */
const INSET = SIZE.map((pixels) => (2 * MARGIN) / pixels) as unknown as readonly [number, number];

const COS30 = Math.sqrt(3) / 2;

/** An item of a lineup: a part, or a few that belong together. */
export type Thing = readonly Solid[];

/** Items side by side on one strip of ground, to scale; the halves are equally wide. */
export function lineup(alt: string, left: () => Thing[], right: () => Thing[]): Scene {
  const [width, height] = SIZE;
  return {
    alt,
    width,
    height,
    draw: () => createElement(Picture, { width, height, ...arrange(left().map(measure), right().map(measure)) }),
  };
}

/** An item with its extent in feet: across the screen (x - y), above and below its center, and its shadow. */
interface Measured {
  readonly thing: Thing;
  readonly bounds: Bounds;
  readonly across: number;
  readonly above: number;
  readonly below: number;
  /** The extent of its shadow beyond it, to the right. */
  readonly shadow: number;
}

function measure(thing: Thing): Measured {
  const bounds = boundsOf(thing.flatMap((s) => [s.bounds.min, s.bounds.max]));
  const { min, max } = bounds;
  const across = max[0] - min[0] + max[1] - min[1];
  return {
    thing, bounds, across, above: max[2] + across / 4, below: across / 4, shadow: (max[2] * (SUN[1] - SUN[0])) / SUN[2],
  };
}

function arrange(left: readonly Measured[], right: readonly Measured[]): { solids: Solid[]; fitTo: Solid[] } {
  const all = [...left, ...right];
  const above = Math.max(...all.map((m) => m.above)) + ROOM;
  const below = Math.max(...all.map((m) => m.below)) + ROOM;
  const needed = (half: readonly Measured[]) => half.reduce((sum, m) => sum + m.across + GAP, GAP);
  const tail = right[right.length - 1]!.shadow;
  // Half the width along x - y, as the items or the height require.
  const half = Math.max(needed(left), needed(right) + tail, ((above + below) * ASPECT) / COS30 / 2);
  const height = (half * 2 * COS30) / ASPECT;
  return {
    solids: [...stage(half, below), ...row(left, -half, half), ...row(right, 0, half - tail)],
    fitTo: [corners(half * (1 - INSET[0]), height - below - (height * INSET[1]) / 2, -below + (height * INSET[1]) / 2)],
  };
}

/** Places items on the line x + y = 0 from x - y = `from` on, evenly spread over `length`. */
function row(things: readonly Measured[], from: number, length: number): Solid[] {
  const gap = (length - things.reduce((sum, m) => sum + m.across, 0)) / (things.length + 1);
  const out: Solid[] = [];
  let at = from;
  for (const { thing, bounds: { min, max }, across } of things) {
    at += gap;
    const middle = at + across / 2;
    at += across;
    out.push(...translate(thing, [middle / 2 - (min[0] + max[0]) / 2, -middle / 2 - (min[1] + max[1]) / 2, 0]));
  }
  return out;
}

/** The strip of ground from edge to edge, and the receiver of shadows on it. */
function stage(half: number, below: number): Solid[] {
  const band = (from: number, to: number, paint: Paint, unlit: boolean): Solid => {
    const on = (across: number, down: number): Vec => [across / 2 + down, -across / 2 + down, -0.02];
    return panel([on(-half, from), on(half, from), on(half, to), on(-half, to)], [0, 0, 1], paint, unlit);
  };
  const edge = below - 0.35;
  return [
    band(-edge * 0.8, edge, mix(paint.concrete, paint.cream, 0.3), false),
    band(edge, below - 0.03, mix(paint.earth, paint.stone, 0.5), true),
    {
      points: [], shapes: [], bodies: [], receives: ["z"], bounds: { min: [-half, -half, -0.01], max: [half, half, 0] },
    },
  ];
}

/** An invisible solid: the corners of a rectangle on the screen, `width` feet along x - y to both sides. */
function corners(width: number, top: number, bottom: number): Solid {
  const points: Vec[] = [top, bottom].flatMap((z): Vec[] => [[-width / 2, width / 2, z], [width / 2, -width / 2, z]]);
  return { points: points.flat(), shapes: [], bodies: [], receives: [], bounds: boundsOf(points) };
}
