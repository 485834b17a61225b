import { createElement } from "react";
import { Picture } from "../Picture";
import { translate } from "../assembly";
import { mix, paint } from "../palette";
import { panel } from "../prism";
import type { Scene } from "../scene";
import type { Solid } from "../solid";
import { boundsOf, type Bounds, type Vec } from "../vector";

/**
 * The size of a lineup. It is six times as wide as high, and nothing stands on its middle: phones show its halves
 * below each other.
 */
const SIZE = [1200, 200] as const;
const ASPECT = SIZE[0] / SIZE[1];

/** The least gap between two things, and the room above the highest, below the lowest and at the ends, in feet. */
const GAP = 0.5;
const ROOM = 0.5;

const COS30 = Math.sqrt(3) / 2;

/** Something that stands in a lineup by itself: a part, or a few that belong together. */
export type Thing = readonly Solid[];

/** Things beside each other on one strip of ground, as large as they are in life; the halves are equally wide. */
export function lineup(alt: string, left: () => Thing[], right: () => Thing[]): Scene {
  const [width, height] = SIZE;
  return { alt, width, height, draw: () => createElement(Picture, { width, height, ...arrange(left().map(measure), right().map(measure)) }) };
}

/** A thing with its extent: across the screen in feet along x - y, and above and below its middle on the screen. */
interface Measured {
  readonly thing: Thing;
  readonly bounds: Bounds;
  readonly across: number;
  readonly above: number;
  readonly below: number;
}

function measure(thing: Thing): Measured {
  const bounds = boundsOf(thing.flatMap((s) => [s.bounds.min, s.bounds.max]));
  const { min, max } = bounds;
  const across = max[0] - min[0] + max[1] - min[1];
  return { thing, bounds, across, above: max[2] + across / 4, below: across / 4 };
}

function arrange(left: readonly Measured[], right: readonly Measured[]): { solids: Solid[]; fitTo: Solid[] } {
  const all = [...left, ...right];
  const above = Math.max(...all.map((m) => m.above)) + ROOM;
  const below = Math.max(...all.map((m) => m.below)) + ROOM;
  const needed = (half: readonly Measured[]) => half.reduce((sum, m) => sum + m.across + GAP, GAP);
  // Half the width, along x - y: what the things need, or what the height asks for.
  const half = Math.max(needed(left), needed(right), ((above + below) * ASPECT) / COS30 / 2);
  const top = (half * 2 * COS30) / ASPECT - below;
  return {
    solids: [...stage(half, below), ...row(left, -half, half), ...row(right, 0, half)],
    fitTo: [corners([[-half / 2, half / 2, top], [half / 2, -half / 2, top], [-half / 2, half / 2, -below], [half / 2, -half / 2, -below]])],
  };
}

/** Sets things on the line x + y = 0 from x - y = `from` on, evenly spread over `length`. */
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

/** The strip of ground: level with the screen's edges, and long enough to run out of the picture on both sides. */
function stage(half: number, below: number): Solid[] {
  const ground = mix(paint.concrete, paint.cream, 0.3);
  const far = half * 0.55;
  const on = (across: number, down: number): Vec => [across + down, -across + down, -0.02];
  const front = below - 0.25;
  return [
    panel([on(-far, -front * 0.8), on(far, -front * 0.8), on(far, front), on(-far, front)], [0, 0, 1], ground),
    panel([on(-far, front), on(far, front), on(far, front + 0.35), on(-far, front + 0.35)], [0, 0, 1], mix(paint.earth, paint.stone, 0.5), true),
    shadowCatcher(half),
  ];
}

/** A level that is not seen itself and shows the shadows of what stands on it. */
function shadowCatcher(half: number): Solid {
  return { points: [], shapes: [], bodies: [], receives: ["z"], bounds: { min: [-half, -half, -0.01], max: [half, half, 0] } };
}

/** A solid that is not seen and takes up room. */
function corners(points: readonly Vec[]): Solid {
  return { points: points.flat(), shapes: [], bodies: [], receives: [], bounds: boundsOf(points) };
}
