import { hull, type Rect, within } from "./polygon";
import type { Point } from "./vector";

/** Primitives are the polygons and discs of a picture in drawing order; hidden ones are culled. */

/** A polygon or disc of one color. */
export interface Primitive extends Rect {
  readonly fill: string;
  /** The corners of a polygon, or of the square around a disc. */
  readonly outline: readonly Point[];
  /** Whether the outline is convex, as required of a cover. */
  readonly convex: boolean;
  /** The path of a disc; a polygon's follows from its outline. */
  readonly d: string | undefined;
}

/** Primitives smaller than this, in square units, hide too little to be tested as covers. */
const WORTH_ASKING = 16;

/** The side of a cell of the grid in which covers are looked up, in units. */
const CELL = 32;

/** Cells per column, more than any picture has. */
const COLUMN = 1000;

/**
 * Omits every primitive that is completely under a later convex one. Such a cover is also over the primitive's center,
 * so only the cell there is searched.
 */
export function cullHidden(all: readonly Primitive[]): Primitive[] {
  const out: Primitive[] = [];
  const covers = new Map<number, Primitive[]>();
  const hulls = new Map<Primitive, Point[]>();
  for (let k = all.length - 1; k >= 0; k--) {
    const primitive = all[k]!;
    const { left, top, right, bottom } = primitive;
    const nearby = covers.get(Math.floor((left + right) / 2 / CELL) * COLUMN + Math.floor((top + bottom) / 2 / CELL));
    if (nearby && covered(primitive, nearby, hulls)) continue;
    out.push(primitive);
    if (!primitive.convex || (right - left) * (bottom - top) < WORTH_ASKING) continue;
    const lastColumn = Math.floor(right / CELL);
    const lastRow = Math.floor(bottom / CELL);
    for (let column = Math.floor(left / CELL); column <= lastColumn; column++) {
      for (let row = Math.floor(top / CELL); row <= lastRow; row++) {
        const list = covers.get(column * COLUMN + row);
        if (list) list.push(primitive);
        else covers.set(column * COLUMN + row, [primitive]);
      }
    }
  }
  return out.reverse();
}

function covered(
  { outline, left, top, right, bottom }: Primitive,
  covers: readonly Primitive[],
  hulls: Map<Primitive, Point[]>,
): boolean {
  for (let i = 0; i < covers.length; i++) {
    const c = covers[i]!;
    if (c.left > left || c.top > top || c.right < right || c.bottom < bottom) continue;
    let around = hulls.get(c);
    if (!around) hulls.set(c, (around = hull(c.outline)));
    if (within(outline, around)) return true;
  }
  return false;
}

/** Writes SVG path data, rounded to a tenth of a unit and as short as possible. */
export class PathWriter {
  /** Numbers of tenths as text: a picture repeats the same few hundred. */
  private readonly written = new Map<number, string>();

  /** A closed path, in steps between rounded points, so that rounding errors do not accumulate. */
  trace(pixels: readonly Point[]): string {
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

  /** A circle, as two arcs. */
  disc(x: number, y: number, radius: number): string {
    const r = this.short(radius);
    const arc = `a${r} ${r} 0 1 1`;
    const start = `M${this.short(x - radius)} ${this.short(y)}`;
    return `${start}${arc} ${this.short(2 * radius)} 0${arc}${this.short(-2 * radius)} 0z`;
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
