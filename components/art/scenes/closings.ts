import { at, translate } from "../assembly";
import { decal } from "../box";
import { mix, paint } from "../palette";
import { door, ground, oak, room, shrub, window } from "../parts/building";
import { plant } from "../parts/furniture";
import { mailbox } from "../parts/outdoor";
import { person } from "../parts/person";
import { truck } from "../parts/vehicles";
import { scene, type Scene } from "../scene";
import type { Solid } from "../solid";
import { boards } from "./categories";
import { street } from "./streets";

const SIZE = [900, 520] as const;

function truckDrivingOff(): Solid[] {
  return [
    ...ground(-8, -6, 46, 28, street(15, 46, 11)),
    ...oak(28, -1, 4.6),
    ...shrub(2, 0, 1.2),
    ...shrub(5, -0.6, 0.9, paint.foliage),
    ...shrub(17, 0.4, 1),
    ...at(22.4, 6.4, 0, mailbox()),
    ...translate(truck([], "shut"), [-4, 10.6, 0]),
    ...person([27.4, 5.4, 0], {
      shirt: paint.teal, trousers: paint.denim, looks: 250, hands: [[-0.75, 0.2, 2.75], [1.45, 0.2, 6.2]],
    }),
  ];
}

function emptyRoom(): Solid[] {
  const [w, d] = [20, 13];
  const light = mix(paint.plank, paint.cream, 0.55);
  return [
    ...ground(-1.5, -1.5, w + 3, d + 3.5),
    ...room(0, 0, w, d, 8.5, {
      wall: mix(paint.plaster, paint.mustard, 0.12),
      floor: paint.plank,
      floorDecals: [...boards(w, d), decal("+z", 4.4, 2.6, 4.2, 4.6, light), decal("+z", 12.6, 2.6, 4.2, 4.6, light)],
      backDecals: [...window("+y", 4, 2.6, 4.6, 4.4), ...window("+y", 12.4, 2.6, 4.6, 4.4)],
      leftDecals: door("+x", 7.6, 0.1, 3, 6.8, paint.leaf),
    }),
    ...at(17.8, 0.6, 0.08, plant()),
  ];
}

/** The ends of pages whose own picture would repeat their first screen. */
export const closings: Record<string, Scene> = {
  "truck-driving-off": scene(
    "The truck drives off down a clean street, and a customer waves from the curb.", SIZE, truckDrivingOff,
  ),
  "empty-room": scene("An empty room with a swept floor, and light from two windows on it.", SIZE, emptyRoom),
};
