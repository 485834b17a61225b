import { boundingRect } from "./polygon";
import type { Point } from "./vector";

/** Rows of cells over a picture, in which outlines are looked up. */
class Rows {
  protected readonly columns: number;
  private readonly left: number;
  private readonly top: number;
  /** The rows of the last outline, and in each row the cells that it touches, and those whose centers it contains. */
  protected first = 0;
  protected end = 0;
  protected readonly from: number[] = [];
  protected readonly to: number[] = [];
  protected readonly centerFrom: number[] = [];
  protected readonly centerTo: number[] = [];
  protected readonly count: number;

  /** The side of a cell is in units of path data. */
  constructor(
    outlines: readonly (readonly Point[])[],
    private readonly cell: number,
  ) {
    const { left, top, right, bottom } = boundingRect(outlines.flat());
    this.left = left;
    this.top = top;
    this.columns = Math.ceil((right - left) / cell) + 1;
    this.count = Math.ceil((bottom - top) / cell) + 1;
  }

  protected scan(outline: readonly Point[]): void {
    const { from, to, centerFrom, centerTo, cell } = this;
    const { top, bottom } = boundingRect(outline);
    this.first = Math.floor((top - this.top) / cell);
    this.end = Math.max(this.first + 1, Math.ceil((bottom - this.top) / cell));
    for (let r = this.first; r < this.end; r++) {
      from[r] = centerFrom[r] = Infinity;
      to[r] = centerTo[r] = -Infinity;
    }
    const last = outline[outline.length - 1]!;
    let px = (last[0] - this.left) / cell;
    let py = (last[1] - this.top) / cell;
    for (let k = 0; k < outline.length; k++) {
      const x = (outline[k]![0] - this.left) / cell;
      const y = (outline[k]![1] - this.top) / cell;
      if (y < py) this.scanEdge(x, y, px, py);
      else this.scanEdge(px, py, x, y);
      px = x;
      py = y;
    }
    for (let r = this.first; r < this.end; r++) {
      to[r] = Math.max(Math.ceil(to[r]!), Math.floor(from[r]!) + 1);
      from[r] = Math.floor(from[r]!);
      centerFrom[r] = Math.ceil(centerFrom[r]! - 0.5);
      centerTo[r] = Math.floor(centerTo[r]! + 0.5);
    }
  }

  /** Widens the ranges of the rows that an edge crosses from its upper end to its lower. */
  private scanEdge(x: number, y: number, lowX: number, lowY: number): void {
    const { from, to, centerFrom, centerTo } = this;
    const slope = y === lowY ? 0 : (lowX - x) / (lowY - y);
    const end = Math.min(this.end, Math.max(Math.ceil(lowY), Math.floor(y) + 1));
    for (let r = Math.min(Math.floor(y), this.end - 1); r < end; r++) {
      const a = y < r ? x + (r - y) * slope : x;
      const b = lowY > r + 1 ? x + (r + 1 - y) * slope : lowX;
      if (a < from[r]!) from[r] = a;
      if (b < from[r]!) from[r] = b;
      if (a > to[r]!) to[r] = a;
      if (b > to[r]!) to[r] = b;
      if (y > r + 0.5 || lowY <= r + 0.5) continue;
      const center = x + (r + 0.5 - y) * slope;
      if (center < centerFrom[r]!) centerFrom[r] = center;
      if (center > centerTo[r]!) centerTo[r] = center;
    }
  }
}

/** What is covered so far: in each row, separate ranges of cells from left to right. */
export class Cover extends Rows {
  private readonly ranges: number[][] = Array.from({ length: this.count }, () => []);

  /**
   * Whether an outline has at least so many cells that are not covered: of those whose centers it contains, or if it is
   * too thin for that, of those that it touches.
   */
  shows(outline: readonly Point[], cells: number): boolean {
    this.scan(outline);
    let centers = 0;
    for (let r = this.first; r < this.end; r++)
      if (this.centerFrom[r]! < this.centerTo[r]!) centers += this.centerTo[r]! - this.centerFrom[r]!;
    const from = centers > 0 ? this.centerFrom : this.from;
    const to = centers > 0 ? this.centerTo : this.to;
    for (let r = this.first; r < this.end && cells > 0; r++)
      if (from[r]! < to[r]!) cells -= uncovered(this.ranges[r]!, from[r]!, to[r]!);
    return cells <= 0;
  }

  /** Covers the cells whose centers the last outline contains, which is convex. */
  add(): void {
    for (let r = this.first; r < this.end; r++)
      if (this.centerFrom[r]! < this.centerTo[r]!) insert(this.ranges[r]!, this.centerFrom[r]!, this.centerTo[r]!);
  }
}

/** The length of a range outside of others. */
function uncovered(ranges: readonly number[], from: number, to: number): number {
  let length = to - from;
  for (let i = 0; i < ranges.length && ranges[i]! < to; i += 2) {
    const start = ranges[i]! > from ? ranges[i]! : from;
    const end = ranges[i + 1]! < to ? ranges[i + 1]! : to;
    if (end > start) length -= end - start;
  }
  return length;
}

/** Adds a range to others, and joins those that touch it. */
function insert(ranges: number[], from: number, to: number): void {
  let first = 0;
  while (first < ranges.length && ranges[first + 1]! < from) first += 2;
  let end = first;
  for (; end < ranges.length && ranges[end]! <= to; end += 2) {
    if (ranges[end]! < from) from = ranges[end]!;
    if (ranges[end + 1]! > to) to = ranges[end + 1]!;
  }
  ranges.splice(first, end - first, from, to);
}

/** The number of the last path that touches each cell. */
export class Levels extends Rows {
  private readonly cells = new Uint16Array(this.columns * this.count);

  /** The highest number in the cells an outline touches. */
  highest(outline: readonly Point[]): number {
    this.scan(outline);
    let found = 0;
    for (let r = this.first; r < this.end; r++) {
      const end = r * this.columns + this.to[r]!;
      for (let i = r * this.columns + this.from[r]!; i < end; i++) if (this.cells[i]! > found) found = this.cells[i]!;
    }
    return found;
  }

  /** Sets the cells that the last outline touches to a number. */
  mark(value: number): void {
    for (let r = this.first; r < this.end; r++)
      this.cells.fill(value, r * this.columns + this.from[r]!, r * this.columns + this.to[r]!);
  }
}
