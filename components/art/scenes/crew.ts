import { paint, type Paint } from "../palette";
import { person, type PersonOptions } from "../parts/person";
import { spheres } from "../round";
import type { Solid } from "../solid";
import type { Vec } from "../vector";

/** The crew's clothes in every picture. */
export const crew = { shirt: paint.clay, trousers: "#44524F", cap: paint.forest } as const;

/** A crew member who carries something in front of them. */
export function carrier(feet: Vec, looks: number, more: PersonOptions = {}): Solid[] {
  return person(feet, { ...crew, looks, hands: [[-0.6, 1, 3], [0.6, 1, 3]], stride: 0.7, ...more });
}

/** A crew member who sweeps. */
export function sweeper(feet: Vec, looks: number, more: PersonOptions = {}): Solid[] {
  return person(feet, {
    ...crew, looks, hands: [[-0.2, 0.75, 4], [0.3, 1.15, 3]], stride: 0.6, holds: broom(paint.mustard), ...more,
  });
}

/** A crew member who waves goodbye. */
export function waver(feet: Vec, looks = 315, more: PersonOptions = {}): Solid[] {
  return person(feet, { ...crew, looks, hands: [[-0.75, 0.2, 2.75], [1.45, 0.2, 6.2]], ...more });
}

/** A broom in a sweeper's hands, its head on the floor two feet ahead. */
function broom(bristles: Paint): Solid[] {
  return [
    spheres("hull", paint.wood, [-0.3, 0.5, 4.7, 0.09], [0.6, 2.2, 0.6, 0.09]),
    spheres("hull", bristles, [0, 2.3, 0.15, 0.15], [1.3, 2.3, 0.15, 0.15], [0.3, 2.25, 0.6, 0.12], [
      1, 2.25, 0.6, 0.12,
    ]),
  ];
}
