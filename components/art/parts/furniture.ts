import { groupByDepth, groupInOrder } from "../assembly";
import { box, decal, discDecal, type Decal } from "../box";
import { mix, paint, type Paint } from "../palette";
import { cylinder, disc, spheres } from "../round";
import type { Solid } from "../solid";

/** A sofa, 7 ft wide and 3 ft deep unless told otherwise; one of 3.4 ft is an armchair. */
export function sofa(color: Paint = paint.teal, width = 7): Solid[] {
  const arm = 0.7;
  const inner = width - 2 * arm;
  const seats = Math.max(1, Math.round(inner / 2.6));
  const each = inner / seats;
  const cushion = mix(color, paint.cream, 0.14);
  const parts = [
    box([arm, 0, 0.3], [inner, 0.75, 2.3], color),
    box([0, 0, 0.3], [arm, 3, 1.8], color, {
      decals: [decal("+y", 0.1, 0.15, arm - 0.2, 1.5, mix(color, paint.ink, 0.1))],
    }),
    box([arm + inner, 0, 0.3], [arm, 3, 1.8], color, {
      decals: [decal("+y", 0.1, 0.15, arm - 0.2, 1.5, mix(color, paint.ink, 0.1))],
    }),
    box([arm, 0.75, 0.3], [inner, 2.2, 0.75], color),
  ];
  for (const x of [0.1, width - 0.35])
    for (const y of [0.15, 2.6]) parts.push(box([x, y, 0], [0.25, 0.25, 0.3], paint.bark));
  for (let i = 0; i < seats; i++) {
    parts.push(
      box([arm + i * each + 0.04, 1.2, 1.05], [each - 0.08, 1.85, 0.45], cushion),
      box([arm + i * each + 0.04, 0.75, 1.05], [each - 0.08, 0.45, 1.65], cushion),
    );
  }
  return [groupByDepth(parts)];
}

/** An armchair. */
export function armchair(color: Paint = paint.mustard): Solid[] {
  return sofa(color, 3.6);
}

/** A queen mattress lying flat, 6.7 ft by 5 ft. */
export function mattress(): Solid[] {
  const decals: Decal[] = [];
  for (let x = 0.9; x < 6.5; x += 1.2)
    for (let y = 0.7; y < 5; y += 1.2) decals.push(decal("+z", x, y, 0.22, 0.22, paint.stone));
  for (const z of [0.08, 0.7])
    decals.push(decal("+y", 0, z, 6.7, 0.1, paint.teal), decal("+x", 0, z, 5, 0.1, paint.teal));
  return [box([0, 0, 0], [6.7, 5, 0.85], paint.white, { decals })];
}

/** A made bed, 5.4 ft wide and 7 ft long, its foot toward the front. */
export function bed(color: Paint = paint.teal): Solid[] {
  const linen = mix(paint.white, paint.cream, 0.4);
  return [
    groupInOrder([
      box([0, 0, 0], [5.4, 0.3, 3.6], paint.wood),
      box([0.2, 0.3, 0], [5, 6.5, 0.9], paint.wood),
      box([0.2, 0.3, 0.9], [5, 6.5, 0.7], paint.white),
      box([0.5, 0.5, 1.6], [1.9, 1.2, 0.35], linen),
      box([3, 0.5, 1.6], [1.9, 1.2, 0.35], linen),
      box([0.1, 2.2, 0.8], [5.2, 4.7, 0.95], color, {
        decals: [decal("+z", 0, 0, 5.2, 0.8, mix(color, paint.cream, 0.5))],
      }),
    ]),
  ];
}

/** A bed frame without a mattress, as large as `bed`: slats between its rails. */
export function bedFrame(color: Paint = paint.wood): Solid[] {
  const slats = Array.from({ length: 7 }, (_, i) => box([0.4, 0.7 + i * 0.85, 0.85], [4.6, 0.4, 0.12], paint.plank));
  return [
    groupByDepth([
      box([0, 0, 0], [5.4, 0.3, 3.6], color),
      box([0.1, 0.3, 0.5], [0.3, 6.2, 0.6], color),
      box([5, 0.3, 0.5], [0.3, 6.2, 0.6], color),
      box([0, 6.5, 0], [5.4, 0.3, 1.6], color),
      ...slats,
    ]),
  ];
}

/** A mattress on its edge, its quilting toward the front: a queen on its long edge unless told otherwise. */
export function mattressUpright(width = 6.7, height = 5): Solid[] {
  const decals: Decal[] = [];
  for (let x = 0.8; x < width - 0.3; x += 1.2)
    for (let z = 0.6; z < height - 0.3; z += 1.2) decals.push(decal("+y", x, z, 0.22, 0.22, paint.stone));
  for (const y of [0.08, 0.67])
    decals.push(decal("+x", y, 0, 0.1, height, paint.teal), decal("+z", 0, y, width, 0.1, paint.teal));
  return [box([0, 0, 0], [width, 0.85, height], paint.white, { decals })];
}

/** A box spring on its long edge: wooden slats behind cloth. */
export function boxSpring(): Solid[] {
  const decals = [decal("+y", 0, 0, 6.7, 4.9, paint.stone)];
  for (let x = 0.3; x < 6.6; x += 1.05) decals.push(decal("+y", x, 0.2, 0.35, 4.5, paint.plank));
  return [box([0, 0, 0], [6.7, 0.6, 4.9], paint.sand, { decals })];
}

/** A dresser with two columns of drawers. */
export function dresser(color: Paint = paint.wood, width = 4.4): Solid[] {
  const decals: Decal[] = [];
  const face = mix(color, paint.cream, 0.16);
  for (const x of [0.15, width / 2 + 0.07]) {
    for (let i = 0; i < 3; i++) {
      decals.push(
        decal("+y", x, 0.45 + i * 0.83, width / 2 - 0.22, 0.72, face),
        decal("+y", x + width / 4 - 0.3, 0.75 + i * 0.83, 0.4, 0.12, paint.ink),
      );
    }
  }
  return [box([0, 0, 0], [width, 1.7, 3], color, { decals })];
}

/** A straight chair. */
export function chair(color: Paint = paint.wood): Solid[] {
  const parts = [box([0, 0, 1.4], [1.5, 1.5, 0.15], color), box([0, 0, 2.4], [1.5, 0.12, 0.9], color)];
  for (const x of [0, 1.35]) {
    parts.push(
      box([x, 1.35, 0], [0.15, 0.15, 1.4], color),
      box([x, 0, 0], [0.15, 0.12, 1.4], color),
      box([x, 0, 1.55], [0.15, 0.12, 0.85], color),
    );
  }
  return [groupByDepth(parts)];
}

/** A table on four legs. */
export function table(width = 5, depth = 2.8, color: Paint = paint.wood): Solid[] {
  const parts = [box([0, 0, 2.25], [width, depth, 0.18], color)];
  for (const x of [0.12, width - 0.37])
    for (const y of [0.12, depth - 0.37]) parts.push(box([x, y, 0], [0.25, 0.25, 2.25], color));
  return parts;
}

/** The slate and rails of a pool table, 8 ft along x, its legs taken off. */
export function poolTableTop(): Solid[] {
  const pockets = [0.45, 4, 7.55].flatMap((u) => [0.45, 4.05].map((v) => discDecal("+z", u, v, 0.24, paint.ink)));
  return [
    box([0, 0, 0], [8, 4.5, 0.8], paint.bark, { decals: [decal("+z", 0.45, 0.45, 7.1, 3.6, paint.leaf), ...pockets] }),
  ];
}

/** An office desk with a drawer pedestal on its right. */
export function desk(color: Paint = paint.plank): Solid[] {
  const decals = [0.15, 0.85, 1.55].flatMap((z) => [
    decal("+y", 0.1, z, 1.2, 0.6, mix(color, paint.cream, 0.3)), decal("+y", 0.5, z + 0.36, 0.4, 0.1, paint.iron),
  ]);
  return [
    groupByDepth([
      box([0, 0, 2.3], [5, 2.5, 0.16], color),
      box([0.1, 0.1, 0], [0.12, 2.3, 2.3], paint.iron),
      box([3.5, 0.15, 0], [1.4, 2.2, 2.3], color, { decals }),
      box([0.22, 0.1, 1.2], [3.28, 0.1, 1.1], color),
    ]),
  ];
}

/** An office chair on a star base. */
export function officeChair(color: Paint = paint.iron): Solid[] {
  return [
    groupByDepth([
      cylinder("z", [0.9, 0.9, 0], 0.8, 0.15, paint.ink),
      cylinder("z", [0.9, 0.9, 0.15], 0.12, 1.25, paint.steel),
      box([0.1, 0.15, 1.4], [1.6, 1.6, 0.3], color),
      box([0.2, 0.05, 1.9], [1.4, 0.2, 1.6], color),
      box([0.8, 0.05, 1.7], [0.2, 0.1, 0.2], paint.ink),
    ]),
  ];
}

/** A filing cabinet of four drawers. */
export function filingCabinet(color: Paint = paint.steel): Solid[] {
  const decals = [0.1, 1.12, 2.14, 3.16].flatMap((z) => [
    decal("+y", 0.1, z, 1.3, 0.92, mix(color, paint.white, 0.3)),
    decal("+y", 0.5, z + 0.55, 0.5, 0.12, paint.ink),
  ]);
  return [box([0, 0, 0], [1.5, 2.2, 4.2], color, { decals })];
}

/** Open shelving; what lies on the shelves is set between `levels`, at 0.3 ft, 2.1 ft, 3.9 ft, 5.7 ft. */
export function shelving(width = 4, depth = 1.6, color: Paint = paint.iron, levels = 4): Solid[] {
  const top = 0.2 + (levels - 1) * 1.8;
  const parts: Solid[] = [];
  for (const x of [0, width - 0.12])
    for (const y of [0, depth - 0.12]) parts.push(box([x, y, 0], [0.12, 0.12, top + 0.12], color));
  for (let i = 0; i < levels; i++)
    parts.push(box([0.12, 0.12, 0.2 + i * 1.8], [width - 0.24, depth - 0.24, 0.1], paint.plank));
  return parts;
}

/** A standing lamp. */
export function lamp(): Solid[] {
  return [
    groupByDepth([
      cylinder("z", [0.7, 0.7, 0], 0.5, 0.12, paint.iron),
      cylinder("z", [0.7, 0.7, 0.12], 0.06, 4.2, paint.iron),
      cylinder("z", [0.7, 0.7, 4.2], 0.72, 1, paint.sand, paint.cream, 0.45),
    ]),
  ];
}

/** A rug rolled up, along x. */
export function rolledRug(length = 6): Solid[] {
  return [
    groupByDepth([
      cylinder("x", [0, 0.45, 0.45], 0.45, length, paint.rust, paint.sand),
      disc("x", [length + 0.01, 0.45, 0.45], 0.28, paint.rust),
      disc("x", [length + 0.02, 0.45, 0.45], 0.14, paint.sand),
    ]),
  ];
}

/** A flat television on its cabinet. */
export function television(): Solid[] {
  return [
    groupByDepth([
      box([0, 0, 0], [5, 1.5, 1.7], paint.bark, {
        decals: [decal("+y", 0.2, 0.2, 2.2, 1.3, paint.wood), decal("+y", 2.6, 0.2, 2.2, 1.3, paint.wood)],
      }),
      box([2, 0.5, 1.7], [1, 0.6, 0.2], paint.ink),
      box([0.4, 0.65, 1.9], [4.2, 0.25, 2.5], paint.rubber, {
        decals: [
          decal("+y", 0.12, 0.12, 3.96, 2.26, "#4A6268", true), decal("+y", 0.12, 0.12, 1.2, 2.26, "#587278", true),
        ],
      }),
    ]),
  ];
}

/** A potted plant, for rooms that have been cleared. */
export function plant(): Solid[] {
  return [
    groupByDepth([
      cylinder("z", [0.8, 0.8, 0], 0.45, 1, paint.clay, paint.earth, 0.6),
      spheres("union", paint.foliage, [0.8, 0.8, 1.9, 0.6], [0.4, 0.9, 2.3, 0.45], [1.2, 0.6, 2.4, 0.5], [
        0.8, 0.7, 2.9, 0.5,
      ]),
    ]),
  ];
}

/** A flat rug on the floor. */
export function rug(width: number, depth: number, color: Paint = paint.rose): Solid[] {
  const inner = mix(color, paint.cream, 0.35);
  return [
    box([0, 0, 0], [width, depth, 0.06], color, {
      receives: ["z"],
      shadowless: true,
      decals: [
        decal("+z", 0.3, 0.3, width - 0.6, depth - 0.6, inner), decal("+z", 0.6, 0.6, width - 1.2, depth - 1.2, color),
      ],
    }),
  ];
}
