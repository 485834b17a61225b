import { at, translate } from "../assembly";
import { box, decal } from "../box";
import { mix, paint } from "../palette";
import { monitor, washer } from "../parts/appliances";
import { ground, shrub, slabs } from "../parts/building";
import { desk } from "../parts/furniture";
import { carton } from "../parts/junk";
import { mailbox } from "../parts/outdoor";
import { person } from "../parts/person";
import { scene, type Scene } from "../scene";
import type { Solid } from "../solid";
import { carrier, crew } from "./crew";
import { clipboard } from "./pages";
import { rolledOff } from "./streets";

const concrete = mix(paint.concrete, paint.cream, 0.3);
const pale = mix(paint.cardboard, paint.cream, 0.22);

/** One of the company, at work on a piece of ground of 7 ft by 6 ft. */
function portrait(alt: string, things: () => Solid[], floor = concrete): Scene {
  return scene(alt, [480, 440], () => [
    ...ground(0, 0, 7, 6, floor === concrete ? slabs(0, 0, 7, 6, 3, concrete) : [], floor), ...things(),
  ]);
}

/** People of the company, in place of photographs. */
export const people: Record<string, Scene> = {
  "about-owner": portrait("The owner stands by the mailbox with her price list on a clipboard.", () => [
    ...at(5.4, 0.8, 0, mailbox()),
    ...shrub(1.2, 1.2, 0.8),
    ...person([3.4, 3.2, 0], {
      looks: 340, shirt: paint.forest, trousers: paint.stone, hands: [[-0.4, 0.95, 3.4], [0.45, 1, 3.6]],
      holds: translate(clipboard(), [0, 1, 3.2]),
    }),
  ], paint.grass),
  "about-carrier": portrait("A worker carries a moving box off the driveway.", () => [
    ...at(0.5, 0.5, 0, carton(2.2, 1.8, 1.8)),
    ...at(0.7, 0.6, 1.8, carton(1.7, 1.5, 1.2, pale)),
    ...at(3, 0.5, 0, carton(1.6, 1.6, 1.4, pale)),
    ...carrier([4.2, 3.6, 0], 335, { holds: translate(carton(2, 1.5, 1.4), [-1, 0.75, 2.7]) }),
  ]),
  "about-roller": portrait("A worker rolls a washer along on a hand truck.", () => [
    ...rolledOff(3.6, 3.1, 0, washer(), paint.skinDark),
  ]),
  "about-caller": portrait("The dispatcher answers the phone at a desk with a screen.", () => [
    ...at(0.5, 0.4, 0, desk()),
    ...at(1, 0.7, 2.46, monitor()),
    box([3.6, 1.2, 2.46], [1, 0.8, 0.06], paint.white, { decals: [decal("+z", 0.15, 0.15, 0.7, 0.08, paint.iron)] }),
    ...person([3.2, 4.4, 0], {
      shirt: crew.shirt, trousers: paint.denim, looks: 330, hands: [[-0.75, 0.2, 2.75], [0.5, 0.25, 5.05]],
      holds: [box([0.42, 0.3, 4.9], [0.16, 0.16, 0.7], paint.ink)],
    }),
  ], mix(paint.plank, paint.cream, 0.35)),
};
