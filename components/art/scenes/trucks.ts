import { at, type Front, full, plain } from "../assembly";
import { mix, paint } from "../palette";
import { airConditioner, fridge, washer } from "../parts/appliances";
import { ground, slabs } from "../parts/building";
import { armchair, boxSpring, dresser, filingCabinet, mattressUpright } from "../parts/furniture";
import { bag, carton } from "../parts/junk";
import { LOAD, REAR, truck } from "../parts/vehicles";
import { type Scene, views } from "../scene";
import type { Solid } from "../solid";

/** How much of the truck is taken. */
type Fill = "empty" | "xs" | "quarter" | "half" | "three-quarter" | "full";

/**
 * The things on the truck at each price, from the bulkhead backwards, in truck coordinates. Each step from a quarter on
 * keeps what the last one held.
 */
export function load(fill: Fill): Solid[] {
  switch (fill) {
    case "empty":
      return [];
    case "xs":
      return [...stow(0.3, 1.4, 0, armchair(paint.mustard)), ...stow(0.5, 4.8, 0, carton()), ...stow(2.2, 5, 0, bag())];
    case "quarter":
      return quarter();
    case "half":
      return [...quarter(), ...second()];
    case "three-quarter":
      return [...quarter(), ...second(), ...third()];
    case "full":
      return [...quarter(), ...second(), ...third(), ...rear()];
  }
}

/** Puts a part on the truck, at a distance from the front end, the far side and the floor of its load. */
export function stow(x: number, y: number, z: number, part: readonly Solid[], front: Front = "+y"): Solid[] {
  return at(LOAD.x + x, LOAD.y + y, LOAD.z + z, part, front);
}

export const pale = mix(paint.cardboard, paint.cream, 0.22);

function quarter(): Solid[] {
  return [
    ...full([...stow(0.1, 0.1, 0, fridge()), ...stow(0.2, 0.3, 5.6, carton(2.2, 1.6, 1))]),
    ...plain([...stow(0.1, 0.1, 0, carton(2.6, 2.6, 2.9)), ...stow(0.2, 0.3, 2.9, carton(2.4, 2.2, 2.3, pale))]),
    ...stow(0.2, 3.05, 0, washer()),
    ...stow(0.2, 3.1, 3, carton(2.6, 1.9, 1.5)),
    ...stow(0.3, 3.1, 4.5, carton(2.3, 1.8, 1.4, pale)),
    ...stow(0.2, 5.4, 0, carton(2.8, 1.4, 1.7)),
    ...stow(0.3, 5.45, 1.7, carton(2.5, 1.3, 1.5, pale)),
    ...stow(0.3, 5.5, 3.2, carton(2.2, 1.3, 1.3)),
    ...stow(0.6, 5.4, 4.5, bag()),
  ];
}

function second(): Solid[] {
  return [
    ...full(stow(3.35, 0.05, 0, mattressUpright(3.6, 6.3))),
    ...stow(3.4, 1, 0, dresser(paint.wood, 3.5)),
    ...stow(3.5, 1.05, 3, carton(3.3, 1.5, 1.6)),
    ...stow(3.6, 1.05, 4.6, carton(3, 1.5, 1.5, pale)),
    ...stow(3.4, 3.3, 0, armchair(paint.rust)),
    ...stow(3.5, 3.3, 3, carton(3, 2, 1.5, pale)),
    ...stow(3.6, 3.4, 4.5, bag()),
    ...stow(5.3, 3.4, 4.5, bag()),
    ...stow(3.4, 6.2, 0, carton(3.4, 0.6, 3)),
  ];
}

function third(): Solid[] {
  return [
    ...full(stow(7.1, 0.05, 0, boxSpring())),
    ...stow(7.2, 0.8, 0, washer()),
    ...stow(7.3, 0.9, 3, carton(2.2, 1.9, 1.6)),
    ...stow(7.3, 1, 4.6, carton(2, 1.8, 1.5, pale)),
    ...stow(7.2, 3.3, 0, airConditioner()),
    ...stow(7.3, 3.4, 2.7, carton(2.3, 1.9, 1.7, pale)),
    ...stow(7.4, 3.4, 4.4, carton(2.1, 1.8, 1.4)),
    ...stow(9.8, 0.8, 0, filingCabinet()),
    ...stow(9.8, 0.9, 4.2, carton(1.4, 1.7, 1.5)),
    ...stow(7.2, 5.6, 0, carton(2.6, 1.2, 1.9)),
    ...stow(7.3, 5.65, 1.9, carton(2.3, 1.1, 1.6, pale)),
    ...stow(7.4, 5.5, 3.5, bag()),
  ];
}

function rear(): Solid[] {
  return [
    ...full([...stow(11.4, 0.8, 0, fridge(paint.white)), ...stow(11.4, 0.9, 5.6, carton(2.4, 1.6, 1))]),
    ...plain([...stow(11.4, 0.8, 0, carton(2.6, 2.6, 2.9)), ...stow(11.4, 0.9, 2.9, carton(2.4, 2.2, 2.3, pale))]),
    ...stow(10.6, 3.75, 0, dresser(paint.bark, 3.6)),
    ...stow(10.7, 3.8, 3, carton(1.8, 1.6, 1.6)),
    ...stow(12.6, 3.8, 3, carton(1.6, 1.6, 1.5, pale)),
    ...stow(10.8, 3.8, 4.6, carton(3, 1.5, 1.4)),
    ...stow(10.4, 5.6, 0, carton(1.9, 1.3, 1.9, pale)),
    ...stow(10.5, 5.6, 1.9, carton(1.7, 1.2, 1.7)),
    ...stow(10.4, 5.5, 3.6, bag()),
    ...stow(12.5, 5.6, 0, carton(1.8, 1.2, 2.1)),
    ...stow(12.5, 5.4, 2.1, bag()),
  ];
}

/** The truck with its rear door rolled up and room behind the first pieces. */
export function loadingTruck(): Solid[] {
  const from = LOAD.length - REAR + 0.4;
  return truck(
    [
      ...stow(from, 0.1, 0, carton(2.4, 2.4, 3.4)),
      ...stow(from, 2.9, 0, carton(2, 1.8, 1.6, pale)),
      ...stow(from, 3, 1.6, carton(1.7, 1.5, 1.3)),
      ...stow(from + 0.2, 4.9, 0, bag()),
    ],
    "open",
  );
}

/** The truck with its rear door rolled up: packed to the roof. */
export function loadedTruck(): Solid[] {
  const from = LOAD.length - REAR + 0.4;
  return truck(
    [
      ...full(stow(from, 0.1, 0, mattressUpright(4.4, 6.3), "+x")),
      ...stow(from + 0.9, 0.2, 0, carton(1.8, 2, 1.9)),
      ...stow(from + 0.9, 0.3, 1.9, carton(1.7, 1.8, 1.6, pale)),
      ...stow(from + 0.9, 2.4, 0, carton(1.7, 1.9, 2.3, pale)),
      ...stow(from + 1, 2.6, 2.3, bag()),
      ...stow(from, 4.7, 0, carton(1.9, 1.9, 2)),
      ...stow(from, 4.8, 2, carton(1.8, 1.7, 1.7, pale)),
      ...stow(from + 0.1, 4.9, 3.7, carton(1.5, 1.4, 1.3)),
      ...stow(from, 5, 5, bag()),
    ],
    "open",
  );
}

const SIZE = [480, 360] as const;

function emptyTruck(): Solid[] {
  const pad = mix(paint.concrete, paint.cream, 0.25);
  return [...ground(-1.4, -2.6, 26.8, 13.2, slabs(0, 0, 26.8, 13.2, 6.7, pad), pad), ...truck()];
}

/** The part of the load space that is taken, in boxes alone: for a list whose things are not the drawn ones. */
function volume(rows: number, high = 3): Solid[] {
  const [length, width, height] = [LOAD.length / 8, LOAD.width / 3, (LOAD.height - 0.6) / 3];
  const boxes: Solid[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < 3; column++)
      for (let level = 0; level < high; level++)
        boxes.push(
          ...stow(
            row * length + 0.1, column * width + 0.1, level * height,
            carton(length - 0.16, width - 0.16, height, (row + column + level) % 2 ? pale : paint.cardboard),
          ),
        );
  return boxes;
}

/** The truck at each price; only the load differs. */
export const trucks: Record<string, Scene> = views(SIZE, emptyTruck, {
  "truck-empty": ["The {truck} before the first pickup, with nothing on it yet.", () => load("empty")],
  "truck-xs": ["The {truck} with an armchair, a box, and a bag: a small load.", () => load("xs")],
  "truck-quarter": [
    "The {truck} a quarter full, with a fridge, a washer, and boxes at the front.", () => load("quarter"),
  ],
  "truck-half": [
    "The {truck} half full, with a dresser, a mattress, and an armchair behind the appliances.", () => load("half"),
  ],
  "truck-three-quarter": [
    "The {truck} three quarters full, with a box spring and file cabinets behind the armchair.",
    () => load("three-quarter"),
  ],
  "truck-full": ["The {truck} full from front to rear with furniture, appliances, and boxes.", () => load("full")],
  "volume-xs": ["The {truck} with one row of boxes at the front of its bed.", () => volume(1, 1)],
  "volume-one-eighth": ["The {truck} with one row of boxes to the top.", () => volume(1)],
  "volume-quarter": ["The {truck} with boxes to the top in a quarter of its bed.", () => volume(2)],
  "volume-three-eighths": ["The {truck} with three rows of boxes to the top.", () => volume(3)],
  "volume-half": ["The {truck} with boxes to the top in half of its bed.", () => volume(4)],
  "volume-five-eighths": ["The {truck} with boxes to the top in more than half of its bed.", () => volume(5)],
  "volume-three-quarters": ["The {truck} with boxes to the top in three quarters of its bed.", () => volume(6)],
  "volume-seven-eighths": ["The {truck} with boxes to the top and one row free at the rear.", () => volume(7)],
  "volume-full": ["The {truck} with boxes to the top from front to rear.", () => volume(8)],
});
