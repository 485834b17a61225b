import { seen, type Figure } from "./figure";
import type { Pen } from "./pen";
import { Sketch, type View } from "./sketch";
import type { Solid } from "./solid";

/**
 * From solids to paths: figures in drawing order, without those that later ones
 * hide, joined by color as far as the order allows.
 */

/** One path: its color, or SHADOW, and its outline. */
export interface Layer {
  readonly fill: string;
  readonly d: string;
}

/** The paths of a picture, from back to front, of solids that are in that order. */
export function layers(ordered: readonly Solid[], view: View): Layer[] {
  const sketch = new Sketch(view);
  sketch.draw(ordered);
  return join(seen(sketch.figures), sketch.pen);
}

/** How many paths back a figure looks for one of its color; hardly any is found farther away. */
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

/** Joins figures into paths: one goes to an earlier path of its color when nothing drawn since lies under it. */
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
