import { EPSILON, type Bounds } from "./vector";

/** Depth order: solids are drawn from back to front (painter's algorithm), ordered by their bounding boxes. */

/**
 * Whether two boxes overlap on the screen. Outlines of boxes are hexagons with sides along the three axes, so two of
 * them are disjoint exactly if they are disjoint in x-y, y-z or x-z, which the projection preserves.
 */
export function overlapOnScreen(a: Bounds, b: Bounds): boolean {
  const { min: p, max: P } = a;
  const { min: q, max: Q } = b;
  return (
    P[0] - p[1] > q[0] - Q[1] + EPSILON &&
    Q[0] - q[1] > p[0] - P[1] + EPSILON &&
    P[1] - p[2] > q[1] - Q[2] + EPSILON &&
    Q[1] - q[2] > p[1] - P[2] + EPSILON &&
    P[0] - p[2] > q[0] - Q[2] + EPSILON &&
    Q[0] - q[2] > p[0] - P[2] + EPSILON
  );
}

/**
 * Compares two boxes by drawing order: negative if a is first, positive if b is, 0 if they do not overlap on the
 * screen. The axis that separates them decides, or for intersecting boxes the axis on which they intersect least.
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
 * Orders items so that each is drawn after those it hides, by a topological sort of all pairs that overlap on the
 * screen. Three solids can hide each other in a cycle, which is cut at its farthest member; `cycles` counts the cuts.
 */
export function depthOrder<T extends { readonly bounds: Bounds }>(
  things: readonly T[],
): { sorted: T[]; cycles: number } {
  const nodes = things.map((thing) => {
    const { min, max } = thing.bounds;
    return { thing, depth: min[0] + min[1] + min[2] + max[0] + max[1] + max[2], behind: [] as number[] };
  });
  nodes.sort((a, b) => a.depth - b.depth);
  // A sweep across the screen skips most distant pairs.
  const across = nodes.map(({ thing: { bounds } }, i) => ({
    i,
    bounds,
    from: bounds.min[0] - bounds.max[1],
    to: bounds.max[0] - bounds.min[1],
  }));
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
