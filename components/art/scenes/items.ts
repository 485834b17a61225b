import { at } from "../assembly";
import { mix, paint } from "../palette";
import { airConditioner, fridge, printer, stove, tower, tubeTelevision, washer } from "../parts/appliances";
import {
  bale, bathtub, conferenceTable, cubicle, displayCase, gondola, kitchenUnit, loadedPallet, palletRack, palletStack,
  receptionCounter, wallPiece,
} from "../parts/fixtures";
import {
  armchair, boxSpring, chair, dresser, filingCabinet, mattress, mattressUpright, rolledRug, shelving, sofa, table,
  television,
} from "../parts/furniture";
import {
  bunkBed, chestFreezer, chinaCabinet, clothesRack, exerciseBike, flatScreen, futon, sectional, treadmill, wardrobe,
} from "../parts/household";
import {
  bag, bicycle, branches, carton, logs, lumber, mower, newspapers, openCarton, trashCart, yardBag,
} from "../parts/junk";
import { hotTub, shed } from "../parts/outdoor";
import {
  barrelTub, coop, deckSteps, greenhouse, grill, inflatableTub, playhouse, slide, umbrellaTable,
} from "../parts/yard";
import type { Scene } from "../scene";
import { lineup, type Thing } from "./lineup";

const pale = mix(paint.cardboard, paint.cream, 0.22);

/** Cartons, two below and one above. */
function cartons(): Thing {
  return [
    ...at(0, 0, 0, carton(2, 1.8, 1.6)),
    ...at(2.1, 0.1, 0, carton(1.6, 1.6, 1.3, pale)),
    ...at(0.3, 0.2, 1.6, carton(1.5, 1.4, 1.1, pale)),
  ];
}

/** Bags in a row. */
function bags(): Thing {
  return [...at(0, 0, 0, bag()), ...at(1.7, 0.4, 0, bag())];
}

/** A table with two chairs. */
function dinette(): Thing {
  return [...at(0, 0, 0, chair()), ...at(1.3, 0.9, 0, table(3.6, 2.6)), ...at(3, 3.6, 0, chair(), "-y")];
}

/** Garage shelving full of clutter. */
function shelf(): Thing {
  return [
    ...shelving(4, 1.6),
    ...at(0.3, 0.2, 0.3, carton(1.5, 1.2, 1.2)),
    ...at(2.1, 0.2, 0.3, carton(1.5, 1.2, 1, pale)),
    ...at(0.4, 0.2, 2.1, carton(2.2, 1.2, 1.1)),
    ...at(2.8, 0.4, 2.1, carton(0.9, 0.9, 0.8)),
    ...at(0.4, 0.2, 3.9, openCarton(1.6, 1.2, 1)),
    ...at(0.5, 0.2, 5.7, carton(2.6, 1.2, 1)),
  ];
}

/**
 * Four things of a service, two in each half of a lineup; each is named after the page's scene, with "-items" appended.
 */
export const items: Record<string, Scene> = {
  "junk-removal-items": lineup(
    "A sofa and bags of clothes, then a treadmill and a grill: a few of the things that fill a house.",
    () => [sofa(paint.rust), bags()],
    () => [treadmill(), grill()],
  ),
  "furniture-removal-items": lineup(
    "A sectional and a china cabinet, then bunk beds and a dresser.",
    () => [sectional(paint.teal), chinaCabinet()],
    () => [bunkBed(), dresser()],
  ),
  "appliance-pickup-items": lineup(
    "A refrigerator and a range, then a washer with its dryer and a chest freezer.",
    () => [fridge(), stove()],
    () => [[...washer(), ...at(2.4, 0, 0, washer(mix(paint.white, paint.stone, 0.3)))], chestFreezer()],
  ),
  "mattress-disposal-items": lineup(
    "A mattress on its edge and a box spring, then a futon and a stack of mattresses.",
    () => [mattressUpright(), boxSpring()],
    () => [futon(), [...mattress(), ...at(0.2, 0.2, 0.85, mattress())]],
  ),
  "yard-waste-items": lineup(
    "Cut branches and bags of leaves, then logs and the boards of an old fence.",
    () => [branches(), [...yardBag(), ...at(1.4, 0.3, 0, yardBag()), ...at(0.6, 1.6, 0, yardBag())]],
    () => [logs(), lumber(6)],
  ),
  "garage-cleanout-items": lineup(
    "Garage shelving full of boxes and a refrigerator, then a bicycle and a lawn mower.",
    () => [shelf(), fridge(paint.white)],
    () => [bicycle(paint.clay), mower()],
  ),
  "apartment-cleanouts-items": lineup(
    "A sofa and a mattress on its edge, then a dinette set and a TV on its stand.",
    () => [sofa(paint.denim, 6), mattressUpright()],
    () => [dinette(), television()],
  ),
  "hot-tub-removal-items": lineup(
    "An acrylic spa and an inflatable tub, then a wooden barrel tub and steps up to a tub.",
    () => [hotTub(), inflatableTub()],
    () => [barrelTub(), deckSteps()],
  ),
  "shed-removal-items": lineup(
    "A wooden shed and a playhouse, then a chicken coop and a greenhouse.",
    () => [shed(), playhouse()],
    () => [coop(), greenhouse()],
  ),
  "ewaste-recycling-items": lineup(
    "A flat TV and an old tube TV, then a printer and two desktop computers.",
    () => [flatScreen(), tubeTelevision()],
    () => [printer(), [...tower(), ...at(1, 0.1, 0, tower())]],
  ),
  "hoarder-cleanouts-items": lineup(
    "Stacked newspapers and clothes on a rack, then unopened boxes and filled bags.",
    () => [[...newspapers(3.2), ...at(2, 0.2, 0, newspapers(2))], clothesRack()],
    () => [cartons(), bags()],
  ),
  "storage-unit-cleanouts-items": lineup(
    "A dresser and a mattress on its edge, then a pile of boxes and an exercise bike.",
    () => [dresser(paint.bark), mattressUpright(5, 6.4)],
    () => [cartons(), exerciseBike()],
  ),
  "office-cleanouts-items": lineup(
    "A cubicle and a conference table, then a reception counter and two file cabinets.",
    () => [cubicle(), conferenceTable()],
    () => [receptionCounter(), [...filingCabinet(), ...at(1.6, 0, 0, filingCabinet(paint.sand))]],
  ),
  "retail-warehouse-cleanouts-items": lineup(
    "Store shelving and a display case, then a pallet rack and a loaded pallet.",
    () => [gondola(), displayCase()],
    () => [palletRack(), loadedPallet(2)],
  ),
  "real-estate-property-management-items": lineup(
    "A sofa and a mattress that tenants left, then old carpet in rolls and a refrigerator.",
    () => [sofa(paint.plum), mattressUpright(5, 6.2)],
    () => [[...rolledRug(6), ...at(0.4, 1, 0, rolledRug(5))], fridge(paint.white)],
  ),
  "light-demolition-items": lineup(
    "Kitchen cabinets with their counter and a tub, then a partition on its studs and the stairs of a deck.",
    () => [kitchenUnit(), bathtub()],
    () => [wallPiece(), deckSteps()],
  ),
  "same-day-junk-removal-items": lineup(
    "An old mattress and a sectional, then a dead freezer and boxes from a spare room.",
    () => [mattressUpright(), sectional(paint.rust)],
    () => [chestFreezer(), cartons()],
  ),
  "plain-yard-waste-items": lineup(
    "Bags of leaves and cut branches, then logs and a green trash cart.",
    () => [[...yardBag(), ...at(1.4, 0.3, 0, yardBag()), ...at(0.6, 1.6, 0, yardBag())], branches()],
    () => [logs(), trashCart(paint.leaf)],
  ),
  "plain-furniture-removal-items": lineup(
    "A sectional and a china cabinet, then a wardrobe and a dresser.",
    () => [sectional(paint.teal), chinaCabinet()],
    () => [wardrobe(), dresser()],
  ),
  "plain-appliance-pickup-items": lineup(
    "A range and an air conditioner, then a washer with its dryer and a chest freezer.",
    () => [stove(), airConditioner()],
    () => [[...washer(), ...at(2.4, 0, 0, washer(mix(paint.white, paint.stone, 0.3)))], chestFreezer()],
  ),
  "plain-garage-cleanout-items": lineup(
    "Garage shelving full of boxes and a treadmill, then a bicycle and a lawn mower.",
    () => [shelf(), treadmill()],
    () => [bicycle(paint.clay), mower()],
  ),
  "plain-apartment-cleanouts-items": lineup(
    "A sofa and a dresser, then a dinette set and moving boxes.",
    () => [sofa(paint.denim, 6), dresser()],
    () => [dinette(), cartons()],
  ),
  "plain-shed-removal-items": lineup(
    "A wooden shed and a lawn mower, then filled bags and shelving full of boxes.",
    () => [shed(), mower()],
    () => [bags(), shelf()],
  ),
  "plain-storage-unit-cleanouts-items": lineup(
    "A dresser and a china cabinet, then a pile of boxes and an exercise bike.",
    () => [dresser(paint.bark), chinaCabinet()],
    () => [cartons(), exerciseBike()],
  ),
  "plain-real-estate-property-management-items": lineup(
    "A sofa and bags that tenants left, then moving boxes and a stove.",
    () => [sofa(paint.plum), bags()],
    () => [cartons(), stove()],
  ),
  "plain-same-day-junk-removal-items": lineup(
    "A sectional and filled bags, then a dead freezer and boxes from a spare room.",
    () => [sectional(paint.rust), bags()],
    () => [chestFreezer(), cartons()],
  ),
  "curbside-pickup-items": lineup(
    "A grill and a patio table with its umbrella, then a plastic slide and an armchair.",
    () => [grill(), umbrellaTable(paint.teal)],
    () => [slide(), armchair(paint.rose)],
  ),
  "subscription-junk-removal-items": lineup(
    "A sofa and a trash cart, then a stack of pallets and a bale of cardboard.",
    () => [sofa(paint.mustard, 6), trashCart(paint.teal)],
    () => [palletStack(4), bale()],
  ),
};
