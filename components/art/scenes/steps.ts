import { at, translate } from "../assembly";
import { box, decal } from "../box";
import { mix, paint } from "../palette";
import { fridge, stove } from "../parts/appliances";
import { ground, room, window } from "../parts/building";
import { dresser, mattressUpright, sofa } from "../parts/furniture";
import { bag, carton, plasterDebris, trashCart } from "../parts/junk";
import { person } from "../parts/person";
import { wheelbarrow } from "../parts/vehicles";
import { views, type Scene } from "../scene";
import type { Solid } from "../solid";
import { boards } from "./categories";
import { bender, carrier, crew, handshake, pointer, pusher, sweeper } from "./crew";
import { backRoom, cabinet, kitchen, sledgehammer } from "./special";

// The steps of jobs as a story: pictures of one place, one for each step of the service's page.

const SIZE = [640, 480] as const;
const Z = 0.08;

/** Cabinets along the back wall, from the corner to x. */
function cabinets(to: number): Solid[] {
  const out: Solid[] = [];
  for (let x = 0.2; x + 2.2 <= to; x += 2.3)
    out.push(...at(x, 0.1, Z, cabinet([2.2, 2, 2.9])), ...at(x, 0.1, 4.9, cabinet([2.2, 1.2, 2.7])));
  return [...out, box([0.1, 0.1, 2.98], [to - 0.1, 2.3, 0.2], paint.stone)];
}

/** A sheet on the floor. */
function sheet(x: number, y: number, width: number, depth: number): Solid {
  return box([x, y, Z], [width, depth, 0.05], mix(paint.white, paint.teal, 0.15), { shadowless: true, receives: ["z"] });
}

function taped(): Solid[] {
  const line = mix(paint.clay, paint.rust, 0.3);
  return [
    ...cabinets(16.4),
    box([0, 7.4, Z], [12, 0.35, 0.03], line, { shadowless: true }),
    box([12, 2.5, Z], [0.35, 5.25, 0.03], line, { shadowless: true }),
    ...bender([11.4, 9.2, Z], 170),
    ...person([5, 10, Z], { looks: 200, shirt: paint.teal, trousers: paint.stone, hands: [[-0.6, 0.3, 3], [0.7, 1.7, 4.4]] }),
  ];
}

function shutOff(): Solid[] {
  return [
    ...cabinets(16.4),
    ...person([8, 4.4, Z], {
      looks: 180, shirt: paint.denim, trousers: paint.iron, cap: paint.denim,
      hands: [[-0.45, 1.75, 1.3], [0.45, 1.75, 1.3]], stride: 0.5, lean: 52, crouch: 0.6,
    }),
    box([10.4, 5, Z], [2.2, 1.1, 1], paint.rust),
    box([11.2, 5.4, 1.08], [0.6, 0.2, 0.4], paint.ink),
    ...carrier([13.4, 10, Z], 130, { hands: [[-0.75, 0.2, 2.75], [0.75, 0.2, 2.75]], stride: 0 }),
  ];
}

function covered(): Solid[] {
  return [
    ...cabinets(16.4),
    sheet(2, 6, 15, 4),
    sheet(2, 10, 4, 4),
    box([0.1, 6.6, 2.4], [0.1, 6, 5.4], mix(paint.white, paint.teal, 0.12), { shadowless: true }),
    ...bender([9, 11.4, Z], 150),
    ...carrier([4, 8.4, Z], 60, { skin: paint.skinDark }),
  ];
}

function apart(): Solid[] {
  return [
    ...cabinets(7.2),
    ...person([10, 4.4, Z], {
      ...crew, looks: 120, hands: [[-0.2, 1, 5], [0.5, 0.9, 4.2]], stride: 0.9, holds: sledgehammer(),
    }),
    ...at(12.6, 3.4, Z, cabinet([2.2, 2, 2.9])),
    ...at(9, 9.6, Z, plasterDebris()),
    ...bender([5.4, 9.4, Z], 260, { skin: paint.skinDark }),
  ];
}

function hauled(): Solid[] {
  return [
    ...at(6, 6.4, Z, wheelbarrow(), "+x"),
    ...pusher([3.8, 7.6, Z], 270),
    ...sweeper([12.4, 6.4, Z], 60, { skin: paint.skinDark }),
  ];
}

/** A rental unit whose refrigerator and stove belong to the building. */
function unit(): Solid[] {
  return [
    ...ground(-1.5, -1.5, 18.5, 16),
    ...room(0, 0, 15.5, 12.5, 8.5, {
      wall: mix(paint.plaster, paint.leaf, 0.14), floor: paint.plank, floorDecals: boards(15.5, 12.5),
      backDecals: window("+y", 8.6, 3, 4.6, 3.8), leftDecals: window("+x", 6, 3, 4, 3.8),
    }),
    ...at(0.3, 0.3, Z, fridge(paint.white)),
    ...at(3.4, 0.3, Z, stove()),
  ];
}

/** What the last tenant left. */
function leftBehind(): Solid[] {
  return [
    ...at(7.4, 0.4, Z, sofa(paint.plum, 6)),
    ...at(13.8, 2.4, Z, dresser(paint.bark, 3.6), "-x"),
    ...at(0.3, 4.4, Z, mattressUpright(5, 4.6), "+x"),
    ...at(1.4, 10, Z, bag()),
    ...at(12.4, 9.6, Z, carton()),
    ...at(12.5, 9.7, 1.38, carton(1.4, 1.2, 1.1)),
  ];
}

const manager = { shirt: paint.denim, trousers: paint.ink, skin: paint.skinLight };

function listed(): Solid[] {
  return [
    ...leftBehind(),
    box([1, 2.95, 4.2], [1.2, 0.05, 1.2], paint.mustard, { shadowless: true, decals: [decal("+y", 0.2, 0.5, 0.8, 0.14, paint.ink)] }),
    ...person([6, 7.6, Z], { ...manager, looks: 150, hands: [[-0.5, 0.35, 3.1], [0.7, 1.75, 4.7]] }),
  ];
}

function approved(): Solid[] {
  return [...leftBehind(), ...handshake([5.4, 8, Z], { skin: paint.skinDark })];
}

function clearedOut(): Solid[] {
  return [
    ...at(13.8, 2.4, Z, dresser(paint.bark, 3.6), "-x"),
    ...at(6.4, 6, 2.4, sofa(paint.plum, 5.4)),
    ...carrier([5.4, 7.2, Z], 270),
    ...carrier([12.8, 7.2, Z], 90, { skin: paint.skinDark }),
  ];
}

function lockedUp(): Solid[] {
  return [
    ...sweeper([11.6, 5, Z], 60, { skin: paint.skinDark }),
    ...person([5.4, 8.6, Z], { ...crew, looks: 290, hands: [[-0.75, 0.2, 2.75], [0.2, 1.5, 3.9]] }),
    ...person([8.6, 8.4, Z], { ...manager, looks: 90, hands: [[-0.75, 0.2, 2.75], [0, 1.5, 3.8]] }),
  ];
}

const owner = { shirt: paint.mustard, trousers: paint.stone };

function planChosen(): Solid[] {
  return [...person([6, 6, Z], { ...owner, looks: 190, hands: [[-0.75, 0.2, 2.75], [0.6, 1.7, 5.2]] })];
}

function visited(): Solid[] {
  return [
    ...at(0.4, 5.4, Z, bag()),
    ...pointer([10, 6.6, Z], 150),
    ...person([6.4, 7.4, Z], { ...owner, looks: 250, hands: [[-0.5, 0.3, 3], [0.5, 0.3, 3]] }),
  ];
}

function pickedUp(): Solid[] {
  return [
    ...at(6.4, 7.2, Z, trashCart(paint.mustard), "+x"),
    ...pusher([4.4, 8.2, Z], 270),
    ...carrier([10.6, 5, Z], 0, { skin: paint.skinDark }),
    ...translate(carton(1.8, 1.5, 1.2), [9.7, 5.8, 2.6]),
  ];
}

/** Named after the service's scene, with "-step-one" and so on appended. */
export const steps: Record<string, Scene> = {
  ...views(SIZE, kitchen, {
    "light-demolition-step-one": ["Tape on a kitchen floor marks where the work stops; its owner and a crew member look.", taped],
    "light-demolition-step-two": ["A plumber shuts off the water under the counter of a kitchen while the crew waits.", shutOff],
    "light-demolition-step-three": ["Plastic over the opening and sheets on the floor of a kitchen that the crew is covering.", covered],
    "light-demolition-step-four": ["A crew member swings a sledgehammer at the cabinets, and another picks up plaster.", apart],
    "light-demolition-step-five": ["A wheelbarrow of debris leaves a bare kitchen, and a crew member sweeps behind it.", hauled],
  }),
  ...views(SIZE, unit, {
    "real-estate-property-management-step-one": ["A manager points at the refrigerator that stays in a unit full of a tenant’s things.", listed],
    "real-estate-property-management-step-two": ["The manager and a crew member shake hands on the price in the same unit.", approved],
    "real-estate-property-management-step-three": ["Two crew members carry the sofa out of the unit.", clearedOut],
    "real-estate-property-management-step-four": ["The empty unit, swept, and its key handed back to the manager.", lockedUp],
  }),
  ...views(SIZE, backRoom, {
    "subscription-junk-removal-step-one": ["The owner of a shop points at a day on the calendar in the back room.", planChosen],
    "subscription-junk-removal-step-two": ["A crew member and the owner walk through the back room to see what piles up.", visited],
    "subscription-junk-removal-step-three": ["The crew rolls a cart and carries a box out of the back room on its usual day.", pickedUp],
  }),
};
