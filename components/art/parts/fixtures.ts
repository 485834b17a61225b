import { at, groupByDepth, groupInOrder } from "../assembly";
import { box, discDecal, decal, type Decal } from "../box";
import { mix, paint, type Paint } from "../palette";
import { cylinder, disc, spheres } from "../round";
import type { Solid } from "../solid";
import { carton } from "./junk";

/** Two panels of a cubicle that meet at a corner, around a worktop. */
export function cubicle(): Solid[] {
  const cloth = mix(paint.teal, paint.stone, 0.5);
  return [
    groupByDepth([
      box([0, 0, 0], [5.4, 0.25, 4.8], cloth, {
        decals: [decal("+y", 0.3, 0.2, 4.8, 4.3, mix(cloth, paint.cream, 0.2))],
      }),
      box([0, 0.25, 0], [0.25, 4, 4.8], cloth, {
        decals: [decal("+x", 0.2, 0.2, 3.6, 4.3, mix(cloth, paint.cream, 0.2))],
      }),
      box([0.25, 0.25, 2.3], [5.1, 2, 0.16], paint.plank),
      box([4.9, 0.3, 0], [0.16, 1.9, 2.3], paint.iron),
      box([1, 0.25, 3.6], [3.4, 1, 1], paint.stone, { decals: [decal("+y", 1.3, 0.2, 0.8, 0.1, paint.ink)] }),
    ]),
  ];
}

/** A conference table. */
export function conferenceTable(): Solid[] {
  return [
    groupByDepth([
      box([1.4, 0.9, 0], [0.8, 1.9, 2.3], paint.bark),
      box([6.2, 0.9, 0], [0.8, 1.9, 2.3], paint.bark),
      box([0, 0, 2.3], [8.4, 3.7, 0.25], mix(paint.bark, paint.wood, 0.4), {
        decals: [decal("+z", 3.7, 1.4, 1, 0.9, paint.ink)],
      }),
    ]),
  ];
}

/** A reception counter, high in front and low behind. */
export function receptionCounter(): Solid[] {
  return [
    groupByDepth([
      box([0, 0, 0], [6.4, 1.6, 2.5], paint.plank),
      box([0, 1.6, 0], [6.4, 0.7, 3.6], paint.wood, {
        decals: [
          decal("+y", 0.3, 0.4, 5.8, 0.25, paint.forest),
          decal("+y", 0.3, 2.6, 5.8, 0.1, mix(paint.wood, paint.ink, 0.3)),
        ],
      }),
      box([-0.1, 1.4, 3.6], [6.6, 1.1, 0.18], paint.white),
    ]),
  ];
}

/** A gondola of shop shelves, half sold out. */
export function gondola(): Solid[] {
  const goods = [paint.clay, paint.mustard, paint.teal, paint.plum, paint.leaf];
  const parts: Solid[] = [
    box([0, 0, 0], [5.6, 0.3, 5.4], paint.stone, {
      receives: ["y"],
      decals: Array.from({ length: 7 }, (_, i) => decal("+y", 0.3 + i * 0.8, 0.5, 0.08, 4.6, paint.steel)),
    }),
  ];
  [0, 1.5, 2.9, 4.2].forEach((z, row) => {
    parts.push(
      box([0, 0.3, z], [5.6, row === 0 ? 1.9 : 1.5, row === 0 ? 0.5 : 0.14], paint.steel, {
        decals: [decal("+y", 0, row === 0 ? 0.3 : 0.03, 5.6, 0.1, paint.clay)],
      }),
    );
    for (let i = 0; i < 6; i++)
      if ((i * 3 + row * 2) % 5 > 1)
        parts.push(box([0.2 + i * 0.9, 0.5, z + (row === 0 ? 0.5 : 0.14)], [0.66, 0.9, 0.7], goods[(i + row) % 5]!));
  });
  return [groupByDepth(parts)];
}

/** A display case with a glass front. */
export function displayCase(): Solid[] {
  return [
    groupByDepth([
      box([0, 0, 0], [4.6, 1.8, 1.2], paint.wood),
      box([0, 0, 1.2], [4.6, 1.8, 1.9], mix(paint.glass, paint.white, 0.3), {
        decals: [
          decal("+y", 0.1, 0.9, 4.4, 0.08, paint.white),
          ...[0.5, 1.4, 2.4, 3.4].map((u, i) =>
            decal("+y", u, 0.1, 0.5, 0.5, [paint.clay, paint.mustard, paint.plum, paint.teal][i]!)
          ),
          decal("+y", 0.9, 0.98, 0.4, 0.5, paint.denim),
          decal("+y", 2.9, 0.98, 0.6, 0.4, paint.rust),
        ],
      }),
      box([0, 0, 3.1], [4.6, 1.8, 0.14], paint.steel),
    ]),
  ];
}

/** A wooden pallet, empty. */
export function pallet(z = 0): Solid[] {
  const gap = (on: "+x" | "+y", length: number): Decal[] => [
    decal(on, 0.35, 0.1, length / 2 - 0.55, 0.28, paint.bark),
    decal(on, length / 2 + 0.2, 0.1, length / 2 - 0.55, 0.28, paint.bark),
  ];
  const boards = [0.62, 1.32, 2.02, 2.72].map((v) => decal("+z", 0, v, 4, 0.12, mix(paint.plank, paint.bark, 0.5)));
  return [box([0, 0, z], [4, 3.5, 0.5], paint.plank, { decals: [...gap("+y", 4), ...gap("+x", 3.5), ...boards] })];
}

/** Pallets in a stack. */
export function palletStack(high = 5): Solid[] {
  return Array.from({ length: high }, (_, i) => pallet(i * 0.52)[0]!);
}

/** A pallet of cartons under film. */
export function loadedPallet(rows = 3): Solid[] {
  const pale = mix(paint.cardboard, paint.cream, 0.2);
  return [
    ...pallet(),
    ...Array.from(
      { length: rows },
      (_, k) => [0, 1].flatMap((i) =>
        [0, 1].flatMap((j) =>
          at(
            0.1 + i * 1.9,
            0.1 + j * 1.65,
            0.5 + k * 1.3,
            carton(1.9, 1.65, 1.3, (i + j + k) % 3 ? paint.cardboard : pale),
          )
        )
      ),
    ).flat(),
  ];
}

/** A pallet jack along x, its handle at the low end. */
export function palletJack(): Solid[] {
  return [
    groupInOrder([
      spheres("hull", paint.clay, [0.5, 0.9, 0.9, 0.1], [0.1, 0.9, 3.6, 0.1]),
      box([0, 0.5, 3.5], [0.16, 0.8, 0.3], paint.ink),
      box([0.4, 0.3, 0.3], [0.9, 1.2, 0.9], paint.clay),
      box([1.3, 0.1, 0.2], [3.6, 0.5, 0.25], paint.clay),
      box([1.3, 1.2, 0.2], [3.6, 0.5, 0.25], paint.clay),
    ]),
  ];
}

/** A bale of pressed cardboard. */
export function bale(): Solid[] {
  const layers = (on: "+x" | "+y", w: number): Decal[] => Array.from(
    { length: 6 },
    (_, i) => decal(on, 0, 0.35 + i * 0.48, w, 0.12, mix(paint.cardboard, paint.bark, i % 2 ? 0.4 : 0.25)),
  );
  return [
    box([0, 0, 0], [3.6, 2.6, 3.3], mix(paint.cardboard, paint.earth, 0.3), {
      decals: [
        ...layers("+y", 3.6),
        ...layers("+x", 2.6),
        ...[0.8, 1.8, 2.7].flatMap((u) => [
          decal("+y", u, 0, 0.09, 3.3, paint.iron), decal("+z", u, 0, 0.09, 2.6, paint.iron),
        ]),
      ],
    }),
  ];
}

/** Two bays of pallet racking with loads on them. */
export function palletRack(): Solid[] {
  const posts = [0, 6].flatMap((x) => [0, 2.6].map((y) => box([x, y, 0], [0.25, 0.25, 8], paint.denim)));
  const beams = [2.9, 6.1].flatMap((z) => [
    box([0.25, 0, z], [5.75, 0.2, 0.4], paint.clay),
    box([0.25, 2.65, z], [5.75, 0.2, 0.4], paint.clay),
    box([0.25, 0.2, z + 0.3], [5.75, 2.45, 0.1], paint.steel),
  ]);
  return [
    groupByDepth([
      ...posts,
      ...beams,
      ...at(0.6, 0.5, 0, carton(2.4, 2, 2.2)),
      ...at(3.4, 0.5, 0, carton(2.2, 2, 1.6)),
      ...at(0.6, 0.5, 3.3, carton(2.2, 2, 1.6)),
      ...at(3.3, 0.5, 6.5, carton(2.4, 2, 1.5)),
    ]),
  ];
}

/** Kitchen cabinets: a base with its counter and sink, and a wall unit standing on it. */
export function kitchenUnit(): Solid[] {
  const face = mix(paint.mustard, paint.cream, 0.45);
  const doors = (w: number, h: number): Decal[] => [0.15, w / 2 + 0.08].flatMap((u) => [
    decal("+y", u, 0.2, w / 2 - 0.23, h - 0.4, mix(face, paint.wood, 0.3)),
    discDecal("+y", u + 0.25, h / 2, 0.09, paint.iron),
  ]);
  return [
    groupByDepth([
      box([0, 0, 0], [5.6, 2, 2.8], face, {
        decals: [
          ...doors(2.8, 2.8),
          ...doors(2.8, 2.8).map((m) => ({ ...m, vertices: m.vertices.map(([u, v]) => [u + 2.8, v] as const) })),
        ],
      }),
      box([-0.1, 0, 2.8], [5.8, 2.15, 0.2], paint.stone, {
        decals: [decal("+z", 3, 0.4, 2, 1.3, paint.steel), decal("+z", 3.2, 0.55, 1.6, 1, paint.iron)],
      }),
      box([0.2, 0.2, 3], [2.3, 1.1, 2.2], face, { decals: doors(2.3, 2.2) }),
    ]),
  ];
}

/** A bathroom vanity with its basin. */
export function vanity(): Solid[] {
  return [
    groupByDepth([
      box([0, 0, 0], [3, 1.8, 2.6], paint.teal, {
        decals: [0.15, 1.55].flatMap((u) => [
          decal("+y", u, 0.3, 1.3, 2, mix(paint.teal, paint.cream, 0.25)),
          discDecal("+y", u + 0.65, 1.7, 0.08, paint.tape),
        ]),
      }),
      box([-0.1, 0, 2.6], [3.2, 2, 0.2], paint.white, {
        decals: [discDecal("+z", 1.6, 1, 0.65, paint.stone), discDecal("+z", 1.6, 1, 0.5, paint.steel)],
      }),
      box([1.4, 0.15, 2.8], [0.2, 0.2, 0.6], paint.steel),
    ]),
  ];
}

/** A bathtub along x. */
export function bathtub(): Solid[] {
  return [
    box([0, 0, 0], [5.2, 2.6, 1.8], paint.white, {
      decals: [
        decal("+z", 0.3, 0.3, 4.6, 2, mix(paint.white, paint.steel, 0.45)),
        decal("+z", 0.6, 0.55, 4.1, 1.5, mix(paint.white, paint.steel, 0.2)),
        discDecal("+z", 0.95, 1.3, 0.14, paint.iron),
        decal("+y", 0, 1.6, 5.2, 0.2, paint.cream),
        decal("+y", 0.3, 0.2, 4.6, 1.2, mix(paint.white, paint.stone, 0.35)),
      ],
    }),
  ];
}

/** A toilet. */
export function toilet(): Solid[] {
  return [
    groupInOrder([
      box([0, 0, 1.3], [1.7, 0.75, 1.6], paint.white, { decals: [decal("+y", 0.2, 1.2, 0.35, 0.12, paint.steel)] }),
      cylinder("z", [0.85, 1.45, 0], 0.5, 1.2, paint.white, paint.white, 0.72),
      cylinder("z", [0.85, 1.5, 1.2], 0.82, 0.24, paint.cream),
      disc("z", [0.85, 1.5, 1.45], 0.55, paint.steel),
    ]),
  ];
}

/** Tiles in stacks, some broken. */
export function tileStacks(): Solid[] {
  const stack = (x: number, y: number, high: number, color: Paint): Solid[] => Array.from(
    { length: high },
    (_, i) => box(
      [x + (i % 3) * 0.07, y + ((i * 2) % 3) * 0.07, i * 0.24],
      [1.3, 1.3, 0.2],
      i % 2 ? color : mix(color, paint.cream, 0.3),
    ),
  );
  return [
    groupByDepth([
      ...stack(0, 0, 7, paint.rose), ...stack(1.7, 0.2, 4, paint.teal), ...stack(0.7, 1.8, 2, paint.stone),
    ]),
  ];
}

/** A piece of a partition with its drywall half off, 4.6 ft wide. */
export function wallPiece(): Solid[] {
  const studs = [0.1, 1.5, 2.9, 4.2].map((x) => box([x, 0, 0.3], [0.3, 0.35, 6.4], paint.plank));
  return [
    groupByDepth([
      box([0, 0, 0], [4.6, 0.35, 0.3], paint.plank),
      box([0, 0, 6.7], [4.6, 0.35, 0.3], paint.plank),
      ...studs,
      box([0, 0.36, 0.2], [1.8, 0.14, 6.7], paint.plaster),
      box([1.8, 0.36, 0.2], [1.1, 0.14, 3.2], paint.plaster),
    ]),
  ];
}
