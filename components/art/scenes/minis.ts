import { at, full, plain } from "../assembly";
import { decal, type Decal } from "../box";
import { mix, paint, type Paint } from "../palette";
import { fridge, monitor, printer, stove, tower, tubeTelevision, washer, waterHeater } from "../parts/appliances";
import { ground } from "../parts/building";
import {
  bathtub, gondola, kitchenUnit, loadedPallet, palletStack, tileStacks, toilet, vanity, wallPiece,
} from "../parts/fixtures";
import {
  armchair, bed, bedFrame, chair, desk, dresser, filingCabinet, lamp, mattressUpright, officeChair, rolledRug, rug, shelving,
  sofa, table, television,
} from "../parts/furniture";
import {
  bookcase, chestFreezer, chinaCabinet, dishwasher, exerciseBike, flatScreen, futon, piano, pictureFrames, trunk,
} from "../parts/household";
import {
  bag, branches, carton, drywall, logs, lumber, mower, newspapers, rubble, trashCart, yardBag,
} from "../parts/junk";
import { hotTub, signpost, streetClock, tubCover } from "../parts/outdoor";
import { handTruck, wheelbarrow } from "../parts/vehicles";
import { fencePanel, flagstones, grill, kayak, moundOf, slide } from "../parts/yard";
import { cylinder } from "../round";
import { scene, type Scene } from "../scene";
import type { Solid } from "../solid";

const SIZE = [480, 360] as const;

const dirt = mix(mix(paint.earth, paint.sand, 0.5), paint.concrete, 0.3);
const indoors = mix(paint.plank, paint.cream, 0.35);
const pavement = mix(paint.concrete, paint.cream, 0.2);

/** A piece of ground, 14 ft by 12 ft, with a few items, few enough to recognize in a card on a phone. */
function mini(alt: string, floor: Paint, things: () => Solid[], decals: readonly Decal[] = []): Scene {
  return scene(alt, SIZE, () => [...ground(-1, -1, 14, 12, decals, floor), ...things()]);
}

/** Cartons, one on the other. */
function cartons(x: number, y: number): Solid[] {
  return [...at(x, y, 0, carton(2, 1.8, 1.5)), ...at(x + 0.2, y + 0.1, 1.5, carton(1.5, 1.4, 1.1))];
}

/** The picture of a service in a card, named after its page's scene with "-mini" appended. */
const services: Record<string, Scene> = {
  "furniture-removal-mini": mini("A teal sofa on a rug, with an armchair, a dresser, and a lamp.", indoors, () => [
    ...at(1.4, 3.4, 0, rug(8, 5.4, paint.rose)),
    ...at(2, 0.4, 0.06, sofa(paint.teal, 7)),
    ...at(10, 0.4, 0, lamp()),
    ...at(0, 4.6, 0.06, armchair(paint.mustard), "+x"),
    ...at(9.6, 4.4, 0, dresser(paint.wood, 4), "+x"),
  ]),
  "garage-cleanout-mini": mini("Garage shelves full of boxes, a red mower, and a spare refrigerator.", pavement, () => [
    ...at(0, 0, 0, shelving(6, 1.7)),
    ...[0.4, 2.2, 4, 5.8].flatMap((z, i) => [
      ...at(0.3, 0.2, z, carton(2, 1.3, 1.2)), ...(i === 2 ? [] : at(3, 0.2, z, carton(2.4, 1.3, 1))),
    ]),
    ...full(at(7.4, 0, 0, fridge(paint.white))),
    ...plain(at(7.2, 0.2, 0, trashCart(paint.leaf))),
    ...at(1, 5, 0, mower(), "+x"),
    ...at(7, 6.4, 0, carton(2.2, 2, 1.6)),
  ]),
  "yard-waste-mini": mini("Cut branches, bags of leaves, and logs on a lawn.", paint.grass, () => [
    ...at(0.4, 0.4, 0, branches()),
    ...at(7.4, 0.4, 0, logs()),
    ...at(2.2, 7, 0, yardBag()),
    ...at(4, 6.8, 0, yardBag()),
    ...at(3.2, 8.4, 0, yardBag()),
    ...at(8, 5.4, 0, branches(), "+x"),
  ]),
  "apartment-cleanouts-mini": mini("A mattress, a television, and moving boxes on the floor of an apartment.", indoors, () => [
    ...full([...at(0.2, 0, 0, mattressUpright()), ...at(7.6, 0.2, 0, television())]),
    ...plain([...at(0.4, 0.2, 0, dresser()), ...at(6.6, 0.4, 0, table(5, 2.8))]),
    ...at(0, 4, 0, futon(paint.denim), "+x"),
    ...cartons(8.4, 5.4),
    ...at(6, 7.4, 0, bag()),
  ]),
  "hot-tub-removal-mini": mini("A drained hot tub on a lawn, with its cover leaning beside it.", paint.grass, () => [
    ...at(0.6, 1.4, 0, hotTub()), ...at(8.6, 0.6, 0, tubCover(), "+x"),
  ]),
  "ewaste-recycling-mini": mini("A flat TV, a tube TV, a monitor, computers, and a copier.", indoors, () => [
    ...at(0.4, 0.2, 0, flatScreen(5)),
    ...at(7.4, 0, 0, printer()),
    ...at(0.6, 4, 0, tubeTelevision()),
    ...at(4.4, 5, 0, monitor()),
    ...at(8, 5, 0, tower()),
    ...at(9.4, 5, 0, tower()),
  ]),
  "hoarder-cleanouts-mini": mini("Boxes, bags, and newspapers around a bookcase and an armchair.", indoors, () => [
    ...at(0.2, 0.2, 0, bookcase()),
    ...at(4.2, 0.4, 0, newspapers(4.2)),
    ...at(6.1, 0.3, 0, newspapers(3)),
    ...[0, 2.6].flatMap((z) => at(8.2, 0.2, z, cartons(0, 0))),
    ...at(10.5, 0.4, 0, newspapers(3.6)),
    ...at(0.4, 4.6, 0, cartons(0, 0)),
    ...at(3, 4.4, 0, armchair(paint.mustard)),
    ...at(4, 5, 1.7, bag()),
    ...at(7.4, 4.2, 0, cartons(0, 0)),
    ...at(10.2, 4.4, 0, bag()),
    ...at(1.4, 7.8, 0, bag()),
    ...at(7, 7.6, 0, newspapers(1.8)),
    ...at(9.4, 7.4, 0, bag()),
  ]),
  "storage-unit-cleanouts-mini": mini("A steamer trunk, an exercise bike, a kayak, and boxes out of a storage unit.", pavement, () => [
    ...at(1, 0, 0, kayak()),
    ...at(0.6, 3, 0, trunk()),
    ...at(8.6, 3, 0, exerciseBike()),
    ...cartons(1, 6.6),
    ...at(6.4, 5, 0, handTruck(), "+x"),
    ...at(7.2, 4.9, 0.1, carton(1.8, 1.7, 2.4)),
  ]),
  "office-cleanouts-mini": mini("A desk with its chair and screen beside two filing cabinets.", mix(paint.teal, paint.stone, 0.62), () => [
    ...at(0.4, 0.4, 0, filingCabinet()),
    ...at(2, 0.4, 0, filingCabinet(paint.sand)),
    ...at(5, 0.6, 0, desk()),
    ...full(at(6.2, 1, 2.46, monitor())),
    ...at(6.4, 4, 0, officeChair(paint.leaf), "-y"),
    ...cartons(1, 5.6),
  ]),
  "retail-warehouse-cleanouts-mini": mini(
    "A gondola of shop shelves beside a loaded pallet and a stack of empty ones.",
    pavement,
    () => [...at(0.2, 0, 0, gondola()), ...at(7.4, 0, 0, loadedPallet(3)), ...at(5.4, 5.4, 0, palletStack(3))],
  ),
  "real-estate-property-management-mini": mini("A sign on a lawn beside a television, a rolled rug, and bags left by a tenant.", paint.grass, () => [
    ...at(
      0.4,
      0.6,
      0,
      signpost(paint.leaf, [
        decal("+y", 0.5, 1.25, 2, 0.35, paint.cream), decal("+y", 0.5, 0.6, 1.3, 0.3, paint.cream),
      ]),
    ),
    ...full(at(5.4, 0.8, 0, television())),
    ...plain(at(5.6, 0.8, 0, armchair(paint.rose))),
    ...at(1.4, 5.4, 0, bag()),
    ...at(3.4, 6, 0, bag()),
    ...at(6, 6.4, 0, rolledRug(5)),
  ]),
  "light-demolition-mini": mini("A partition torn down to its studs, the rubble, and a wheelbarrow.", dirt, () => [
    ...at(0.2, 0.2, 0, wallPiece()),
    ...at(4.8, 0.2, 0, wallPiece()),
    ...at(8.8, 4.2, 0, drywall(), "+x"),
    ...at(0.6, 3.2, 0, rubble()),
    ...at(5.4, 2.6, 0, rubble()),
    ...at(3.4, 8, 0, wheelbarrow(), "+x"),
  ]),
  "same-day-junk-removal-mini": mini("A street clock at eleven over a chest freezer, boxes, and a bag.", paint.grass, () => [
    ...at(4, 0, 0, streetClock(11)),
    ...at(0.2, 4.4, 0, chestFreezer()),
    ...cartons(6.4, 4.8),
    ...at(9.8, 5.4, 0, bag()),
  ]),
  "curbside-pickup-mini": mini("A grill and a plastic slide at the curb of a street.", paint.grass, () => [...at(0.4, 1, 0, grill()), ...at(6.4, 1.2, 0, slide())], [
    decal("+z", 0, 5.4, 14, 1.8, pavement),
    decal("+z", 0, 7.2, 14, 4.8, mix(paint.asphalt, paint.stone, 0.25)),
    ...[1.4, 5.8, 10.2].map((u) => decal("+z", u, 9.6, 2.4, 0.3, paint.cream)),
  ]),
  "subscription-junk-removal-mini": mini("Three trash carts in a row, and a stack of pallets.", pavement, () => [
    ...[paint.leaf, paint.teal, paint.mustard].flatMap((color, i) => at(0.8 + i * 2.7, 0.6, 0, trashCart(color))),
    ...at(9, 0.4, 0, palletStack(4), "+x"),
    ...at(1.4, 6, 0, bag()),
    ...cartons(5.6, 5.8),
  ]),
};

/** Kinds of property and debris, for the cards of their categories. */
const kinds: Record<string, Scene> = {
  "inherited-house": mini("An old trunk, framed pictures, and furniture from a house that was inherited.", indoors, () => [
    ...at(0.4, 0.2, 0, dresser(paint.bark)),
    ...at(6, 0.6, 0, pictureFrames()),
    ...at(10.4, 0.6, 0, lamp()),
    ...at(1, 4.6, 0, trunk()),
    ...full(at(6.6, 4.8, 0, piano(), "+x")),
    ...plain(at(7.4, 5, 0, armchair(paint.rose), "+x")),
  ]),
  downsizing: mini("A china cabinet, a dining table, and boxes from a house that is too large now.", indoors, () => [
    ...at(0.2, 0.2, 0, chinaCabinet()),
    ...at(6, 1, 0, table(5, 3)),
    ...at(7.6, 4.4, 0, chair(), "-y"),
    ...cartons(1.4, 5.4),
    ...at(5, 7.4, 0, bag()),
  ]),
  "debris-heavy": mini("Bricks, tile, flagstones, and earth in piles, and a wheelbarrow with rubble.", dirt, () => [
    ...at(0, 0.4, 0, rubble()),
    ...at(5, 0, 0, moundOf(paint.earth)),
    ...at(9.4, 0.6, 0, tileStacks()),
    ...at(0.4, 5.4, 0, wheelbarrow(), "+x"),
    ...at(6.4, 6, 0, flagstones()),
  ]),
  "debris-sheets": mini("Sheets of drywall, a piece of partition, and paneling, stacked and leaning.", dirt, () => [
    ...at(0.6, 0.2, 0, wallPiece()),
    ...at(6, 0.2, 0, fencePanel(5)),
    ...at(0.4, 3.4, 0, drywall()),
    ...at(7.4, 4.6, 0, drywall(), "+x"),
    ...at(4.4, 8.2, 0, bag()),
  ]),
  "debris-lumber": mini("A pile of studs and joists beside lengths of pipe and gutter.", dirt, () => [
    ...at(0, 0.4, 0, lumber(8)),
    ...at(9.2, 0.4, 0, lumber(7), "+x"),
    ...[0, 1, 2].map((i) => cylinder("x", [0.4, 5 + i * 0.75, 0.36], 0.34, 7, paint.steel, paint.iron)),
    ...[0, 1].map((i) => cylinder("x", [0.8, 5.38 + i * 0.75, 0.95], 0.34, 6.6, paint.rust, paint.ink)),
    ...at(4.4, 8.2, 0, bag()),
  ]),
  "debris-fixtures": mini("A tub, a toilet, a vanity, kitchen cabinets, and a water heater taken out of a house.", dirt, () => [
    ...at(0.2, 0, 0, kitchenUnit()),
    ...at(6.6, 0, 0, waterHeater()),
    ...at(8.8, 0, 0, stove()),
    ...at(0.4, 5.6, 0, bathtub()),
    ...at(6.6, 5, 0, vanity()),
    ...at(10.4, 4.6, 0, toilet()),
    ...at(8.4, 8.2, 0, handTruck()),
  ]),
  "kind-beds": mini("A made bed beside an upright mattress.", indoors, () => [
    ...full([...at(0.4, 0.2, 0, bed(paint.denim)), ...at(7, 1.2, 0, mattressUpright(6, 5), "+x")]),
    ...plain(at(2.6, 1.4, 0, bedFrame())),
  ]),
  "kind-appliances": mini("A refrigerator, a washer, a stove, and a flat TV on the floor of a kitchen.", indoors, () => [
    ...full(at(0.4, 0.4, 0, fridge())),
    ...plain(at(0.8, 0.4, 0, waterHeater())),
    ...at(4, 0.4, 0, washer()),
    ...at(7.6, 0.4, 0, stove()),
    ...full([...at(1.4, 6, 0, flatScreen(5)), ...at(8.6, 6, 0, printer())]),
    ...plain([...at(2.6, 5.6, 0, washer(mix(paint.white, paint.stone, 0.3))), ...at(7.2, 5.8, 0, dishwasher())]),
  ]),
};

/** The pictures of small cards. */
export const minis: Record<string, Scene> = { ...services, ...kinds };
