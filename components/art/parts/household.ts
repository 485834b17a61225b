import { groupByDepth, groupInOrder, translate } from "../assembly";
import { box, discDecal, decal, type Decal } from "../box";
import { mix, paint, type Paint } from "../palette";
import { cylinder, spheres } from "../round";
import type { Solid } from "../solid";
import { poolTableTop } from "./furniture";

/** An upright piano, 4.8 ft wide. */
export function piano(color: Paint = mix(paint.bark, paint.ink, 0.3)): Solid[] {
  const keys = Array.from({ length: 11 }, (_, i) => decal("+z", 0.5 + i * 0.36, 0.12, 0.16, 0.4, paint.ink));
  return [
    groupByDepth([
      box([0, 0, 0], [4.8, 1.3, 4.1], color, {
        decals: [decal("+y", 0.4, 2.75, 4, 1.05, mix(color, paint.cream, 0.16))],
      }),
      box([0, 1.3, 2.1], [4.8, 0.95, 0.35], color, {
        decals: [decal("+z", 0.3, 0.12, 4.2, 0.74, paint.white), ...keys],
      }),
      box([0.1, 1.85, 0], [0.35, 0.35, 2.1], color),
      box([4.35, 1.85, 0], [0.35, 0.35, 2.1], color),
    ]),
  ];
}

/** A sectional sofa, 7.5 ft by 5.8 ft, open toward +x and +y. */
export function sectional(color: Paint = paint.denim): Solid[] {
  const cushion = mix(color, paint.cream, 0.16);
  return [
    groupByDepth([
      box([0, 0, 0.2], [7.5, 0.8, 2.4], color),
      box([0, 0.8, 0.2], [0.8, 5, 2.4], color),
      box([0.8, 0.8, 0.2], [6, 2.3, 0.8], color),
      box([6.8, 0.8, 0.2], [0.7, 2.3, 1.7], color),
      box([0.8, 3.1, 0.2], [2.3, 2.7, 0.8], color),
      box([0.9, 0.9, 1], [2.8, 2.1, 0.45], cushion),
      box([3.8, 0.9, 1], [2.9, 2.1, 0.45], cushion),
      box([0.9, 3.15, 1], [2.1, 2.6, 0.45], cushion),
    ]),
  ];
}

/** A china cabinet: glass doors over a sideboard. */
export function chinaCabinet(color: Paint = paint.bark): Solid[] {
  const face = mix(color, paint.cream, 0.2);
  const upper: Decal[] = [0.2, 2].flatMap((u) => [
    decal("+y", u, 0.2, 1.6, 3.1, "#A9CBC8", true),
    decal("+y", u, 1.15, 1.6, 0.12, face),
    decal("+y", u, 2.2, 1.6, 0.12, face),
    discDecal("+y", u + 0.5, 1.55, 0.26, paint.cream, true),
    discDecal("+y", u + 1.1, 2.6, 0.26, paint.cream, true),
  ]);
  return [
    groupByDepth([
      box([0, 0, 0], [4, 1.7, 2.7], color, {
        decals: [0.15, 2.05].flatMap((u) => [
          decal("+y", u, 0.3, 1.8, 2.1, face), discDecal("+y", u + 0.9, 1.6, 0.1, paint.tape),
        ]),
      }),
      box([0.1, 0, 2.7], [3.8, 1.2, 3.5], color, { decals: upper }),
      box([0, 0, 6.2], [4, 1.35, 0.3], color),
    ]),
  ];
}

/** A wardrobe of two doors. */
export function wardrobe(color: Paint = paint.wood): Solid[] {
  const face = mix(color, paint.cream, 0.2);
  return [
    box([0, 0, 0], [4, 2, 6.5], color, {
      decals: [0.15, 2.05].flatMap((u, i) => [
        decal("+y", u, 0.4, 1.8, 5.8, face), discDecal("+y", u + (i ? 0.2 : 1.6), 3.2, 0.11, paint.ink),
      ]),
    }),
  ];
}

/** A bunk bed along x. */
export function bunkBed(color: Paint = paint.plank): Solid[] {
  const parts: Solid[] = [];
  for (const x of [0, 6.4]) for (const y of [0, 3.2]) parts.push(box([x, y, 0], [0.3, 0.3, 5.8], color));
  for (const z of [1, 4])
    parts.push(
      box([0.3, 0.1, z], [6.1, 3.3, 0.35], color),
      box([0.4, 0.2, z + 0.35], [5.9, 3.1, 0.6], z < 2 ? paint.rose : paint.teal, {
        decals: [decal("+z", 0.2, 0.3, 1.3, 2.5, paint.white)],
      }),
    );
  for (const z of [0.8, 1.6, 2.4, 3.2, 4]) parts.push(box([4.7, 3.42, z], [1.2, 0.1, 0.14], color));
  parts.push(box([4.5, 3.42, 0], [0.16, 0.12, 5], color), box([5.95, 3.42, 0], [0.16, 0.12, 5], color));
  return [groupByDepth(parts)];
}

/** A bookcase, its books in. */
export function bookcase(color: Paint = paint.wood): Solid[] {
  const spines = [paint.clay, paint.teal, paint.mustard, paint.plum, paint.forest, paint.rose, paint.denim];
  const decals: Decal[] = [decal("+y", 0.15, 0.2, 2.9, 5.8, mix(color, paint.ink, 0.4))];
  for (let shelf = 0; shelf < 4; shelf++) {
    const v = 0.25 + shelf * 1.45;
    for (let i = 0; i < 8 - (shelf % 3); i++)
      decals.push(
        decal("+y", 0.22 + i * 0.35, v, 0.31, 0.85 + ((i * 3 + shelf) % 3) * 0.13, spines[(i * 2 + shelf * 3) % 7]!),
      );
    decals.push(decal("+y", 0.15, v + 1.25, 2.9, 0.15, color));
  }
  return [box([0, 0, 0], [3.2, 1.1, 6.2], color, { decals })];
}

/** A pool table. */
export function poolTable(): Solid[] {
  const legs = [0.3, 7].flatMap((x) =>
    [0.3, 3.5].map((y) => box([x, y, 0], [0.7, 0.7, 1.9], mix(paint.bark, paint.ink, 0.2)))
  );
  return [groupByDepth([...legs, ...translate(poolTableTop(), [0, 0, 1.9])])];
}

/** A futon: a folded mattress on slats. */
export function futon(color: Paint = paint.plum): Solid[] {
  return [
    groupByDepth([
      box([0, 0, 0.2], [0.25, 3, 1.9], paint.plank),
      box([0.25, 0.1, 0.6], [5.6, 0.2, 2], paint.plank),
      box([0.3, 0.3, 0.9], [5.5, 0.7, 1.9], color),
      box([0.3, 1, 0.8], [5.5, 2, 0.7], mix(color, paint.cream, 0.14)),
      box([5.85, 0, 0.2], [0.25, 3, 1.9], paint.plank),
      box([0.25, 2.8, 0.5], [5.6, 0.2, 0.3], paint.plank),
    ]),
  ];
}

/** A treadmill along x, its console at the low end. */
export function treadmill(): Solid[] {
  return [
    groupByDepth([
      box([0, 0, 0.1], [5.2, 2.2, 0.5], paint.iron, { decals: [decal("+z", 0.5, 0.3, 4.5, 1.6, paint.ink)] }),
      box([0.1, 0.05, 0.6], [0.25, 0.25, 2.9], paint.steel),
      box([0.1, 1.9, 0.6], [0.25, 0.25, 2.9], paint.steel),
      box([0, 0, 3.5], [0.5, 2.2, 0.8], paint.iron, { decals: [decal("+x", 0.4, 0.15, 1.4, 0.5, "#7FA8A8", true)] }),
      box([0.5, 0.05, 3.3], [1.5, 0.2, 0.2], paint.iron),
      box([0.5, 1.95, 3.3], [1.5, 0.2, 0.2], paint.iron),
    ]),
  ];
}

/** An exercise bike along x. */
export function exerciseBike(): Solid[] {
  const bar = (
    x: number, z: number, X: number, Z: number, color: Paint = paint.steel,
  ) => spheres("hull", color, [x, 0.6, z, 0.13], [X, 0.6, Z, 0.13]);
  return [
    groupInOrder([
      box([0.2, 0, 0], [0.3, 1.2, 0.2], paint.iron),
      bar(0.4, 0.3, 3, 0.3, paint.iron),
      cylinder("y", [0.9, 0.5, 1], 0.85, 0.3, paint.rubber, paint.clay),
      bar(1, 1, 0.9, 3.4),
      bar(0.9, 3.4, 0.3, 3.7, paint.ink),
      bar(1.3, 0.9, 2.4, 2.6),
      box([1.9, 0.3, 2.6], [1, 0.6, 0.25], paint.ink),
      box([2.8, 0, 0], [0.3, 1.2, 0.2], paint.iron),
    ]),
  ];
}

/** A rack of clothes on hangers, along x. */
export function clothesRack(): Solid[] {
  const colors = [paint.denim, paint.rose, paint.teal, paint.mustard, paint.plum, paint.clay, paint.stone];
  const parts = [
    box([0, 0.7, 0], [0.12, 0.12, 4.9], paint.steel),
    box([4.4, 0.7, 0], [0.12, 0.12, 4.9], paint.steel),
    box([0.12, 0.7, 4.78], [4.28, 0.12, 0.12], paint.steel),
    box([0, 0, 0], [0.12, 0.7, 0.12], paint.steel),
    box([4.4, 0.82, 0], [0.12, 0.7, 0.12], paint.steel),
  ];
  colors.forEach((color, i) =>
    parts.push(box([0.5 + i * 0.53, 0.1, 1.5 + (i % 3) * 0.45], [0.34, 1.3, 3.1 - (i % 3) * 0.45], color))
  );
  return [groupByDepth(parts)];
}

/** Framed pictures on the floor, one leaning behind the other. */
export function pictureFrames(): Solid[] {
  return [
    groupByDepth([
      box([0, 0, 0], [3, 0.18, 2.9], paint.bark, {
        decals: [
          decal("+y", 0.25, 0.25, 2.5, 2.4, mix(paint.water, paint.cream, 0.4)),
          decal("+y", 0.25, 0.25, 2.5, 0.9, paint.grass),
          discDecal("+y", 1.9, 1.9, 0.35, paint.tape),
        ],
      }),
      box([0.9, 0.5, 0], [1.9, 0.16, 1.7], paint.mustard, {
        decals: [decal("+y", 0.2, 0.2, 1.5, 1.3, paint.cream), discDecal("+y", 0.95, 0.8, 0.4, paint.rose)],
      }),
    ]),
  ];
}

/** A suitcase with its handle out. */
export function suitcase(color: Paint = paint.teal): Solid[] {
  const rib = mix(color, paint.ink, 0.22);
  return [
    groupByDepth([
      box([0.4, 0.1, 2.4], [0.1, 0.1, 1.3], paint.iron),
      box([1.2, 0.1, 2.4], [0.1, 0.1, 1.3], paint.iron),
      box([0.4, 0.1, 3.7], [0.9, 0.12, 0.15], paint.ink),
      box([0, 0, 0.15], [1.7, 0.95, 2.25], color, {
        decals: [0.35, 0.8, 1.25].map((u) => decal("+y", u, 0.15, 0.1, 1.95, rib)),
      }),
      box([0.1, 0.1, 0], [1.5, 0.75, 0.15], paint.ink),
    ]),
  ];
}

/** A steamer trunk. */
export function trunk(color: Paint = mix(paint.bark, paint.rust, 0.3)): Solid[] {
  const bands = [0.3, 1.5, 2.7].flatMap((u) => [
    decal("+y", u, 0, 0.22, 1.7, paint.tape), decal("+z", u, 0, 0.22, 1.8, paint.tape),
  ]);
  return [
    box([0, 0, 0], [3.2, 1.8, 1.7], color, {
      decals: [
        decal("+y", 0, 1.15, 3.2, 0.08, paint.ink),
        decal("+x", 0, 1.15, 1.8, 0.08, paint.ink),
        ...bands,
        decal("+y", 1.45, 0.95, 0.3, 0.4, paint.mustard),
      ],
    }),
  ];
}

/** A flat television on its feet. */
export function flatScreen(width = 4.4): Solid[] {
  const h = width * 0.58;
  return [
    groupByDepth([
      box([width * 0.2, 0, 0], [0.2, 0.9, 0.15], paint.ink),
      box([width * 0.75, 0, 0], [0.2, 0.9, 0.15], paint.ink),
      box([0, 0.35, 0.15], [width, 0.2, h], paint.rubber, {
        decals: [
          decal("+y", 0.12, 0.12, width - 0.24, h - 0.24, "#4A6268", true),
          {
            on: "+y",
            unlit: true,
            paint: "#587278",
            vertices: [[width * 0.4, 0.12], [width * 0.6, 0.12], [width * 0.9, h - 0.12], [width * 0.7, h - 0.12]],
          },
        ],
      }),
    ]),
  ];
}



/** A dishwasher. */
export function dishwasher(): Solid[] {
  return [
    box([0, 0, 0], [2, 2, 2.9], paint.steel, {
      decals: [
        decal("+y", 0, 0, 2, 0.35, paint.ink),
        decal("+y", 0, 2.45, 2, 0.45, paint.iron),
        decal("+y", 0.3, 2.15, 1.4, 0.13, paint.white),
      ],
    }),
  ];
}

/** A chest freezer. */
export function chestFreezer(): Solid[] {
  return [
    groupByDepth([
      box([0, 0, 0], [4.4, 2.3, 2.5], paint.white, {
        decals: [decal("+y", 0.3, 0.3, 0.7, 0.35, paint.steel), discDecal("+y", 3.9, 0.45, 0.12, paint.leaf)],
      }),
      box([0, 0, 2.5], [4.4, 2.4, 0.35], mix(paint.white, paint.steel, 0.35), {
        decals: [decal("+y", 1.9, 0.08, 0.6, 0.16, paint.iron)],
      }),
    ]),
  ];
}
