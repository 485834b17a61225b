import { BALL_SCALE, cosine, faces, hull, normal, project, shadows, sine, spread, within, type Spot, type Vec } from "./geometry";
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

/** The paths of a picture, from back to front, of solids that are in that order. */
export function layers(ordered: readonly Solid[], view: View): Layer[] {
  return join(seen(figures(ordered, view)));
}

function figures(ordered: readonly Solid[], view: View): Figure[] {
  const out: Figure[] = [];
  const tones = new Map<string, string>();
  const toned: Toned = (paint, bright) => {
    const key = paint + bright;
    let found = tones.get(key);
    if (found === undefined) tones.set(key, (found = tone(paint, bright)));
    return found;
  };
  const pixel = (p: Spot): Spot => [p[0] * view.scale + view.left, p[1] * view.scale + view.top];
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

  const casters = ordered.filter((s) => s.bodies.length > 0);
  for (const solid of ordered) {
    for (const shape of solid.shapes) {
      if (shape.kind === "side") drawSide(shape, toned, polygon);
      else if (shape.kind === "tube") drawTube(shape, toned, polygon);
      else drawSoft(shape, toned, polygon, round, view.scale);
    }
    for (const plane of solid.receives) {
      const others = casters.filter((s) => s !== solid);
      for (const shadow of shadows(others, { normal: plane, bounds: solid.bounds })) polygon(SHADOW, shadow.map(project));
    }
  }
  return out;
}

type Polygon = (fill: string, spots: readonly Spot[], convex?: boolean) => void;
type Round = (fill: string, centre: Spot, radius: number) => void;
type Toned = (paint: string, bright: number) => string;

function drawSide(side: Side, toned: Toned, polygon: Polygon): void {
  const n = normal(side.corners);
  if (faces(n)) polygon(side.plain ? side.paint : toned(side.paint, brightness(n)), side.corners.map(project), side.corners.length < 7);
}

/** Draws the visible half of a mantle as a few strips of one tone each. */
function drawTube({ rings: [low, high], paint }: Tube, toned: Toned, polygon: Polygon): void {
  const count = low.length;
  const fills = low.map((_, i) => {
    const j = (i + 1) % count;
    const n = normal([low[i]!, low[j]!, high[j]!, high[i]!]);
    // Steps twice as wide as those of flat sides: three or four strips make a mantle.
    return faces(n) ? toned(paint, Math.round(brightness(n) * 8) / 8) : "";
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

function drawSoft({ join: how, balls, paint }: Soft, toned: Toned, polygon: Polygon, round: Round, scale: number): void {
  for (const { bright, size, shift } of how === "hull" ? ROUNDS.slice(0, 2) : ROUNDS) {
    const fill = toned(paint, bright);
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
    const a = (i / corners) * 360;
    return [x + radius * cosine(a), y + radius * sine(a)];
  });
}

/** The side of a cell of the grid in which covers are looked up, in units. */
const CELL = 32;

/** Leaves out every figure that lies wholly under a later convex one; such a cover lies over the figure's middle, so the cell there is all that is searched. */
function seen(all: readonly Figure[]): Figure[] {
  const out: Figure[] = [];
  const covers = new Map<number, { box: PixelBox; outline: readonly Spot[] }[]>();
  const cell = (x: number, y: number) => Math.floor(x / CELL) * 1000 + Math.floor(y / CELL);
  for (let k = all.length - 1; k >= 0; k--) {
    const figure = all[k]!;
    const [left, top, right, bottom] = figure.box;
    const corners = figure.outline ?? ([[left, top], [right, top], [right, bottom], [left, bottom]] as const);
    const nearby = covers.get(cell((left + right) / 2, (top + bottom) / 2));
    if (nearby?.some(({ box, outline }) => box[0] <= left && box[1] <= top && box[2] >= right && box[3] >= bottom && within(corners, outline))) continue;
    out.push(figure);
    if (!figure.convex || !figure.outline || (right - left) * (bottom - top) < WORTH_ASKING) continue;
    const cover = { box: figure.box, outline: hull(figure.outline) };
    for (let x = Math.floor(left / CELL) * CELL; x <= right; x += CELL) {
      for (let y = Math.floor(top / CELL) * CELL; y <= bottom; y += CELL) {
        const list = covers.get(cell(x, y));
        if (list) list.push(cover);
        else covers.set(cell(x, y), [cover]);
      }
    }
  }
  return out.reverse();
}

/** How many paths back a figure looks for one of its colour; hardly any is found farther away. */
const LOOK_BACK = 80;

/** Joins figures into paths: one goes to an earlier path of its colour when nothing drawn since lies under it. */
function join(all: readonly Figure[]): Layer[] {
  const out: { fill: string; d: string[]; boxes: PixelBox[]; box: PixelBox }[] = [];
  for (const { fill, d, box } of all) {
    let host: (typeof out)[number] | undefined;
    for (let i = out.length - 1; i >= 0 && i > out.length - LOOK_BACK; i--) {
      const layer = out[i]!;
      if (layer.fill === fill) {
        host = layer;
        break;
      }
      if (meet(layer.box, box) && layer.boxes.some((b) => meet(b, box))) break;
    }
    if (host) {
      host.d.push(d);
      host.boxes.push(box);
      const b = host.box;
      host.box = [Math.min(b[0], box[0]), Math.min(b[1], box[1]), Math.max(b[2], box[2]), Math.max(b[3], box[3])];
    } else {
      out.push({ fill, d: [d], boxes: [box], box });
    }
  }
  return out.map(({ fill, d }) => ({ fill, d: d.join("") }));
}

function boxOf(outline: readonly Spot[]): PixelBox {
  const { from, to } = spread(outline);
  return [from[0], from[1], to[0], to[1]];
}

/** Whether two boxes meet, the seam around figures included. */
function meet(a: PixelBox, b: PixelBox): boolean {
  return a[0] < b[2] + 0.5 && b[0] < a[2] + 0.5 && a[1] < b[3] + 0.5 && b[1] < a[3] + 0.5;
}

/** A closed path through pixels: steps from rounded point to rounded point, so that rounding never adds up. */
function trace(pixels: readonly Spot[]): string {
  let d = "";
  let px = 0;
  let py = 0;
  for (let i = 0; i < pixels.length; i++) {
    const x = Math.round(pixels[i]![0] * 10);
    const y = Math.round(pixels[i]![1] * 10);
    const dx = x - px;
    const dy = y - py;
    px = x;
    py = y;
    if (i === 0) d = `M${short(x / 10)} ${short(y / 10)}`;
    else if (dx === 0 && dy === 0) continue;
    else if (dy === 0) d += `h${short(dx / 10)}`;
    else if (dx === 0) d += `v${short(dy / 10)}`;
    else d += `l${short(dx / 10)}${dy < 0 ? "" : " "}${short(dy / 10)}`;
  }
  return d + "z";
}

/** A number to a tenth, in its shortest form. */
function short(n: number): string {
  return String(Math.round(n * 10) / 10).replace(/^(-?)0\./, "$1.");
}
