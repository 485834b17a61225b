/** A point in the viewport, in CSS pixels. */
interface Point {
  clientX: number;
  clientY: number;
}

/** Where the mouse was one step ago, and where its current step began. */
export interface Trail {
  before: Point;
  since: Point;
}

// The length of a step in pixels: long enough for whole pixels to show a direction.
const step = 5;

/**
 * How far outside of a box, in pixels, the mouse may be heading and still count: hands do not move in straight lines.
 */
const slack = 40;

/** The trail after the mouse has moved to a point. */
export function trail(last: Trail | undefined, { clientX, clientY }: Point): Trail {
  const here = { clientX, clientY };
  if (!last) return { before: here, since: here };
  const { since } = last;
  return Math.hypot(clientX - since.clientX, clientY - since.clientY) < step ? last : { before: since, since: here };
}

/** Whether the mouse, continuing in its direction, would reach a box: a ray-box intersection. */
export function headsFor({ before }: Trail, now: Point, box: DOMRect): boolean {
  const across = reach(before.clientX, now.clientX, box.left, box.right);
  const down = reach(before.clientY, now.clientY, box.top - slack, box.bottom + slack);
  return Math.max(0, across[0], down[0]) < Math.min(across[1], down[1]);
}

// When a point moving along one axis enters and leaves an interval, in multiples of its last step.
function reach(from: number, to: number, low: number, high: number): [number, number] {
  const a = (low - to) / (to - from);
  const b = (high - to) / (to - from);
  return [Math.min(a, b), Math.max(a, b)];
}
