import { groupByDepth } from "../assembly";
import { box, discDecal, decal } from "../box";
import { mix, paint, type Paint } from "../palette";
import { cylinder, disc } from "../round";
import type { Solid } from "../solid";

/** A fridge with the freezer on top. */
export function fridge(color: Paint = paint.steel): Solid[] {
  const line = mix(color, paint.ink, 0.4);
  return [
    groupByDepth([
      box([0, 0, 0.15], [3, 2.7, 5.9], color, {
        decals: [decal("+y", 0, 3.9, 3, 0.08, line), decal("+y", 0, 0, 3, 0.2, line)],
      }),
      box([0.25, 2.7, 1.9], [0.16, 0.16, 1.9], mix(color, paint.white, 0.5)),
      box([0.25, 2.7, 4.3], [0.16, 0.16, 1], mix(color, paint.white, 0.5)),
    ]),
  ];
}

/** A front-loading washing machine or dryer. */
export function washer(color: Paint = paint.white): Solid[] {
  const decals = [
    decal("+y", 0, 2.45, 2.3, 0.55, mix(color, paint.steel, 0.6)),
    discDecal("+y", 1.85, 2.72, 0.14, paint.ink),
    decal("+y", 0.2, 2.62, 0.7, 0.2, paint.iron),
    discDecal("+y", 1.15, 1.3, 0.86, paint.steel),
    discDecal("+y", 1.15, 1.3, 0.64, paint.rubber),
    discDecal("+y", 1.05, 1.42, 0.36, paint.iron),
  ];
  return [box([0, 0, 0], [2.3, 2.3, 3], color, { decals })];
}

/** A kitchen range. */
export function stove(): Solid[] {
  const decals = [
    decal("+y", 0.25, 0.6, 2, 1.3, paint.rubber),
    decal("+y", 0.35, 2.05, 1.8, 0.12, paint.steel),
    ...[0.4, 0.95, 1.5, 2.05].map((x) => discDecal("+y", x, 2.6, 0.13, paint.ink)),
    ...[0.65, 1.85].flatMap((x) =>
      [0.8, 1.75].flatMap((y) => [discDecal("+z", x, y, 0.42, paint.rubber), discDecal("+z", x, y, 0.25, paint.iron)])
    ),
  ];
  return [
    groupByDepth([
      box([0, 0.15, 0], [2.5, 2.3, 3], paint.white, { decals }), box([0, 0, 0], [2.5, 0.15, 3.6], paint.steel),
    ]),
  ];
}

/** A tank water heater. */
export function waterHeater(): Solid[] {
  return [
    groupByDepth([
      cylinder("z", [0.9, 0.9, 0], 0.85, 4.6, paint.stone, mix(paint.stone, paint.cream, 0.4)),
      cylinder("z", [0.6, 0.9, 4.6], 0.1, 0.5, paint.clay),
      cylinder("z", [1.2, 0.9, 4.6], 0.1, 0.5, paint.denim),
    ]),
  ];
}

/** A microwave oven. */
export function microwave(): Solid[] {
  return [
    box([0, 0, 0], [1.8, 1.3, 1], paint.iron, {
      decals: [decal("+y", 0.1, 0.12, 1.15, 0.76, paint.rubber), decal("+y", 1.35, 0.15, 0.35, 0.7, paint.steel)],
    }),
  ];
}

/** A tube television of the last century. */
export function tubeTelevision(): Solid[] {
  return [
    box([0, 0, 0], [2.3, 1.9, 1.9], paint.rubber, {
      decals: [
        decal("+y", 0.2, 0.35, 1.6, 1.35, "#7D9C98", true),
        decal("+y", 0.2, 1, 0.9, 0.7, "#93B0AB", true),
        discDecal("+y", 2.05, 1.4, 0.1, paint.steel),
        discDecal("+y", 2.05, 1, 0.1, paint.steel),
      ],
    }),
  ];
}

/** A desktop monitor. */
export function monitor(): Solid[] {
  return [
    groupByDepth([
      box([0.55, 0.1, 0], [0.7, 0.6, 0.08], paint.ink),
      box([0.8, 0.3, 0.08], [0.2, 0.12, 0.4], paint.ink),
      box([0, 0.32, 0.4], [1.8, 0.14, 1.15], paint.rubber, {
        decals: [
          decal("+y", 0.08, 0.08, 1.64, 0.99, "#7FA8A8", true), decal("+y", 0.08, 0.08, 0.6, 0.99, "#93BABA", true),
        ],
      }),
    ]),
  ];
}

/** A computer tower. */
export function tower(): Solid[] {
  return [
    box([0, 0, 0], [0.7, 1.5, 1.5], paint.rubber, {
      decals: [decal("+y", 0.1, 1.1, 0.5, 0.18, paint.steel), discDecal("+y", 0.35, 0.8, 0.08, paint.leaf)],
    }),
  ];
}

/** An office copier. */
export function printer(): Solid[] {
  return [
    groupByDepth([
      box([0, 0, 0], [2.2, 2, 2.4], paint.stone, {
        decals: [
          decal("+y", 0.15, 0.2, 1.9, 0.55, paint.white),
          decal("+y", 0.15, 0.9, 1.9, 0.55, paint.white),
          decal("+y", 0.8, 0.5, 0.6, 0.1, paint.iron),
          decal("+y", 0.8, 1.2, 0.6, 0.1, paint.iron),
        ],
      }),
      box([0.1, 0.1, 2.4], [2, 1.6, 0.7], paint.iron, { decals: [decal("+y", 0.2, 0.15, 1.2, 0.3, paint.cream)] }),
    ]),
  ];
}

/** An air conditioner for outdoors. */
export function airConditioner(): Solid[] {
  const slats = Array.from({ length: 7 }, (_, i) => [
    decal("+y", 0.2, 0.3 + i * 0.32, 2.1, 0.14, paint.iron), decal("+x", 0.2, 0.3 + i * 0.32, 2.1, 0.14, paint.iron),
  ]).flat();
  return [
    groupByDepth([
      box([0, 0, 0], [2.5, 2.5, 2.7], paint.steel, { decals: slats }),
      disc("z", [1.25, 1.25, 2.71], 0.95, paint.iron),
      disc("z", [1.25, 1.25, 2.72], 0.35, paint.steel),
    ]),
  ];
}
