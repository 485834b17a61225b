import { at } from "../assembly";
import { box, decal, type Decal } from "../box";
import { mix, paint, type Paint } from "../palette";
import { airConditioner, fridge, microwave, monitor, printer, stove, tower, tubeTelevision, washer, waterHeater } from "../parts/appliances";
import { ground, fenceX, fenceY, oak, room, shrub, slabs, window, door } from "../parts/building";
import { armchair, bed, boxSpring, chair, desk, dresser, lamp, mattress, mattressUpright, plant, rolledRug, rug, shelving, sofa, table, television } from "../parts/furniture";
import { bag, branches, carton, lumber, mower, openCarton, paintCan, tire, trashCart, yardBag } from "../parts/junk";
import { bench, hotTub, shed, tubCover } from "../parts/outdoor";
import { person } from "../parts/person";
import { truck } from "../parts/truck";
import { handTruck } from "../parts/vehicle";
import { spheres } from "../round";
import { views, type Scene } from "../scene";
import type { Solid } from "../solid";
import { boards } from "./categories";
import { carrier, crew, sweeper, waver } from "./crew";
import { load } from "./loads";

const SIZE = [800, 600] as const;
const Z = 0.08;

/** A room 15 ft by 12 ft on its ground, as the home scenes share it. */
function livingRoom(wall: Paint, floor: "boards" | Paint, backDecals: readonly Decal[], leftDecals: readonly Decal[] = []): Solid[] {
  return [
    ...ground(-1.5, -1.5, 18, 15.5),
    ...room(0, 0, 15, 12, 8.5, { wall, floor: floor === "boards" ? paint.plank : floor, floorDecals: floor === "boards" ? boards(15, 12) : [], backDecals, leftDecals }),
  ];
}

const blush = mix(paint.plaster, paint.rose, 0.25);
const mint = mix(paint.plaster, paint.teal, 0.2);
const honey = mix(paint.plaster, paint.mustard, 0.18);

function driveway(): Solid[] {
  return [...ground(-2, -3, 33, 21, slabs(0, 0, 33, 21, 7)), ...truck(load("quarter"))];
}

function junkRemoval(): Solid[] {
  return [
    ...at(24.6, 0.6, 0, sofa(paint.rust, 6), "+x"),
    ...at(4, 11.4, 0, carton(2, 1.8, 1.6)),
    ...at(4.2, 11.5, 1.6, carton(1.6, 1.5, 1.2)),
    ...at(6.4, 12, 0, bag()),
    ...at(9, 11.2, 0, washer()),
    ...at(8.6, 14.6, 0, tire()),
    ...at(15.4, 11, 0, dresser()),
    ...at(22, 10.6, 0, tubeTelevision()),
    ...carrier([27.6, 11.4, 0], 100),
    ...at(25.2, 10.6, 2.7, carton(1.6, 1.7, 1.2)),
    ...person([14.3, 12.3, 0], { ...crew, looks: 270, skin: paint.skinDark, hands: [[-0.6, 1.1, 2.6], [0.6, 1.1, 2.6]], stride: 0.9 }),
  ];
}

function junkRemoved(): Solid[] {
  return [
    ...load("full").slice(load("quarter").length),
    ...sweeper([12.5, 13, 0], 300, { skin: paint.skinDark }),
    ...waver([26, 13.4, 0]),
  ];
}

function sittingRoom(): Solid[] {
  return [
    ...livingRoom(mint, "boards", window("+y", 9.4, 3, 4.4, 3.8), door("+x", 8.2, 0.1, 2.8, 6.6)),
    ...at(3.4, 4.2, Z, rug(6.6, 5, paint.teal)),
    ...at(6, 0.4, Z, lamp()),
  ];
}

function furnitureRemoval(): Solid[] {
  return [
    ...at(0.4, 0.4, Z, dresser(paint.bark)),
    ...at(0.4, 3.2, Z, armchair(paint.denim), "+x"),
    ...at(4.6, 4.6, 2.4, sofa(paint.mustard, 5.6)),
    ...carrier([3.6, 6.1, Z], 270),
    ...carrier([11.3, 6.1, Z], 90, { skin: paint.skinDark }),
    ...at(9.4, 0.4, Z, table(4.4, 2.6)),
    ...at(13.2, 5.2, Z, chair(), "+x"),
    ...at(11.6, 9.2, Z, chair()),
    ...at(3, 10.2, Z, rolledRug(5)),
  ];
}

function furnitureRemoved(): Solid[] {
  return [...at(13, 0.5, Z, plant()), ...sweeper([11.6, 7.4, Z], 30)];
}

function kitchen(): Solid[] {
  const tiles: Decal[] = [];
  for (let u = 1.5; u < 15; u += 1.5) tiles.push(decal("+z", u, 0, 0.06, 12, paint.stone));
  for (let v = 1.5; v < 12; v += 1.5) tiles.push(decal("+z", 0, v, 15, 0.06, paint.stone));
  return [
    ...ground(-1.5, -1.5, 18, 15.5),
    ...room(0, 0, 15, 12, 8.5, { wall: mint, floor: mix(paint.white, paint.sand, 0.4), floorDecals: tiles, backDecals: [decal("+y", 0.2, 3.3, 8, 1.6, paint.white), ...window("+y", 10.2, 3.2, 3.6, 3.6)] }),
    ...at(0.2, 0.2, Z, stove()),
  ];
}

function appliancePickup(): Solid[] {
  return [
    ...at(2.8, 0.2, Z, washer()),
    ...at(5.2, 0.2, Z, washer(paint.steel)),
    ...at(2.9, 0.5, 3.08, microwave()),
    ...at(8, 0.3, Z, waterHeater()),
    ...at(0.3, 5.2, Z, fridge(paint.white), "+x"),
    ...at(0.6, 8.8, Z, airConditioner()),
    ...at(7.8, 7.6, 0.5, fridge(), "+x"),
    ...at(10.5, 8.2, Z, handTruck(), "-x"),
    ...person([12.7, 9, Z], { ...crew, looks: 90, hands: [[-0.7, 1, 3.9], [0.7, 1, 3.9]], stride: 0.8 }),
    ...at(12.4, 2, Z, carton(2, 1.8, 1.5)),
    ...at(12.6, 2.1, 1.58, carton(1.5, 1.4, 1.1)),
  ];
}

function appliancesGone(): Solid[] {
  return [
    ...at(2.8, 0.3, Z, fridge()),
    ...at(2.4, 6, Z, table(4.6, 2.8, paint.plank)),
    ...at(4, 9, Z, chair(paint.teal), "-y"),
    ...at(12.6, 0.5, Z, plant()),
    ...waver([11.4, 8, Z]),
    ...at(12.6, 8.2, Z, handTruck()),
  ];
}

function bedroom(): Solid[] {
  return [
    ...livingRoom(blush, "boards", window("+y", 9.2, 3, 4.6, 3.8), door("+x", 8.4, 0.1, 2.8, 6.6, paint.leaf)),
    ...at(0.3, 2.2, Z, dresser(), "+x"),
    ...at(8, 0.5, Z, lamp()),
  ];
}

function mattressDisposal(): Solid[] {
  return [
    ...at(0.3, 0.2, Z, boxSpring()),
    ...at(5.2, 5, 2, mattressUpright()),
    ...carrier([4.2, 5.8, Z], 270),
    ...carrier([13, 5.6, Z], 90, { skin: paint.skinDark }),
    ...at(11.2, 8.4, Z, openCarton()),
    ...at(2, 8.6, Z, carton()),
  ];
}

function mattressGone(): Solid[] {
  return [...at(9.4, 0.3, Z, bed()), ...at(3.4, 5.6, Z, rug(5, 4, paint.rose)), ...waver([12.2, 9.4, Z], 330)];
}

function yard(): Solid[] {
  return [...ground(-1, -1, 23, 19), ...fenceX(-0.6, -0.6, 22), ...fenceY(-0.6, -0.4, 18), ...oak(4.4, 4.2, 4.2), ...shrub(1.6, 9.4, 1, paint.foliage), ...at(17.6, 13, 0, trashCart(paint.leaf))];
}

function yardWaste(): Solid[] {
  return [
    ...at(10.4, 1, 0, branches()),
    ...at(15.2, 1.4, 0, branches(), "+x"),
    ...at(19.4, 5.4, 0, yardBag()),
    ...at(20.4, 7, 0, yardBag()),
    ...at(19, 7.4, 0, yardBag()),
    // An armful of limbs on the way out, and the leaves raked together.
    ...carrier([11.4, 11.8, 0], 270),
    ...[[12.4, 3.05], [12.8, 3.05], [12.6, 3.4]].map(([x, z]) => spheres("hull", paint.bark, [x!, 9.8, z!, 0.2], [x!, 13.6, z!, 0.16])),
    spheres("union", paint.foliage, [12.6, 9.6, 3.3, 0.7], [13.1, 9.2, 2.9, 0.6], [12.1, 9.1, 3, 0.55]),
    ...sweeper([6.6, 11.4, 0], 20, { skin: paint.skinDark }),
    ...shrub(5.8, 14.6, 0.9, mix(paint.foliage, paint.mustard, 0.45)),
  ];
}

function yardCleared(): Solid[] {
  return [...at(10.4, 2, 0, bench()), ...shrub(17.4, 1.8, 1), ...shrub(8, 1.4, 0.8, paint.foliage), ...sweeper([12.4, 10, 0], 30)];
}

function apartment(): Solid[] {
  const wall = mix(paint.plaster, paint.denim, 0.1);
  return [
    ...ground(-1.5, -1.5, 21, 17, [], paint.concrete),
    ...room(0, 0, 18, 14, 8.5, { outside: paint.stone, wall, floor: paint.plank, floorDecals: boards(18, 14), backDecals: [decal("+y", 11, 0.2, 5.6, 7, paint.white), decal("+y", 11.25, 0.4, 2.45, 6.6, "#A9CBC8", true), decal("+y", 13.9, 0.4, 2.45, 6.6, "#C6DEDA", true)] }),
    ...at(0.3, 0.3, Z, fridge(paint.white)),
    ...at(3.4, 0.3, Z, stove()),
    ...at(6.2, 0.3, Z, dresser(paint.white, 3.6)),
    ...at(15.8, 7.8, Z, plant()),
  ];
}

function apartmentCleanouts(): Solid[] {
  return [
    ...at(6.6, 0.6, 3.08, microwave()),
    ...at(0, 6.1, Z, partition()),
    ...at(0.3, 7.2, Z, mattress(), "+x"),
    ...at(6.6, 10.4, Z, carton()),
    ...at(6.7, 10.5, 1.38, carton(1.4, 1.2, 1.1)),
    ...at(11.4, 3.4, Z, sofa(paint.denim, 5.6)),
    ...at(14.4, 11.4, Z, carton(2, 1.8, 1.5)),
    ...at(6.8, 12.4, Z, bag()),
    ...carrier([11.4, 9.4, Z], 0),
    ...at(10.5, 10.3, 2.7, carton(1.8, 1.5, 1.2)),
  ];
}

/** A half-high shelf that parts a room. */
function partition(): Solid[] {
  return [...shelving(5.4, 0.9, paint.wood, 2), ...at(0.4, 0.2, 0.3, carton(1.4, 0.6, 1)), ...at(2.4, 0.2, 0.3, carton(1.4, 0.6, 1.2)), ...at(3, 0.2, 2.1, carton(1.2, 0.6, 0.8))];
}

function apartmentCleared(): Solid[] {
  return [...sweeper([6.8, 8.6, Z], 330), ...waver([13.4, 11, Z], 300, { skin: paint.skinDark })];
}

function deck(): Solid[] {
  const deck = [decal("+z", 1, 1, 13, 12, paint.plank)];
  for (let v = 2; v < 13; v += 1) deck.push(decal("+z", 1, v, 13, 0.07, mix(paint.plank, paint.bark, 0.4)));
  return [
    ...ground(-1, -1, 22, 17, deck),
    ...fenceX(-0.6, -0.6, 21),
    ...fenceY(-0.6, -0.4, 16),
    ...shrub(18, 2.2, 1.1),
    ...shrub(19, 4.4, 0.8, paint.foliage),
  ];
}

function hotTubRemoval(): Solid[] {
  return [
    ...at(1.6, 2, 0, hotTub()),
    ...at(9.6, 0.2, 0, tubCover()),
    // The steps that led up to it.
    box([5.4, 9.1, 0], [3, 0.9, 1.5], paint.wood, { receives: ["y"] }),
    box([5.4, 10, 0], [3, 0.9, 0.75], paint.wood),
    ...at(17.4, 8, 0, chair(paint.teal)),
    ...at(4.6, 12.2, 0, lumber(5)),
    ...carrier([3.4, 10.6, 0], 180, { hands: [[-0.7, 1, 2.6], [0.7, 1, 2.6]] }),
    ...carrier([11, 5.4, 0], 90, { hands: [[-0.7, 1, 2.6], [0.7, 1, 2.6]], skin: paint.skinDark }),
    ...at(14.6, 9.6, 0, handTruck()),
  ];
}

function hotTubGone(): Solid[] {
  return [
    // The square of new boards where it stood.
    box([1.6, 2, 0], [7, 7, 0.04], mix(paint.plank, paint.cream, 0.45), { shadowless: true, receives: ["z"] }),
    ...at(2.6, 3.2, 0, chair(paint.teal), "+x"),
    ...at(4.6, 2.8, 0, table(3, 2.4, paint.wood)),
    ...at(8, 3.2, 0, chair(paint.teal), "-x"),
    ...waver([11.4, 9.4, 0]),
    ...sweeper([4.6, 8.8, 0], 340, { skin: paint.skinDark }),
  ];
}

function backyard(): Solid[] {
  return [...ground(-1, -1, 24, 18), ...fenceX(-0.6, -0.6, 23), ...fenceY(-0.6, -0.4, 17), ...shrub(10.6, 1.4, 0.9)];
}

function shedRemoval(): Solid[] {
  return [
    ...at(1.4, 1.6, 0, shed()),
    ...at(12, 1.6, 0, lumber(8)),
    ...at(1.2, 12.6, 0, lumber(5)),
    ...at(20.4, 5.4, 0, mower(), "-y"),
    ...at(8.2, 11.6, 0, paintCan(paint.teal)),
    ...at(9, 12.2, 0, paintCan(paint.mustard)),
    ...at(9.6, 11.2, 0, tire()),
    ...carrier([13.4, 10.8, 0], 270),
    ...carrier([20.4, 10.8, 0], 90, { skin: paint.skinDark }),
    ...at(14.2, 10.2, 2.6, lumber(5.4)),
  ];
}

function shedGone(): Solid[] {
  return [
    // The bare earth where it stood.
    box([1.4, 1.6, 0], [8, 6, 0.03], mix(paint.earth, paint.grass, 0.35), { shadowless: true, receives: ["z"] }),
    ...shrub(14.6, 1.4, 0.8, paint.foliage),
    ...at(17, 2, 0, bench()),
    ...sweeper([11.4, 7.6, 0], 60),
    ...waver([18, 9.6, 0], 315, { skin: paint.skinDark }),
  ];
}

function backOffice(): Solid[] {
  return [...livingRoom(honey, paint.concrete, window("+y", 9.6, 3.2, 4, 3.4)), ...at(0.3, 0.3, Z, shelving(5, 1.8)), ...at(0.4, 4, Z, desk(), "+x"), ...at(0.6, 0.4, 4, carton(1.8, 1.3, 1.1))];
}

function ewaste(): Solid[] {
  return [
    ...at(0.6, 0.4, 0.4, tower()),
    ...at(1.6, 0.4, 0.4, tower()),
    ...at(2.8, 0.4, 0.4, tower()),
    ...at(0.5, 0.5, 2.2, monitor()),
    ...at(2.8, 0.5, 2.2, monitor()),
    ...at(3, 0.5, 4, monitor()),
    ...at(6.4, 0.4, Z, printer()),
    ...at(0.8, 5, 2.54, monitor(), "+x"),
    ...at(5.4, 3.4, Z, tubeTelevision()),
    ...at(5.6, 3.6, 1.98, tubeTelevision()),
    ...at(8, 6, Z, openCarton(2, 1.8, 1.2)),
    ...at(10.8, 3, Z, television()),
    ...at(11.4, 8.6, Z, tower()),
    ...at(12.6, 8.4, Z, monitor()),
    ...carrier([9, 10, Z], 0),
    ...at(7.8, 10.9, 2.6, tubeTelevision()),
  ];
}

function ewasteGone(): Solid[] {
  return [...at(3.6, 5.2, Z, chair(paint.teal), "-x"), ...at(12.8, 0.6, Z, plant()), ...sweeper([9.4, 7, Z], 20)];
}

/** Services at home, at work and when they are done. */
export const homes: Record<string, Scene> = {
  ...views(SIZE, driveway, {
    "junk-removal": ["The truck a quarter full, with furniture, an old television and boxes waiting beside it.", junkRemoval],
    "junk-removal-after": ["The truck full from front to rear on a clean driveway; one of the crew sweeps, the other waves.", junkRemoved],
  }),
  ...views(SIZE, sittingRoom, {
    "furniture-removal": ["Two crew members lift a yellow sofa out of a living room.", furnitureRemoval],
    "furniture-removal-after": ["The same living room with the old furniture gone and a crew member sweeping the floor.", furnitureRemoved],
  }),
  ...views(SIZE, kitchen, {
    "appliance-pickup": ["A crew member wheels a fridge out of a kitchen on a hand truck.", appliancePickup],
    "appliance-pickup-after": ["The same kitchen with one stove and one fridge, a table where the old appliances were, and a crew member waving.", appliancesGone],
  }),
  ...views(SIZE, bedroom, {
    "mattress-disposal": ["Two crew members carry a mattress on its edge out of a bedroom.", mattressDisposal],
    "mattress-disposal-after": ["The same bedroom with a new bed in place of the old mattress, and a crew member waving.", mattressGone],
  }),
  ...views(SIZE, yard, {
    "yard-waste": ["Two crew members clear a fenced yard under an oak: one carries limbs, the other rakes leaves beside piles of branches and full bags.", yardWaste],
    "yard-waste-after": ["The same yard with a clean lawn and a bench by the fence, and a crew member sweeping up the last leaves.", yardCleared],
  }),
  ...views(SIZE, apartment, {
    "apartment-cleanouts": ["A small apartment seen from above: kitchen, bed and sofa, packed for clearing.", apartmentCleanouts],
    "apartment-cleanouts-after": ["The same apartment empty but for its kitchen; one of the crew sweeps, the other waves.", apartmentCleared],
  }),
  ...views(SIZE, deck, {
    "hot-tub-removal": ["A drained hot tub on a deck, with two crew members ready to take it apart.", hotTubRemoval],
    "hot-tub-removal-after": ["The same deck with a table and chairs where the hot tub was, and the crew sweeping up.", hotTubGone],
  }),
  ...views(SIZE, backyard, {
    "shed-removal": ["An old backyard shed beside stacks of boards that two crew members carry away.", shedRemoval],
    "shed-removal-after": ["The same backyard with a patch of bare ground where the shed was, and the crew sweeping up.", shedGone],
  }),
  ...views(SIZE, backOffice, {
    "ewaste-recycling": ["Old computers, screens, televisions and a copier collected on shelves for recycling.", ewaste],
    "ewaste-recycling-after": ["The same room with an empty desk and shelves, and a crew member sweeping the floor.", ewasteGone],
  }),
};
