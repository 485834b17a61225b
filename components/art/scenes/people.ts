import { at } from "../assembly";
import { mix, paint } from "../palette";
import { ground, slabs } from "../parts/building";
import { desk } from "../parts/furniture";
import { laptop } from "../parts/household";
import { carton } from "../parts/junk";
import { person } from "../parts/person";
import { handTruck } from "../parts/vehicles";
import { scene, type Scene } from "../scene";
import type { Solid } from "../solid";
import { crew, sweeper } from "./crew";

// Portraits of the sample company's people, up close. A photograph of the same name replaces each.

const floor = mix(paint.concrete, paint.cream, 0.4);

function portrait(alt: string, solids: () => Solid[]): Scene {
  return scene(alt, [320, 320], () => [...ground(0, 0, 5.4, 5.4, slabs(0, 0, 5.4, 5.4, 2.7, floor), floor), ...solids()]);
}

/** Everybody on "/about" by the name of their picture. */
export const people: Record<string, Scene> = {
  "crew-luis": portrait("A crew lead with his hand truck, waving.", () => [
    ...person([2.4, 3.2, 0], { ...crew, looks: 330, hands: [[-0.75, 0.2, 2.75], [1.2, 0.4, 6]] }),
    ...at(3.6, 0.8, 0, handTruck()),
  ]),
  "crew-tasha": portrait("A crew lead with her broom on a swept floor.", () => [
    ...sweeper([2.6, 2, 0], 330, { skin: paint.skinDark }),
  ]),
  "crew-ben": portrait("The dispatcher at his desk, a laptop in front of him.", () => [
    ...person([2.6, 1.2, 0], {
      looks: 350, shirt: paint.teal, trousers: paint.denim, hands: [[-0.5, 1.3, 3.1], [0.5, 1.3, 3.1]],
    }),
    ...at(0.4, 2.4, 0, desk(paint.wood)),
    ...at(2, 2.8, 2.46, laptop()),
    ...at(0.7, 2.7, 2.46, carton(1, 0.9, 0.8)),
  ]),
};
