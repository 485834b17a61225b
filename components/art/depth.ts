import { EPSILON, type Bounds } from "./vector";

/** Depth order: solids are drawn from back to front (painter's algorithm), ordered by their bounding boxes. */

/**
 * Whether two boxes overlap on the screen. A box's outline is a hexagon whose sides run along the three axes, so two of
 * them are apart exactly if they are apart in x-y, y-z or x-z, the three measures that sight leaves unchanged.
 */
export function overlapOnScreen(a: Bounds, b: Bounds): boolean {
  const { min: p, max: P } = a;
  const { min: q, max: Q } = b;
  return (
    P[0] - p[1] > q[0] - Q[1] + EPSILON && Q[0] - q[1] > p[0] - P[1] + EPSILON &&
    P[1] - p[2] > q[1] - Q[2] + EPSILON && Q[1] - q[2] > p[1] - P[2] + EPSILON &&
    P[0] - p[2] > q[0] - Q[2] + EPSILON && Q[0] - q[2] > p[0] - P[2] + EPSILON
  );
}

/**
 * Which of two boxes is drawn first: negative for a, positive for b, 0 where they do not meet on the screen. The axis
 * that separates them decides; boxes that run a little into each other are told apart by the axis on which they do so
 * least.
 */
export function compareDepth(a: Bounds, b: Bounds): number {
  if (!overlapOnScreen(a, b)) return 0;
  let widest = -Infinity;
  let sign = 0;
  for (let i = 0; i < 3; i++) {
    const aBehind = b.min[i]! - a.max[i]!;
    const bBehind = a.min[i]! - b.max[i]!;
    if (aBehind > widest) {
      widest = aBehind;
      sign = -1;
    }
    if (bBehind > widest) {
      widest = bBehind;
      sign = 1;
    }
  }
  return sign;
}

/**
 * Orders things so that each is drawn after all that it hides: every pair that meets on the screen is compared, and the
 * pairs are sorted topologically. Three solids can hide each other in a cycle; `cycles` counts how often one was cut,
 * at its farthest member.
 */
export function depthOrder<T extends { readonly bounds: Bounds }>(things: readonly T[]): { sorted: T[]; cycles: number } {
  const nodes = things.map((thing) => {
    const { min, max } = thing.bounds;
    return { thing, depth: min[0] + min[1] + min[2] + max[0] + max[1] + max[2], behind: [] as number[] };
  });
  nodes.sort((a, b) => a.depth - b.depth);
  // A sweep across the screen leaves out most of the pairs that are nowhere near each other.
  const across = nodes.map(({ thing: { bounds } }, i) => ({ i, bounds, from: bounds.min[0] - bounds.max[1], to: bounds.max[0] - bounds.min[1] }));
  across.sort((a, b) => a.from - b.from);
  for (let m = 0; m < across.length; m++) {
    const a = across[m]!;
    for (let n = m + 1; n < across.length; n++) {
      const b = across[n]!;
      if (b.from >= a.to) break;
      const sign = compareDepth(a.bounds, b.bounds);
      if (sign < 0) nodes[b.i]!.behind.push(a.i);
      else if (sign > 0) nodes[a.i]!.behind.push(b.i);
    }
  }
  const sorted: T[] = [];
  const state = new Uint8Array(nodes.length);
  let cycles = 0;
  const visit = (i: number) => {
    state[i] = 1;
    const behind = nodes[i]!.behind.sort((p, q) => p - q);
    for (let k = 0; k < behind.length; k++) {
      const j = behind[k]!;
      if (state[j] === 0) visit(j);
      else if (state[j] === 1) cycles++;
    }
    state[i] = 2;
    sorted.push(nodes[i]!.thing);
  };
  for (let i = 0; i < nodes.length; i++) if (state[i] === 0) visit(i);
  return { sorted, cycles };
}
