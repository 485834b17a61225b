import { BALL_SCALE, depthOrder, faces, hull, normal, project, shadows, within, type Spot, type Vec } from "./geometry";
import { brightness, tone } from "./palette";
import type { Side, Soft, Solid, Tube } from "./solid";

/**
 * From solids to paths: figures in drawing order, without those that later ones
 * hide, joined by colour as far as the order allows, and written as short as a
 * tenth of a pixel permits.
 */

/** Places the paper's units in the picture: units a foot, and the offset of the origin. */
export interface View {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
}

/** One path: its colour, or SHADOW, and its outline. */
export interface Layer {
  readonly fill: string;
  readonly d: string;
}

/** The fill that stands for a shadow; no paint has this value. */
export const SHADOW = "shadow";

/** Figures smaller than this, in square units, hide too little to be asked. */
const WORTH_ASKING = 16;

type PixelBox = readonly [left: number, top: number, right: number, bottom: number];

interface Figure {
  readonly fill: string;
  readonly box: PixelBox;
  readonly d: string;
  /** The corners, where the figure is a polygon. */
  readonly outline?: readonly Spot[];
  /** Whether the polygon is convex and so can be asked what it hides. */
  readonly convex?: boolean;
}

/** The paths of a picture, from back to front. */
export function layers(solids: readonly Solid[], view: View): Layer[] {
  return join(seen(figures(solids, view)));
}

function figures(solids: readonly Solid[], view: View): Figure[] {
  const out: Figure[] = [];
  const pixel = ([x, y]: Spot): Spot => [x * view.scale + view.left, y * view.scale + view.top];
  const polygon = (fill: string, spots: readonly Spot[], convex = false) => {
    const outline = spots.map(pixel);
    out.push({ fill, outline, convex, d: trace(outline), box: boxOf(outline) });
  };
  const round = (fill: string, centre: Spot, radius: number) => {
    const [x, y] = pixel(centre);
    const r = Math.round(radius * view.scale * 10) / 10;
    const arc = `a${short(r)} ${short(r)} 0 1 1`;
    out.push({ fill, d: `M${short(x - r)} ${short(y)}${arc} ${short(2 * r)} 0${arc}${short(-2 * r)} 0z`, box: [x - r, y - r, x + r, y + r] });
  };

  for (const solid of depthOrder(solids).sorted) {
    for (const shape of solid.shapes) {
      if (shape.kind === "side") drawSide(shape, polygon);
      else if (shape.kind === "tube") drawTube(shape, polygon);
      else drawSoft(shape, polygon, round, view.scale);
    }
    for (const plane of solid.receives) {
      const bodies = solids.filter((s) => s !== solid).flatMap((s) => s.bodies);
      for (const shadow of shadows(bodies, { normal: plane, bounds: solid.bounds })) polygon(SHADOW, shadow.map(project));
    }
  }
  return out;
}

type Polygon = (fill: string, spots: readonly Spot[], convex?: boolean) => void;
type Round = (fill: string, centre: Spot, radius: number) => void;

function drawSide(side: Side, polygon: Polygon): void {
  const n = normal(side.corners);
  if (faces(n)) polygon(side.plain ? side.paint : tone(side.paint, brightness(n)), side.corners.map(project), side.corners.length < 7);
}

/** Draws the visible half of a mantle as a few strips of one tone each. */
function drawTube({ rings: [low, high], paint }: Tube, polygon: Polygon): void {
  const count = low.length;
  const fills = low.map((_, i) => {
    const j = (i + 1) % count;
    const n = normal([low[i]!, low[j]!, high[j]!, high[i]!]);
    // Steps twice as wide as those of flat sides: three or four strips make a mantle.
    return faces(n) ? tone(paint, Math.round(brightness(n) * 8) / 8) : "";
  });
  const start = fills.findIndex((fill, i) => fill !== fills[(i + count - 1) % count]);
  let strip: [Vec[], Vec[]] = [[], []];
  for (let k = 0; k < count; k++) {
    const i = (start + k) % count;
    const j = (i + 1) % count;
    if (strip[0].length === 0) strip = [[low[i]!], [high[i]!]];
    strip[0].push(low[j]!);
    strip[1].push(high[j]!);
    if (fills[j] !== fills[i] || k === count - 1) {
      if (fills[i]) polygon(fills[i]!, [...strip[0], ...strip[1].reverse()].map(project));
      strip = [[], []];
    }
  }
}

/** The tones of a round body: shade below, the paint itself, and light towards the sun, which stands up and left of the paper. */
const ROUNDS = [
  { bright: 0.4, size: 1, shift: 0 },
  { bright: 0.7, size: 0.86, shift: 0.13 },
  { bright: 0.8, size: 0.64, shift: 0.36 },
] as const;

function drawSoft({ join: how, balls, paint }: Soft, polygon: Polygon, round: Round, scale: number): void {
  for (const { bright, size, shift } of how === "hull" ? ROUNDS.slice(0, 2) : ROUNDS) {
    const fill = tone(paint, bright);
    const discs = balls.map(({ centre, radius }) => {
      const [x, y] = project(centre);
      const r = radius * BALL_SCALE;
      return { centre: [x - r * shift * 0.75, y - r * shift * 0.66] as Spot, radius: r * size };
    });
    if (how === "union") for (const { centre, radius } of discs) round(fill, centre, radius);
    else polygon(fill, hull(discs.flatMap(({ centre, radius }) => around(centre, radius, radius * scale < 2.5 ? 8 : 12))));
  }
}

function around([x, y]: Spot, radius: number, corners: number): Spot[] {
  return Array.from({ length: corners }, (_, i): Spot => {
    const a = (i / corners) * 2 * Math.PI;
    return [x + radius * Math.cos(a), y + radius * Math.sin(a)];
  });
}

/** Leaves out every figure that lies wholly under a later convex one. */
function seen(all: readonly Figure[]): Figure[] {
  const out: Figure[] = [];
  const covers: { box: PixelBox; outline: readonly Spot[] }[] = [];
  for (const figure of [...all].reverse()) {
    const [left, top, right, bottom] = figure.box;
    const corners = figure.outline ?? [[left, top], [right, top], [right, bottom], [left, bottom]] as const;
    const hidden = covers.some(({ box, outline }) => box[0] <= left && box[1] <= top && box[2] >= right && box[3] >= bottom && within(corners, outline));
    if (hidden) continue;
    out.push(figure);
    if (figure.convex && figure.outline && (right - left) * (bottom - top) > WORTH_ASKING) {
      covers.push({ box: figure.box, outline: hull(figure.outline) });
    }
  }
  return out.reverse();
}

/** Joins figures into paths: one goes to an earlier path of its colour when nothing drawn since lies under it. */
function join(all: readonly Figure[]): Layer[] {
  const out: { fill: string; d: string; boxes: PixelBox[] }[] = [];
  for (const { fill, d, box } of all) {
    let host: (typeof out)[number] | undefined;
    for (let i = out.length - 1; i >= 0; i--) {
      if (out[i]!.fill === fill) {
        host = out[i]!;
        break;
      }
      if (out[i]!.boxes.some((b) => meet(b, box))) break;
    }
    if (host) {
      host.d += d;
      host.boxes.push(box);
    } else {
      out.push({ fill, d, boxes: [box] });
    }
  }
  return out;
}

function boxOf(outline: readonly Spot[]): PixelBox {
  const xs = outline.map((p) => p[0]);
  const ys = outline.map((p) => p[1]);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Whether two boxes meet, the seam around figures included. */
function meet(a: PixelBox, b: PixelBox): boolean {
  return a[0] < b[2] + 0.5 && b[0] < a[2] + 0.5 && a[1] < b[3] + 0.5 && b[1] < a[3] + 0.5;
}

/** A closed path through pixels: steps from rounded point to rounded point, so that rounding never adds up. */
function trace(pixels: readonly Spot[]): string {
  let d = "";
  let [px, py] = [0, 0];
  pixels.forEach(([fx, fy], i) => {
    const [x, y] = [Math.round(fx * 10), Math.round(fy * 10)];
    const [dx, dy] = [x - px, y - py];
    if (i === 0) d += `M${short(x / 10)} ${short(y / 10)}`;
    else if (dx === 0 && dy === 0) return;
    else if (dy === 0) d += `h${short(dx / 10)}`;
    else if (dx === 0) d += `v${short(dy / 10)}`;
    else d += `l${short(dx / 10)}${dy < 0 ? "" : " "}${short(dy / 10)}`;
    [px, py] = [x, y];
  });
  return d + "z";
}

/** A number to a tenth, in its shortest form. */
function short(n: number): string {
  return String(Math.round(n * 10) / 10).replace(/^(-?)0\./, "$1.");
}
