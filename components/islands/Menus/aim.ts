/** A place in the view, in CSS pixels. */
interface Spot {
  clientX: number;
  clientY: number;
}

/** Where a mouse was one step ago, and where the step that it is in began. */
export interface Trail {
  before: Spot;
  since: Spot;
}

// A step is long enough for whole pixels to tell its direction.
const step = 5;

/** How far beside a box a mouse may be heading and still mean it, in pixels: hands do not draw straight lines. */
const slack = 40;

/** The trail of a mouse that has come to a spot. */
export function trail(last: Trail | undefined, { clientX, clientY }: Spot): Trail {
  const here = { clientX, clientY };
  if (!last) return { before: here, since: here };
  const { since } = last;
  return Math.hypot(clientX - since.clientX, clientY - since.clientY) < step ? last : { before: since, since: here };
}

/** Whether a mouse that goes on as it came would get to a box: whether the ray from where it was meets it. */
export function headsFor({ before }: Trail, now: Spot, box: DOMRect): boolean {
  const across = reach(before.clientX, now.clientX, box.left, box.right);
  const down = reach(before.clientY, now.clientY, box.top - slack, box.bottom + slack);
  return Math.max(0, across[0], down[0]) < Math.min(across[1], down[1]);
}

// When something that moves along one axis gets to a span and when it leaves it, in steps of the way it has come.
function reach(from: number, to: number, low: number, high: number): [number, number] {
  const a = (low - to) / (to - from);
  const b = (high - to) / (to - from);
  return [Math.min(a, b), Math.max(a, b)];
}
