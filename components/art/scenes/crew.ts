import { full, plain, translate } from "../assembly";
import { paint, type Paint } from "../palette";
import { carton } from "../parts/junk";
import { person, type PersonOptions } from "../parts/person";
import { spheres } from "../round";
import type { Solid } from "../solid";
import type { Vec } from "../vector";

/** The crew's clothes in every picture. */
export const crew = { shirt: paint.clay, trousers: "#44524F", cap: paint.forest } as const;

/** What the crew wears where hands get dirty, and where it is dusty as well. */
export const gloved = { gloves: paint.leaf } as const;
export const masked = { ...gloved, masked: true } as const;

/** A crew member who carries something in front of them. */
export function carrier(feet: Vec, looks: number, more: PersonOptions = {}): Solid[] {
  return person(feet, { ...crew, looks, hands: [[-0.6, 1, 3], [0.6, 1, 3]], stride: 0.7, ...more });
}

/** A crew member with a box, in the plain version of a picture. */
export function loner(feet: Vec, looks: number): Solid[] {
  return plain(carrier(feet, looks, { holds: translate(carton(2, 1.5, 1.4), [-1, 0.75, 2.7]) }));
}

/** A crew member who sweeps, not in plain pictures. */
export function sweeper(feet: Vec, looks: number, more: PersonOptions = {}): Solid[] {
  return full(person(feet, {
    ...crew, looks, hands: [[-0.2, 0.75, 4], [0.3, 1.15, 3]], stride: 0.6, holds: broom(paint.mustard), ...more,
  }));
}

/** A crew member who bends down to something at their feet. */
export function bender(feet: Vec, looks: number, more: PersonOptions = {}): Solid[] {
  return person(feet, {
    ...crew, looks, hands: [[-0.45, 1.75, 1.3], [0.45, 1.75, 1.3]], stride: 0.5, lean: 52, crouch: 0.6, ...more,
  });
}

/** A crew member who points at something ahead. */
export function pointer(feet: Vec, looks: number, more: PersonOptions = {}): Solid[] {
  return person(feet, { ...crew, looks, hands: [[-0.5, 0.35, 3.1], [0.7, 1.75, 4.7]], ...more });
}

/** A crew member who pushes something on wheels. */
export function pusher(feet: Vec, looks: number, more: PersonOptions = {}): Solid[] {
  return person(feet, {
    ...crew, looks, hands: [[-0.55, 1.55, 3.5], [0.55, 1.55, 3.5]], stride: 1.2, lean: 16, ...more,
  });
}

/** A crew member who waves goodbye. */
export function waver(feet: Vec, looks = 315, more: PersonOptions = {}): Solid[] {
  return person(feet, { ...crew, looks, hands: [[-0.75, 0.2, 2.75], [1.45, 0.2, 6.2]], ...more });
}

/** A crew member and, three feet toward +x, a customer: they shake hands. */
export function handshake([x, y, z]: Vec, more: PersonOptions = {}): Solid[] {
  const hands = [[-0.75, 0.2, 2.75], [0, 1.5, 3.5]] as const;
  return [
    ...person([x, y, z], { ...crew, looks: 270, hands, ...more }),
    ...person([x + 3, y, z], { looks: 90, shirt: paint.teal, trousers: paint.stone, hands }),
  ];
}

/** A leaf rake in a sweeper's hands. */
export function rake(): Solid[] {
  const [stick] = broom(paint.leaf);
  return [
    stick!, spheres("hull", paint.leaf, [0.6, 2.2, 0.7, 0.08], [-0.8, 2.8, 0.1, 0.08], [2, 2.8, 0.1, 0.08]),
  ];
}

/** A power saw in a bender's hands. */
export function saw(): Solid[] {
  return [
    spheres("hull", paint.mustard, [-0.3, 1.5, 1.5, 0.22], [0.3, 1.8, 1.4, 0.26]),
    spheres("hull", paint.steel, [0.1, 2, 1.4, 0.1], [0.1, 3.5, 1.3, 0.07]),
  ];
}

/** A broom from the top of its stick to its head; by default in a sweeper's hands, its head two feet ahead. */
export function broom(
  bristles: Paint, [top, head]: readonly [Vec, Vec] = [[-0.3, 0.5, 4.7], [0.6, 2.2, 0.6]],
): Solid[] {
  const [x, y, z] = head;
  return [
    spheres("hull", paint.wood, [...top, 0.09], [...head, 0.09]),
    spheres("hull", bristles, [x - 0.6, y + 0.1, z - 0.45, 0.15], [x + 0.7, y + 0.1, z - 0.45, 0.15], [
      x - 0.3, y + 0.05, z, 0.12,
    ], [x + 0.4, y + 0.05, z, 0.12]),
  ];
}
