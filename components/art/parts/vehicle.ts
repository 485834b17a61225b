import { mix, paint, type Paint } from "../palette";
import { box, circle, cylinder, disc, fuse, prism, sheet, stack, type Solid } from "../solid";

/** A family car, 14.6 ft along x, its nose at the low end. */
export function car(colour: Paint = paint.denim): Solid[] {
  const [far, near] = [0.2, 5.8];
  const glass = "#BCD6D1";
  const wheels = (y: number) =>
    [2.7, 11.7].map((x) =>
      fuse([cylinder("y", [x, y, 1.1], 1.1, 0.22, paint.rubber), disc("y", [x, y + 0.225, 1.1], 0.66, paint.steel), disc("y", [x, y + 0.23, 1.1], 0.25, paint.iron)]),
    );
  const arches = [2.7, 11.7].map((x) =>
    sheet([...circle(1.32).filter(([, v]) => v > -0.2).map(([u, v]) => [x + u, near + 0.01, 1.1 + v] as const)], [0, 1, 0], paint.ink),
  );
  const pane = (spots: readonly (readonly [number, number])[], colourOf: string) => sheet(spots.map(([x, z]) => [x, near - 0.29, z] as const), [0, 1, 0], colourOf, true);
  const cabin = stack([
    prism("y", [[4, 3.1], [6, 4.9], [12.3, 4.9], [13.9, 3.1]], far + 0.3, near - 0.3, colour),
    pane([[5, 3.3], [6.35, 4.6], [8.7, 4.6], [8.7, 3.3]], glass),
    pane([[9, 3.3], [9, 4.6], [12, 4.6], [13.1, 3.3]], glass),
    sheet([[13.81, far + 0.6, 3.25], [13.81, near - 0.6, 3.25], [12.43, near - 0.6, 4.8], [12.43, far + 0.6, 4.8]], [1, 0, 1], mix(glass, paint.ink, 0.15), true),
  ]);
  return [
    stack([
      ...wheels(far - 0.1),
      prism("y", [[0, 0.9], [0, 2.4], [0.5, 2.8], [4, 3.15], [14.2, 3.15], [14.6, 2.4], [14.6, 0.9]], far, near, colour),
      ...arches,
      sheet([[4.6, near + 0.01, 1.9], [4.6, near + 0.01, 2], [13, near + 0.01, 2], [13, near + 0.01, 1.9]], [0, 1, 0], mix(colour, paint.ink, 0.25)),
      sheet([[14.61, far + 0.2, 2.2], [14.61, far + 1.2, 2.2], [14.61, far + 1.2, 2.7], [14.61, far + 0.2, 2.7]], [1, 0, 0], paint.clay, true),
      sheet([[14.61, near - 1.2, 2.2], [14.61, near - 0.2, 2.2], [14.61, near - 0.2, 2.7], [14.61, near - 1.2, 2.7]], [1, 0, 0], paint.clay, true),
      sheet([[14.61, 2.2, 1.5], [14.61, 3.8, 1.5], [14.61, 3.8, 2.1], [14.61, 2.2, 2.1]], [1, 0, 0], paint.cream, true),
      ...wheels(near + 0.02),
    ]),
    cabin,
  ];
}

/** A hand truck standing with its load lip towards +y; 1.6 ft wide, 4.4 ft high. */
export function handTruck(): Solid[] {
  return [
    stack([
      cylinder("x", [-0.15, 0.25, 0.4], 0.4, 0.25, paint.rubber),
      box([0, 0.3, 0.1], [0.14, 0.14, 4.3], paint.clay),
      box([0.14, 0.3, 3.9], [1.32, 0.14, 0.14], paint.clay),
      box([0.14, 0.3, 2], [1.32, 0.14, 0.14], paint.clay),
      box([1.46, 0.3, 0.1], [0.14, 0.14, 4.3], paint.clay),
      box([0, 0.44, 0.08], [1.6, 0.8, 0.08], paint.iron),
      cylinder("x", [1.5, 0.25, 0.4], 0.4, 0.25, paint.rubber, paint.iron),
    ]),
  ];
}

/** A wheelbarrow along y, its wheel towards +y, with rubble in it. */
export function wheelbarrow(): Solid[] {
  return [
    stack([
      cylinder("x", [0.95, 4.2, 0.6], 0.6, 0.3, paint.rubber, paint.steel),
      box([0.35, 0, 1.1], [0.12, 3.9, 0.12], paint.wood),
      box([0.45, 1.2, 0], [0.12, 0.12, 1.1], paint.iron),
      box([1.65, 1.2, 0], [0.12, 0.12, 1.1], paint.iron),
      box([1.75, 0, 1.1], [0.12, 3.9, 0.12], paint.wood),
      prism("x", [[1, 1.22], [0.6, 2.2], [4.1, 2.2], [3.3, 1.22]], 0.1, 2.1, paint.leaf),
      sheet([[0.25, 0.75, 2.21], [1.95, 0.75, 2.21], [1.95, 3.9, 2.21], [0.25, 3.9, 2.21]], [0, 0, 1], paint.stone),
      box([0.5, 1.1, 2.2], [0.7, 0.6, 0.35], paint.brick),
      box([1.1, 1.9, 2.2], [0.6, 0.7, 0.4], paint.concrete),
      box([0.5, 2.6, 2.2], [0.8, 0.6, 0.35], paint.rust),
    ]),
  ];
}
