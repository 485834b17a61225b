import { at, rotate, translate } from "../assembly";
import { decal, type Decal } from "../box";
import { mix, paint, type Paint } from "../palette";
import { ramp, rolling } from "../parts/vehicles";
import { unionBounds, type Solid } from "../solid";
import { carrier, pusher } from "./crew";
import { loadingTruck } from "./trucks";

/** Shared by the pictures of cities and towns: size, streets, and the truck at work. */

export const SIZE = [900, 600] as const;

export const road = mix(paint.asphalt, paint.stone, 0.25);
export const pavement = mix(paint.concrete, paint.cream, 0.2);
export const limestone = mix(paint.stone, paint.cream, 0.35);
export const glassBlue = mix(paint.teal, paint.denim, 0.35);
export const glassDark = mix(paint.denim, paint.ink, 0.25);

/** A street along x as decals on a ground: curbs, lanes and a broken line in the middle. */
export function street(y: number, length: number, width: number): Decal[] {
  const dashes = Array.from(
    { length: Math.floor(length / 6) }, (_, i) => decal("+z", 1.5 + i * 6, y + width / 2 - 0.15, 3, 0.3, paint.cream),
  );
  return [decal("+z", 0, y - 1, length, width + 2, pavement), decal("+z", 0, y, length, width, road), ...dashes];
}

/** The truck, and two crew members carrying a piece of furniture, `length` feet along x, to its open rear door. */
export function loading(x: number, y: number, piece: readonly Solid[], length: number): Solid[] {
  return [
    ...translate(loadingTruck(), [x, y, 0]),
    ...at(x + 26, y + 2, 2.5, piece),
    ...carrier([x + 24.9, y + 3.7, 0], 270, { skin: paint.skinDark }),
    ...carrier([x + 27.1 + length, y + 3.5, 0], 90),
  ];
}

/**
 * A crew member who rolls something, up to 3 ft deep, on a hand truck toward lower x, its front toward +y; the hand
 * truck's wheels are at x.
 */
export function rolledOff(x: number, y: number, z: number, piece: readonly Solid[], skin: Paint): Solid[] {
  const { min, max } = unionBounds(piece);
  const load = rotate(rolling(at(0.8 - (max[1] - min[1]) / 2, 0.55, 0.16, piece, "+x")), 90);
  return [
    ...translate(load, [x, y - 0.8, z - unionBounds(load).min[2]]),
    ...pusher([x + 2.2, y, z * 0.55], 90, { skin }),
  ];
}

/** The truck, and a crew member who rolls something up its ramp. */
export function rollingIn(x: number, y: number, piece: readonly Solid[], skin: Paint = paint.skinLight): Solid[] {
  return [
    ...translate(loadingTruck(), [x, y, 0]),
    ...at(x + 23.2, y + 2.2, 0, ramp()),
    ...rolledOff(x + 27, y + 3.8, 2, piece, skin),
  ];
}
