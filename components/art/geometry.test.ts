import assert from "node:assert/strict";
import test from "node:test";
import { compareDepth, depthOrder, overlapOnScreen } from "./depth";
import { SUN, shadows } from "./light";
import { area, clip, hull, isConvex, thin } from "./polygon";
import { fromScreen, project, toPlane } from "./projection";
import { Cover } from "./raster";
import { union } from "./union";
import { boundsOf, cosine, normal, sine, type Bounds, type Point, type Vec } from "./vector";

/** A box from its minimum corner and size. */
function box(x: number, y: number, z: number, w = 1, d = 1, h = 1): Bounds {
  return { min: [x, y, z], max: [x + w, y + d, z + h] };
}

/** Reproducible random numbers from 0 to 1 (Park and Miller's generator). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

test("the screen shows each axis at its full length, and sight along (1, 1, 1) as a point", () => {
  for (const axis of [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ] as const) {
    const [x, y] = project(axis);
    assert(Math.abs(Math.sqrt(x * x + y * y) - 1) < 1e-12);
  }
  const [x, y] = project([7, 7, 7]);
  assert(Math.abs(x) < 1e-12 && Math.abs(y) < 1e-12);
});

test("normals point to where corners run counterclockwise", () => {
  assert.deepEqual(
    normal([
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
      [0, 1, 0],
    ]),
    [0, 0, 1],
  );
  assert.deepEqual(
    normal([
      [0, 0, 0],
      [0, 1, 0],
      [0, 1, 1],
      [0, 0, 1],
    ]),
    [1, 0, 0],
  );
});

test("boxes meet on the screen only where their outlines do", () => {
  assert(overlapOnScreen(box(0, 0, 0), box(0.5, 0.5, 0.5)));
  assert(overlapOnScreen(box(0, 0, 0), box(5, 5, 5)), "straight behind");
  assert(!overlapOnScreen(box(0, 0, 0), box(2, 0, 0)), "beside");
  assert(!overlapOnScreen(box(0, 0, 0), box(1, -1, 0)), "touching along a line of the screen");
});

test("the nearer of two boxes is drawn later", () => {
  const wall = box(0, 0, 0, 10, 1, 9);
  const sofa = box(3, 1, 0, 6, 3, 3);
  assert(compareDepth(wall, sofa) < 0);
  assert(compareDepth(sofa, wall) > 0);
  assert.equal(compareDepth(box(0, 0, 0), box(9, 0, 0)), 0);
  assert(compareDepth(box(0, 0, 0, 4, 4, 1), box(1, 1, 1)) < 0, "a thing on a table");
  assert(compareDepth(box(0, 0, 0, 1, 1, 4), box(0.9, 0, 0, 1, 1, 4)) < 0, "a little into each other");
});

/**
 * The depth at which the line of sight through a point of the screen enters a box: the maximum x + y + z on both, or
 * undefined.
 */
function entry(b: Bounds, through: Vec): number | undefined {
  let [from, to] = [-Infinity, Infinity];
  for (const i of [0, 1, 2] as const) {
    from = Math.max(from, b.min[i] - through[i]);
    to = Math.min(to, b.max[i] - through[i]);
  }
  return from < to - 1e-9 ? to : undefined;
}

test("in any pile of separate boxes no line of sight meets an earlier one in front of a later one", () => {
  const next = numbers(7);
  let compared = 0;
  for (let pile = 0; pile < 60; pile++) {
    const boxes: { bounds: Bounds }[] = [];
    while (boxes.length < 14) {
      const made = box(next() * 8, next() * 8, next() * 8, 0.4 + next() * 3, 0.4 + next() * 3, 0.4 + next() * 3);
      const apart = boxes.every(({ bounds: b }) =>
        [0, 1, 2].some((i) => made.max[i]! <= b.min[i]! || b.max[i]! <= made.min[i]!),
      );
      if (apart) boxes.push({ bounds: made });
    }
    const { sorted, cycles } = depthOrder(boxes);
    assert.equal(sorted.length, boxes.length);
    if (cycles > 0) continue;
    for (let k = 0; k < 800; k++) {
      const through: Vec = [next() * 14 - 3, next() * 14 - 3, 0];
      const hits = sorted.map(({ bounds }) => entry(bounds, through)).filter((t) => t !== undefined);
      for (let i = 1; i < hits.length; i++) {
        compared++;
        assert(hits[i]! > hits[i - 1]!, `pile ${pile}`);
      }
    }
  }
  assert(compared > 5000, `only ${compared} sights compared`);
});

test("three bars that hide each other in a cycle are counted, and all drawn", () => {
  const bars = [box(1, 2, 2, 3, 1, 1), box(1, 1, 3, 1, 3, 1), box(2, 1, 2, 1, 1, 3)].map((bounds) => ({ bounds }));
  const { sorted, cycles } = depthOrder(bars);
  assert.equal(sorted.length, 3);
  assert.equal(cycles, 1);
});

test("the plane shows a point where its line of sight meets the ground", () => {
  const [x, y] = fromScreen(project([7, 2, 5]));
  assert(Math.abs(x - 2) < 1e-12 && Math.abs(y + 3) < 1e-12);
  assert.deepEqual(toPlane(7, 2, 5, 10), [20, -30]);
});

const square: Point[] = [[0, 0], [4, 0], [4, 4], [0, 4]];

test("a hull leaves out what is inside or in line", () => {
  const around = hull([...square, [2, 0], [1, 1]]);
  assert.equal(around.length, 4);
  assert.equal(area(around), 16);
  assert(isConvex(around));
});

test("a polygon is thinned by corners near its edges alone, and told from one with a bay", () => {
  assert.deepEqual(thin([...square.slice(0, 2), [4.4, 2], ...square.slice(2)], 0.5), square);
  const bay: Point[] = [...square.slice(0, 2), [3, 2], ...square.slice(2)];
  assert.deepEqual(thin(bay, 0.5), bay);
  const tip: Point[] = [[0, 0], [9, 0.1], [5, 0.2], [5, 4], [0, 4]];
  assert.deepEqual(thin(tip, 0.5), tip);
  assert(isConvex(square) && !isConvex(bay));
});

test("a thinned outline passes all corners of a traced one, and has few", () => {
  const traced = Array.from({ length: 720 }, (_, i): Point => [
    Math.round(100 * cosine(i / 2)), Math.round(60 * sine(i / 2)),
  ]);
  const few = thin(traced, 1);
  assert(few.length < 40, `${few.length} corners`);
  for (const [x, y] of traced) {
    const off = few.map(([ax, ay], i) => {
      const [bx, by] = few[(i + 1) % few.length]!;
      const [across, down] = [bx - ax, by - ay];
      const along = ((x - ax) * across + (y - ay) * down) / (across * across + down * down);
      const at = Math.min(1, Math.max(0, along));
      return Math.hypot(ax + at * across - x, ay + at * down - y);
    });
    assert(Math.min(...off) <= 1.001, `${x}, ${y}: ${Math.min(...off)}`);
  }
});

test("a polygon shows as long as others do not cover it together", () => {
  const half = (x: number): Point[] => [[x, 0], [x + 20, 0], [x + 20, 40], [x, 40]];
  const whole: Point[] = [[0, 0], [40, 0], [40, 40], [0, 40]];
  const line: Point[] = [[0, 30], [40, 30], [40, 30.1], [0, 30.1]];
  const cover = new Cover([whole], 2);
  assert(cover.shows(half(0), 2));
  cover.add();
  assert(!cover.shows(half(0), 2) && cover.shows(whole, 2) && cover.shows(line, 2));
  assert(cover.shows(half(20), 2));
  cover.add();
  assert(!cover.shows(whole, 1) && !cover.shows(line, 1));
});

test("polygons together have one outline, and another one around the hole between them", () => {
  const bar = (x: number, y: number, w: number, h: number): Point[] => [[x, y], [x + w, y], [x + w, y + h], [x, y + h]];
  const areas = union([bar(0, 0, 60, 12), bar(0, 48, 60, 12), bar(0, 0, 12, 60), bar(48, 0, 12, 60)], 0.5).map(area);
  assert.equal(areas.length, 2);
  assert(Math.abs(areas[0]! - 3600) < 60 && Math.abs(areas[1]! + 1296) < 60, areas.join());
});

/**
 * The corners of a hull by definition: the ends of all lines between two points with no point on one side. Integer
 * coordinates make it exact.
 */
function plainHull(vertices: readonly Point[]): Set<string> {
  const out = new Set<string>();
  for (const p of vertices) {
    for (const q of vertices) {
      const edge = vertices.every((r) => {
        const turn = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
        const beyond = (r[0] - p[0]) * (r[0] - q[0]) + (r[1] - p[1]) * (r[1] - q[1]) > 0;
        return turn > 0 || (turn === 0 && !beyond);
      });
      if (edge && (p[0] !== q[0] || p[1] !== q[1])) out.add(String(p)).add(String(q));
    }
  }
  return out;
}

test("a hull has the corners that its definition gives", () => {
  const next = numbers(11);
  const whole = (most: number) => Math.floor(next() * (most + 1));
  for (let round = 0; round < 1500; round++) {
    const scattered = Array.from({ length: 3 + whole(20) }, (): Point => [whole(12), whole(12)]);
    const around = hull(scattered);
    if (around.length < 3) continue;
    assert.deepEqual(around.map(String).sort(), [...plainHull(scattered)].sort(), JSON.stringify(scattered));
    // The corners alone, in both directions, take the short way.
    assert.deepEqual(hull(around.slice(1).concat(around.slice(0, 1))), around);
    assert.deepEqual(hull(around.slice().reverse()), around);
  }
});

test("clipping keeps the part inside the rectangle", () => {
  const diamond: Point[] = [
    [0, -2],
    [2, 0],
    [0, 2],
    [-2, 0],
  ];
  assert.equal(area(clip(diamond, [-9, -9], [9, 9])), 8);
  assert.equal(area(clip(diamond, [0, -9], [9, 9])), 4);
  assert.equal(area(clip(diamond, [-1, -1], [1, 1])), 4);
  assert.deepEqual(clip(diamond, [3, 3], [4, 4]), []);
});

const corners = (b: Bounds): Vec[] =>
  [0, 1, 2, 3, 4, 5, 6, 7].map(
    (i): Vec => [i & 1 ? b.max[0] : b.min[0], i & 2 ? b.max[1] : b.min[1], i & 4 ? b.max[2] : b.min[2]],
  );

/** The precision of shadows in feet. */
const CELL = 0.02;

test("a shadow lies on the floor, away from the sun, as long as the thing is high", () => {
  const post = box(0, 0, 0, 1, 1, 10);
  const floor = { normal: "z", bounds: box(-50, -50, -1, 100, 100, 1) } as const;
  const [shadow, ...more] = shadows([{ bounds: post, bodies: [corners(post)] }], floor, CELL);
  assert.equal(more.length, 0);
  const { min, max } = boundsOf(shadow!);
  assert.equal(min[2], 0);
  assert.equal(max[2], 0);
  assert(Math.abs(max[0] - (1 - (10 * SUN[0]) / SUN[2])) < 2 * CELL);
  assert(Math.abs(min[1] - (0 - (10 * SUN[1]) / SUN[2])) < 2 * CELL);
});

test("a shadow is cut where the floor ends, climbs a wall that faces the sun, and is left out where it misses", () => {
  const post = box(0, 0, 0, 1, 1, 10);
  const caster = [{ bounds: post, bodies: [corners(post)] }];
  const short = shadows(caster, { normal: "z", bounds: box(-1, -1, -1, 3, 3, 1) }, CELL);
  assert(boundsOf(short[0]!).max[0] <= 2);
  const wall = shadows(caster, { normal: "y", bounds: box(-9, -4, 0, 30, 1, 20) }, CELL);
  assert.equal(boundsOf(wall[0]!).max[1], -3);
  assert.deepEqual(shadows(caster, { normal: "z", bounds: box(30, 30, -1, 9, 9, 1) }, CELL), []);
  const sunny = { normal: "y", bounds: box(-9, 4, 0, 30, 1, 20) } as const;
  assert.deepEqual(shadows(caster, sunny, CELL), [], "a wall on the sunny side");
});

test("angles are exact where turns must be", () => {
  assert.deepEqual(
    [0, 90, 180, 270].map(cosine).map((n) => n + 0),
    [1, 0, -1, 0],
  );
  assert.deepEqual(
    [0, 90, 180, 270].map(sine).map((n) => n + 0),
    [0, 1, 0, -1],
  );
});
