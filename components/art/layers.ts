import { cullHidden, type Primitive } from "./primitive";
import type { PathWriter } from "./primitive";
import { Renderer, type View } from "./renderer";
import type { Solid } from "./solid";

/**
 * Turns solids into paths: primitives in drawing order, without hidden ones, joined by color as far as the order
 * allows.
 */

/** One path: its color, or SHADOW, and its outline. */
interface Layer {
  readonly fill: string;
  readonly d: string;
}

/** The paths of a picture, from back to front, of solids that are in that order. */
export function layers(ordered: readonly Solid[], view: View): Layer[] {
  const renderer = new Renderer(view);
  renderer.draw(ordered);
  return join(cullHidden(renderer.primitives), renderer.paths);
}

/** The number of earlier paths that are searched for a primitive's color; more would rarely find one. */
const LOOK_BACK = 80;

/** A path being built: its subpaths, the primitives in it, and their common bounding rectangle. */
interface Path {
  readonly fill: string;
  readonly d: string[];
  readonly primitives: Primitive[];
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Joins primitives into paths: each is added to an earlier path of its color if it overlaps nothing drawn since. */
function join(all: readonly Primitive[], paths: PathWriter): Layer[] {
  const out: Path[] = [];
  const last = new Map<string, number>();
  for (let k = 0; k < all.length; k++) {
    const primitive = all[k]!;
    const { fill, left, top, right, bottom } = primitive;
    const d = primitive.d ?? paths.trace(primitive.outline);
    const host = last.get(fill);
    if (host === undefined || host <= out.length - LOOK_BACK || meetsAfter(out, host, primitive)) {
      last.set(fill, out.length);
      out.push({ fill, d: [d], primitives: [primitive], left, top, right, bottom });
      continue;
    }
    const path = out[host]!;
    path.d.push(d);
    path.primitives.push(primitive);
    if (left < path.left) path.left = left;
    if (top < path.top) path.top = top;
    if (right > path.right) path.right = right;
    if (bottom > path.bottom) path.bottom = bottom;
  }
  return out.map(({ fill, d }) => ({ fill, d: d.join("") }));
}

/** Whether a primitive meets any primitive of the paths after one. */
function meetsAfter(paths: readonly Path[], host: number, primitive: Primitive): boolean {
  // The seam around primitives is half a unit wide.
  const left = primitive.left - 0.5;
  const top = primitive.top - 0.5;
  const right = primitive.right + 0.5;
  const bottom = primitive.bottom + 0.5;
  for (let i = paths.length - 1; i > host; i--) {
    const path = paths[i]!;
    if (path.left >= right || path.right <= left || path.top >= bottom || path.bottom <= top) continue;
    const { primitives } = path;
    for (let k = 0; k < primitives.length; k++) {
      const f = primitives[k]!;
      if (f.left < right && f.right > left && f.top < bottom && f.bottom > top) return true;
    }
  }
  return false;
}
