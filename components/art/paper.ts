import { BALL_SCALE, cosine, faces, hull, hullOfRings, project, projectAll, shadows, sine, spread, within, type Caster, type Extent, type Spot, type Vec } from "./geometry";
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

interface Figure extends Extent {
  readonly fill: string;
  /** The corners of a polygon, or of the square around a disc. */
  readonly outline: readonly Spot[];
  /** Whether the outline is convex and so can be asked what it hides. */
  readonly convex: boolean;
  /** The path of a disc; a polygon's follows from its outline. */
  readonly d: string | undefined;
}

/** The paths of a picture, from back to front, of solids that are in that order. */
export function layers(ordered: readonly Solid[], view: View): Layer[] {
  const sketch = new Sketch(view);
  sketch.draw(ordered);
  return join(seen(sketch.figures), sketch.pen);
}

/** Turns solids into figures. */
class Sketch {
  readonly figures: Figure[] = [];
  readonly pen = new Pen();
  private readonly tones = new Map<string, Map<number, string>>();

  constructor(private readonly view: View) {}

  draw(ordered: readonly Solid[]): void {
    const casters = new Map<Solid, Caster>();
    for (let i = 0; i < ordered.length; i++) if (ordered[i]!.bodies.length > 0) casters.set(ordered[i]!, casterOf(ordered[i]!));
    for (let i = 0; i < ordered.length; i++) {
      const solid = ordered[i]!;
      this.drawShapes(solid);
      if (solid.receives.length === 0) continue;
      const own = casters.get(solid);
      const others = [...casters.values()].filter((c) => c !== own);
      for (const plane of solid.receives) {
        for (const shadow of shadows(others, { normal: plane, bounds: solid.bounds })) {
          const outline: Spot[] = [];
          for (let k = 0; k < shadow.length; k++) outline.push(project(shadow[k]!, this.view.scale, this.view.left, this.view.top));
          this.polygon(SHADOW, outline, false);
        }
      }
    }
  }

  private drawShapes({ shapes, points }: Solid): void {
    for (let i = 0; i < shapes.length; i++) {
      const shape = shapes[i]!;
      if (shape.kind === "side") this.drawSide(shape, points);
      else if (shape.kind === "tube") this.drawTube(shape, points);
      else this.drawSoft(shape, points);
    }
  }

  private drawSide({ corners, normal, paint, plain }: Side, points: readonly number[]): void {
    if (!faces(normal)) return;
    this.polygon(plain ? paint : this.toned(paint, brightness(normal)), this.place(points, corners), corners.length < 7);
  }

  /** Draws the visible half of a mantle as a few strips of one tone each. */
  private drawTube({ normals, paint }: Tube, points: readonly number[]): void {
    const count = normals.length;
    // Steps twice as wide as those of flat sides: three or four strips make a mantle.
    const fills = normals.map((n) => (faces(n) ? this.toned(paint, Math.round(brightness(n) * 8) / 8) : ""));
    const start = Math.max(0, fills.findIndex((fill, i) => fill !== fills[(i + count - 1) % count]));
    // The places of a strip's corners along both rings.
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

  private drawSoft({ join: how, radii, paint }: Soft, points: readonly number[]): void {
    const tones = how === "hull" ? 2 : ROUNDS.length;
    for (let t = 0; t < tones; t++) {
      const { bright, size, shift } = ROUNDS[t]!;
      const fill = this.toned(paint, bright);
      const rims: Spot[] = [];
      let few = 0;
      for (let i = 0; i < radii.length; i++) {
        const centre = project([points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!]);
        const r = radii[i]! * BALL_SCALE;
        const x = centre[0] - r * shift * 0.75;
        const y = centre[1] - r * shift * 0.66;
        const small = r * size * this.view.scale < 2.5;
        if (small) few++;
        if (how === "union") this.disc(fill, x, y, r * size);
        else addRim(rims, x, y, r * size, small ? FEW : MANY);
      }
      if (how === "union") continue;
      // Rings of unlike numbers of corners are not similar.
      const outline = few === 0 || few === radii.length ? hullOfRings(rims, radii.length) : hull(rims);
      const placed: Spot[] = [];
      for (let i = 0; i < outline.length; i++) placed.push(this.onPaper(outline[i]!));
      this.polygon(fill, placed, false);
    }
  }

  private polygon(fill: string, outline: readonly Spot[], convex: boolean): void {
    const { left, top, right, bottom } = spread(outline);
    this.figures.push({ fill, outline, convex, d: undefined, left, top, right, bottom });
  }

  private disc(fill: string, x: number, y: number, radius: number): void {
    const centre = this.onPaper([x, y]);
    const r = Math.round(radius * this.view.scale * 10) / 10;
    const left = centre[0] - r;
    const top = centre[1] - r;
    const right = centre[0] + r;
    const bottom = centre[1] + r;
    this.figures.push({ fill, outline: [[left, top], [right, top], [right, bottom], [left, bottom]], convex: false, d: this.pen.disc(centre[0], centre[1], r), left, top, right, bottom });
  }

  private place(points: readonly number[], places: readonly number[]): Spot[] {
    return projectAll(points, places, this.view.scale, this.view.left, this.view.top);
  }

  private onPaper(s: Spot): Spot {
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

/** The tones of a round body: shade below, the paint itself, and light towards the sun, which stands up and left of the paper. */
const ROUNDS = [
  { bright: 0.4, size: 1, shift: 0 },
  { bright: 0.7, size: 0.86, shift: 0.13 },
  { bright: 0.8, size: 0.64, shift: 0.36 },
] as const;

/** The corners of a circle of radius 1, for small discs and larger ones. */
const [FEW, MANY] = [8, 12].map((corners) => Array.from({ length: corners }, (_, i): Spot => [cosine((i / corners) * 360), sine((i / corners) * 360)])) as [Spot[], Spot[]];

function addRim(out: Spot[], x: number, y: number, radius: number, circle: readonly Spot[]): void {
  for (let i = 0; i < circle.length; i++) {
    const s = circle[i]!;
    out.push([x + radius * s[0], y + radius * s[1]]);
  }
}

/** The side of a cell of the grid in which covers are looked up, in units. */
const CELL = 32;

/** The cells of a column; pictures are not as high. */
const COLUMN = 1000;

/** Leaves out every figure that lies wholly under a later convex one; such a cover lies over the figure's middle, so the cell there is all that is searched. */
function seen(all: readonly Figure[]): Figure[] {
  const out: Figure[] = [];
  const covers = new Map<number, Figure[]>();
  const hulls = new Map<Figure, Spot[]>();
  for (let k = all.length - 1; k >= 0; k--) {
    const figure = all[k]!;
    const { left, top, right, bottom } = figure;
    const nearby = covers.get(Math.floor((left + right) / 2 / CELL) * COLUMN + Math.floor((top + bottom) / 2 / CELL));
    if (nearby && covered(figure, nearby, hulls)) continue;
    out.push(figure);
    if (!figure.convex || (right - left) * (bottom - top) < WORTH_ASKING) continue;
    const lastColumn = Math.floor(right / CELL);
    const lastRow = Math.floor(bottom / CELL);
    for (let column = Math.floor(left / CELL); column <= lastColumn; column++) {
      for (let row = Math.floor(top / CELL); row <= lastRow; row++) {
        const list = covers.get(column * COLUMN + row);
        if (list) list.push(figure);
        else covers.set(column * COLUMN + row, [figure]);
      }
    }
  }
  return out.reverse();
}

function covered({ outline, left, top, right, bottom }: Figure, covers: readonly Figure[], hulls: Map<Figure, Spot[]>): boolean {
  for (let i = 0; i < covers.length; i++) {
    const c = covers[i]!;
    if (c.left > left || c.top > top || c.right < right || c.bottom < bottom) continue;
    let around = hulls.get(c);
    if (!around) hulls.set(c, (around = hull(c.outline)));
    if (within(outline, around)) return true;
  }
  return false;
}

/** How many paths back a figure looks for one of its colour; hardly any is found farther away. */
const LOOK_BACK = 80;

/** A path in the making: its pieces, and the boxes around each of them and around all. */
interface Path {
  readonly fill: string;
  readonly d: string[];
  readonly figures: Figure[];
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Joins figures into paths: one goes to an earlier path of its colour when nothing drawn since lies under it. */
function join(all: readonly Figure[], pen: Pen): Layer[] {
  const out: Path[] = [];
  const last = new Map<string, number>();
  for (let k = 0; k < all.length; k++) {
    const figure = all[k]!;
    const { fill, left, top, right, bottom } = figure;
    const d = figure.d ?? pen.trace(figure.outline);
    const host = last.get(fill);
    if (host === undefined || host <= out.length - LOOK_BACK || meetsAfter(out, host, figure)) {
      last.set(fill, out.length);
      out.push({ fill, d: [d], figures: [figure], left, top, right, bottom });
      continue;
    }
    const path = out[host]!;
    path.d.push(d);
    path.figures.push(figure);
    if (left < path.left) path.left = left;
    if (top < path.top) path.top = top;
    if (right > path.right) path.right = right;
    if (bottom > path.bottom) path.bottom = bottom;
  }
  return out.map(({ fill, d }) => ({ fill, d: d.join("") }));
}

/** Whether a figure meets any figure of the paths after one. */
function meetsAfter(paths: readonly Path[], host: number, figure: Figure): boolean {
  // The seam around figures is half a unit wide.
  const left = figure.left - 0.5;
  const top = figure.top - 0.5;
  const right = figure.right + 0.5;
  const bottom = figure.bottom + 0.5;
  for (let i = paths.length - 1; i > host; i--) {
    const path = paths[i]!;
    if (path.left >= right || path.right <= left || path.top >= bottom || path.bottom <= top) continue;
    const { figures } = path;
    for (let k = 0; k < figures.length; k++) {
      const f = figures[k]!;
      if (f.left < right && f.right > left && f.top < bottom && f.bottom > top) return true;
    }
  }
  return false;
}

/** Writes paths. */
class Pen {
  /** Numbers of tenths as they are written: a picture has the same few hundred again and again. */
  private readonly written = new Map<number, string>();

  /** A closed path through pixels: steps from rounded point to rounded point, so that rounding never adds up. */
  trace(pixels: readonly Spot[]): string {
    const { written } = this;
    let d = "";
    let px = 0;
    let py = 0;
    for (let i = 0; i < pixels.length; i++) {
      const p = pixels[i]!;
      const x = Math.round(p[0] * 10);
      const y = Math.round(p[1] * 10);
      const dx = x - px;
      const dy = y - py;
      px = x;
      py = y;
      const across = written.get(dx) ?? this.tenths(dx);
      const down = written.get(dy) ?? this.tenths(dy);
      if (i === 0) d = "M" + across + " " + down;
      else if (dx !== 0 && dy !== 0) d += "l" + across + (dy < 0 ? down : " " + down);
      else if (dx !== 0) d += "h" + across;
      else if (dy !== 0) d += "v" + down;
    }
    return d + "z";
  }

  /** A whole circle, as two arcs. */
  disc(x: number, y: number, radius: number): string {
    const r = this.short(radius);
    const arc = `a${r} ${r} 0 1 1`;
    return `M${this.short(x - radius)} ${this.short(y)}${arc} ${this.short(2 * radius)} 0${arc}${this.short(-2 * radius)} 0z`;
  }

  private short(n: number): string {
    const tenths = Math.round(n * 10);
    return this.written.get(tenths) ?? this.tenths(tenths);
  }

  /** A number of tenths in its shortest form. */
  private tenths(n: number): string {
    let text = String(n / 10);
    if (n > 0 && n < 10) text = text.slice(1);
    else if (n < 0 && n > -10) text = "-" + text.slice(2);
    this.written.set(n, text);
    return text;
  }
}
