import { translate, rotate, groupInOrder } from "../assembly";
import { paint, type Paint } from "../palette";
import { spheres } from "../round";
import type { Solid } from "../solid";
import { boundsOf, cosine, sine, type Vec } from "../vector";

export interface PersonOptions {
  /** The direction of view in degrees: 0 is +y (left on the screen), 270 is +x (right). */
  readonly looks?: number;
  readonly skin?: Paint;
  readonly shirt?: Paint;
  readonly trousers?: Paint;
  /** Worn by the crew. */
  readonly cap?: Paint;
  /** Work gloves in a color, and a dust mask. */
  readonly gloves?: Paint;
  readonly masked?: boolean;
  /** Hands, relative to the feet of a person who looks toward +y; arms hang by default. */
  readonly hands?: readonly [left: Vec, right: Vec];
  /** The length of a step, in feet. */
  readonly stride?: number;
  /** How far the upper body leans forward from the hips, in degrees. */
  readonly lean?: number;
  /** How far bent knees lower the hips, in feet. */
  readonly crouch?: number;
  /** Held solids, placed like hands and drawn among the limbs. */
  readonly holds?: readonly Solid[];
}

/**
 * A person of 5.9 ft, with feet around a point. Limbs are ordered by distance, which their bounds could not
 * determine.
 */
export function person(feet: Vec, options: PersonOptions = {}): Solid[] {
  const {
    looks = 0, skin = paint.skinLight, shirt = paint.leaf, trousers = paint.denim, cap, gloves,
    masked = false, stride = 0, lean = 0, crouch = 0, hands, holds = [],
  } = options;
  const [back, forward] = [cosine(lean), sine(lean)];
  // A point of the upright body above the hips, leaned.
  const upper = (x: number, y: number, z: number): Vec => [
    x, y * back + (z - 2.9) * forward - crouch / 2, 2.9 - crouch + (z - 2.9) * back - y * forward,
  ];
  const [left, right] = hands ?? [[-0.75, 0.2, 2.75], [0.75, 0.2, 2.75]];
  const limbs: Solid[] = [...holds];
  for (const [sign, hand] of [[-1, left], [1, right]] as const) {
    const step = (sign * stride) / 2;
    const shoulder = upper(sign * 0.58, 0, 4.5);
    const elbow: Vec = [
      (shoulder[0] + hand[0]) / 2 + sign * 0.18, (shoulder[1] + hand[1]) / 2 - 0.15, (shoulder[2] + hand[2]) / 2 - 0.2,
    ];
    limbs.push(
      spheres("hull", paint.ink, [sign * 0.3, step, 0.17, 0.2], [sign * 0.32, step + 0.32, 0.13, 0.15]),
      spheres("hull", trousers, [sign * 0.3, step, 0.35, 0.22], [
        sign * 0.3, step * 0.4 + crouch * 0.7, 1.6 - crouch * 0.35, 0.27,
      ], [sign * 0.25, -crouch / 2, 2.8 - crouch, 0.33]),
      spheres("hull", shirt, [...shoulder, 0.24], [...elbow, 0.2]),
      spheres("hull", skin, [...elbow, 0.16], [...hand, 0.15]),
    );
    if (gloves)
      limbs.push(spheres("hull", gloves, [...mix(elbow, hand, 0.6), 0.21], [...mix(elbow, hand, 1.05), 0.22]));
  }
  limbs.push(
    spheres(
      "hull", shirt, [...upper(-0.48, 0, 4.5), 0.3], [...upper(0.48, 0, 4.5), 0.3], [...upper(-0.3, 0, 3), 0.36],
      [...upper(0.3, 0, 3), 0.36],
    ),
    spheres("hull", skin, [...upper(0, 0, 4.8), 0.18], [...upper(0, 0.06, 5.3), 0.4]),
    spheres("hull", cap ?? paint.hair, [...upper(0, -0.12, 5.5), 0.36], [...upper(0, -0.03, 5.66), 0.35]),
  );
  if (cap)
    limbs.push(
      spheres(
        "hull", cap, [...upper(-0.2, 0.5, 5.62), 0.07], [...upper(0.2, 0.5, 5.62), 0.07],
        [...upper(-0.26, 0.15, 5.66), 0.08], [...upper(0.26, 0.15, 5.66), 0.08],
      ),
    );
  if (masked)
    limbs.push(
      spheres(
        "hull", paint.white, [...upper(-0.2, 0.36, 5.24), 0.12], [...upper(0.2, 0.36, 5.24), 0.12],
        [...upper(0, 0.5, 5.18), 0.14], [...upper(0, 0.34, 4.96), 0.14],
      ),
    );
  const turned = rotate(limbs, looks);
  const depth = (s: Solid) => [0, 1, 2].reduce((sum, i) => sum + s.bounds.min[i]! + s.bounds.max[i]!, 0);
  const body = groupInOrder([...turned].sort((a, b) => depth(a) - depth(b)));
  // Feet below the ground would be sorted behind it.
  const lift = Math.max(0, -boundsOf([body.bounds.min, body.bounds.max]).min[2]);
  return translate([body], [feet[0], feet[1], feet[2] + lift]);
}

/** The point at a share of the way from one to another. */
function mix(from: Vec, to: Vec, share: number): Vec {
  return [0, 1, 2].map((i) => from[i]! + (to[i]! - from[i]!) * share) as unknown as Vec;
}
