import { boundingRect, thin } from "./polygon";
import type { Point } from "./vector";

/** Outlines with fewer edges between cells are dots. */
const SHORTEST = 7;

/**
 * The outlines that convex polygons have together: clockwise, those of holes counterclockwise. They are traced on a
 * grid of cells of a given side, which takes much less code than intersecting edges.
 */
export function union(polygons: readonly (readonly Point[])[], cell: number): Point[][] {
  if (polygons.length === 0) return [];
  const { left, top, right, bottom } = boundingRect(polygons.flat());
  // One empty cell around all.
  const columns = Math.ceil((right - left) / cell) + 3;
  const rows = Math.ceil((bottom - top) / cell) + 3;
  const cells = new Uint8Array(columns * rows);
  const starts: number[] = [];
  for (let i = 0; i < polygons.length; i++)
    fill(cells, columns, starts, polygons[i]!.map(([x, y]): Point => [(x - left) / cell + 1, (y - top) / cell + 1]));
  const out: Point[][] = [];
  const seen = new Uint8Array(cells.length);
  for (let i = 0; i < starts.length; i++) {
    const start = starts[i]!;
    if (cells[start - 1] === 1 || seen[start] === 1) continue;
    const loop = trace(cells, columns, start, seen);
    if (loop.length < SHORTEST) continue;
    out.push(thin(loop, 1).map(([x, y]): Point => [left + (x - 1) * cell, top + (y - 1) * cell]));
  }
  return out;
}

/** Fills the cells that a convex polygon touches, so that a shadow reaches the wall, and lists the first of each row. */
function fill(cells: Uint8Array, columns: number, starts: number[], polygon: readonly Point[]): void {
  const { top, bottom } = boundingRect(polygon);
  for (let r = Math.floor(top); r < bottom; r++) {
    const y = Math.min(Math.max(r + 0.5, top + 1e-6), bottom - 1e-6);
    let from = Infinity;
    let to = -Infinity;
    let p = polygon[polygon.length - 1]!;
    for (let i = 0; i < polygon.length; i++) {
      const q = polygon[i]!;
      if (p[1] <= y !== q[1] <= y) {
        const x = p[0] + ((q[0] - p[0]) * (y - p[1])) / (q[1] - p[1]);
        if (x < from) from = x;
        if (x > to) to = x;
      }
      p = q;
    }
    if (from >= to) continue;
    starts.push(r * columns + Math.floor(from));
    cells.fill(1, r * columns + Math.floor(from), r * columns + Math.ceil(to));
  }
}

/** The middles of a cell's edges, in the order of the steps in trace. */
const MIDDLE_X = [1, 0.5, 0, 0.5] as const;
const MIDDLE_Y = [0.5, 1, 0.5, 0] as const;

/** The middles of the edges of cells around a region, clockwise from the left edge of cell `start`. */
function trace(cells: Uint8Array, columns: number, start: number, seen: Uint8Array): Point[] {
  // To the right, down, to the left, up.
  const steps = [1, columns, -1, -columns];
  const out: Point[] = [];
  let cell = start;
  let outside = 2;
  do {
    if (outside === 2) seen[cell] = 1;
    const column = cell % columns;
    out.push([column + MIDDLE_X[outside]!, (cell - column) / columns + MIDDLE_Y[outside]!]);
    const along = (outside + 1) % 4;
    const ahead = cell + steps[along]!;
    if (cells[ahead] === 0) outside = along;
    else if (cells[ahead + steps[outside]!] === 0) cell = ahead;
    else {
      cell = ahead + steps[outside]!;
      outside = (outside + 3) % 4;
    }
  } while (cell !== start || outside !== 2);
  return out;
}
