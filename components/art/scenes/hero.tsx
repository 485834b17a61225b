import { at, flatten, full, groupInOrder, rotate, shadowless, translate, withCrew } from "../assembly";
import { box, decal } from "../box";
import { mix, paint, type Paint } from "../palette";
import { bricks, door, gable, ground, oak, room, shrub, slabs, window } from "../parts/building";
import { dresser, shelving, sofa } from "../parts/furniture";
import { bookcase, exerciseBike, trunk } from "../parts/household";
import { bag, carton, tub } from "../parts/junk";
import { only, truck } from "../parts/vehicles";
import { kayak, umbrellaTable, workbench } from "../parts/yard";
import { panel } from "../prism";
import { scene, type Scene } from "../scene";
import type { Solid } from "../solid";
import { cosine, type Vec } from "../vector";
import { Picture } from "../Picture";
import { carrier, loner } from "./crew";
import { pale, stow } from "./trucks";

const COS45 = cosine(45);

function house(): Solid[] {
  const [x, y, w, d, h] = [-13.3, -15.5, 12.7, 12, 8.5];
  return [
    box([x, y, 0], [w, d, h], paint.brick, {
      receives: ["y"],
      decals: [
        ...bricks("+y", w, h),
        ...door("+y", 6.6, 0.3),
        ...window("+y", 1.2, 2.6, 4.2, 4.2),
        decal("+y", 0, 0, w, 0.5, paint.stone),
      ],
    }),
    box([x + 5.9, y + d, 0], [4.4, 2.2, 0.3], paint.concrete),
    ...gable([x, y, h], w, d, 3.6, paint.shingle, paint.brick),
  ];
}

function garage(): Solid[] {
  const [w, d, h] = [19, 15, 9];
  const full: Solid[] = [
    ...at(0.4, -14.8, 0.08, shelving(5, 1.7)),
    ...at(0.6, -14.6, 0.4, carton(1.4, 1.2, 1.1)),
    ...at(2.4, -14.6, 0.4, carton(1.8, 1.2, 1.3)),
    ...at(0.7, -14.6, 2.1, carton(1.9, 1.2, 1.2)),
    ...at(0.6, -14.6, 3.9, carton(1.4, 1.2, 1)),
    ...at(1, -14.6, 5.7, carton(2.4, 1.2, 1.2)),
    ...at(0.3, -12.8, 0.08, workbench(), "+x"),
    ...at(0.4, -7.2, 0.08, carton(2, 1.8, 1.6)),
    ...at(0.5, -7.1, 1.68, carton(1.6, 1.5, 1.2)),
    ...at(0.4, -5, 0.08, tub()),
    ...at(6.2, -14.4, 0.08, kayak()),
    ...at(3.6, -11.6, 0.08, umbrellaTable()),
    ...at(0.5, -2.6, 0.08, bag()),
  ];
  return [
    ...room(0, -15, w, d, h, {
      outside: paint.brick,
      floor: mix(paint.concrete, paint.cream, 0.35),
      backDecals: [...window("+y", 12, 3.6, 4.4, 3.2)],
    }),
    box([w - 0.5, -15, 0], [0.5, 15, 0.9], paint.brick, {
      decals: [decal("+z", 0, 0, 0.5, 15, paint.cream), ...bricks("+x", 15, 0.9)],
    }),
    ...full,
  ];
}

/** Half a truck of what was in the house and the garage. */
function halfLoad(): Solid[] {
  return [
    ...stow(0.1, 0.1, 0, bookcase()),
    ...stow(0.2, 1.4, 0, trunk()),
    ...stow(0.3, 1.5, 1.7, carton(2.7, 1.7, 1.9)),
    ...stow(0.4, 1.5, 3.6, carton(2.4, 1.5, 1.6, pale)),
    ...stow(0.2, 3.5, 0, exerciseBike()),
    ...stow(0.2, 5, 0, carton(2.9, 1.7, 1.8)),
    ...stow(0.4, 5.1, 1.8, tub(paint.teal)),
    ...stow(3.7, 0.2, 0, dresser(paint.wood, 3.4)),
    ...stow(3.8, 0.3, 3, carton(2.9, 1.5, 1.8)),
    ...stow(4, 0.4, 4.8, carton(2.4, 1.3, 1.3, pale)),
    ...stow(3.8, 2.4, 0, carton(3.1, 1.8, 2.1)),
    ...stow(3.9, 2.5, 2.1, carton(2.7, 1.6, 1.6, pale)),
    ...stow(3.9, 2.5, 3.7, bag()),
    ...stow(3.7, 5, 0, tub(paint.denim)),
    ...stow(3.7, 5, 1.32, tub(paint.mustard)),
    ...stow(5.9, 5.1, 0, bag()),
  ];
}

function drawing(): Solid[] {
  const [gx, gy, gw, gd] = [-14.5, -17, 42, 37.5];
  const court = slabs(6, 17, 36, 17.5, 6);
  const walk = slabs(7.7, 14, 3.2, 3, 3.2);
  return [
    ...ground(gx, gy, gw, gd, [...court, ...walk]),
    ...house(),
    ...garage(),
    ...oak(23.4, -9.4, 4.4),
    ...shrub(21.2, -3.2, 1),
    ...shrub(23.6, -2.2, 0.8, paint.foliage),
    ...shrub(-12, -2.2, 1.1),
    ...shrub(-9.6, -2, 0.85, paint.foliage),
    ...translate(truck(halfLoad()), [-7.5, 7.8, 0]),
    // On the way to the truck, and waiting beside it.
    ...full([
      ...at(11.4, -0.2, 2.6, sofa(paint.teal, 6)), ...carrier([10.3, 1.4, 0], 285, { skin: paint.skinDark }),
      ...carrier([18.5, 1.4, 0], 75),
    ]),
    ...loner([14.4, 1.4, 0], 20),
    ...at(19.4, 8.4, 0, carton(1.9, 1.7, 1.5)),
    ...at(19.6, 8.6, 1.5, carton(1.4, 1.2, 1)),
    ...at(21.4, 9.4, 0, bag()),
  ];
}

/**
 * The truck from its side on a street, and two of the crew who carry a sofa past it: x to the right, y toward us. They
 * are in the left two fifths, twice as wide as high; the street goes on to the right.
 */
function side(plain: boolean): { solids: Solid[]; fitTo: Solid[] } {
  const place = (x: number, y: number, z = 0): Vec => [(x + y) * COS45, (y - x) * COS45, z];
  const turned = (parts: readonly Solid[]) => rotate(flatten(parts), -45);
  const strip = (far: number, near: number, tint: Paint, left = -9, right = 90): Solid =>
    panel([place(left, far), place(right, far), place(right, near), place(left, near)], [0, 0, 1], tint);
  const carried = (x: number): Solid[] => [
    ...full([
      ...turned(at(x + 1, 10.4, 2.4, sofa(paint.teal, 6))), ...carrier(place(x, 12), 242, { skin: paint.skinDark }),
      ...carrier(place(x + 7.9, 12), 28),
    ]),
    ...loner(place(x + 4, 12), 62),
  ];
  const solids = groupInOrder([
    strip(-3, 8.6, mix(paint.asphalt, paint.stone, 0.35)),
    strip(8.6, 9.4, mix(paint.concrete, paint.ink, 0.12)),
    { ...strip(9.4, 20, mix(paint.concrete, paint.cream, 0.3)), receives: ["z"] },
    strip(1.4, 8, mix(paint.asphalt, paint.ink, 0.15), 1.2, 22.4),
    ...turned(shadowless(truck(halfLoad()))),
    ...only(["box", "bed"], carried(10.6)),
    ...only(["trailer"], carried(2.6)), // else the sofa hides its wheels
  ]);
  return {
    solids: withCrew(!plain, [solids]),
    fitTo: [
      panel([place(-6.3, 0, 11.2), place(84.9, 0, 11.2), place(84.9, 15), place(-6.3, 15)], [1, 1, 1], paint.cream),
    ],
  };
}

const alt = "Two crew members carry a sofa to a {truck} that is already half full of furniture and boxes.";

/** The home page: a garage half cleared, and the truck half full. */
export const hero = scene(alt, [1200, 860], drawing);

/** What its first screen shows instead: phones the left two fifths, desktops a street from edge to edge. */
export const heroStreet: Scene = {
  alt: "Two crew members carry a sofa along the street, past a {truck} that is already half full.",
  width: 1800,
  height: 360,
  draw: (plain = false) => <Picture width={1800} height={360} {...side(plain)} />,
};
