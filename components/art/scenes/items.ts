import { at } from "../assembly";
import { mix, paint } from "../palette";
import {
  fridge, microwave, monitor, printer, stove, tower, tubeTelevision, washer, waterHeater,
} from "../parts/appliances";
import {
  bale, bathtub, conferenceTable, cubicle, displayCase, gondola, kitchenUnit, loadedPallet, mannequin, palletJack,
  palletRack, palletStack, receptionCounter, tileStacks, toilet, toyCar, vanity, vendingMachine, wallPiece, whiteboard,
} from "../parts/fixtures";
import {
  armchair, boxSpring, chair, desk, dresser, filingCabinet, lamp, mattress, mattressUpright, officeChair, rolledRug,
  shelving, sofa, table, television,
} from "../parts/furniture";
import {
  bedFrame, bookcase, books, bunkBed, catTree, chestFreezer, chinaCabinet, christmasTree, clothesRack, console,
  deskPhone, dishwasher, exerciseBike, flatScreen, futon, laptop, piano, pictureFrames, poolTable, recordCrate,
  sectional, serverRack, speaker, treadmill, turntable, wardrobe, windowUnit,
} from "../parts/household";
import {
  bag, bicycle, branches, carton, drywall, lumber, mower, newspapers, openCarton, paintCan, tire, trashCart, yardBag,
} from "../parts/junk";
import { hotTub, shed, tubCover } from "../parts/outdoor";
import {
  barrelTub, coop, deckSteps, fencePanel, flagstones, gazebo, greenhouse, grill, inflatableTub, kayak, ladder,
  metalShed, moundOf, playhouse, poolParts, pot, raisedBed, slide, sodRolls, stump, umbrellaTable, workbench,
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

/** Chairs in a stack. */
function stackedChairs(): Thing {
  return [0, 1, 2].flatMap((i) =>
    at(0, 0, i * 0.62, chair([paint.wood, mix(paint.wood, paint.bark, 0.3), paint.wood][i]!))
  );
}

/** Garage shelving full of clutter. */
function shelf(): Thing {
  return [
    ...shelving(4, 1.6),
    ...at(0.3, 0.2, 0.3, carton(1.5, 1.2, 1.2)),
    ...at(2.1, 0.2, 0.3, carton(1.5, 1.2, 1, pale)),
    ...at(0.4, 0.2, 2.1, carton(2.2, 1.2, 1.1)),
    ...at(2.9, 0.4, 2.1, paintCan(paint.teal)),
    ...at(0.4, 0.2, 3.9, openCarton(1.6, 1.2, 1)),
    ...at(0.5, 0.2, 5.7, carton(2.6, 1.2, 1)),
  ];
}

/**
 * The items of a service, as in its page's checklist; each lineup is named after the page's scene, with "-items"
 * appended.
 */
export const items: Record<string, Scene> = {
  "junk-removal-items": lineup(
    "A sofa, bags of clothes, a piano, and a treadmill, then a Christmas tree, a bicycle, a grill, a patio umbrella, and a fence panel.",
    () => [sofa(paint.rust), bags(), piano(), treadmill()],
    () => [christmasTree(), bicycle(paint.leaf), grill(), umbrellaTable(), fencePanel()],
  ),
  "furniture-removal-items": lineup(
    "A sectional, a recliner, a china cabinet, and a dining table, then a wardrobe, bunk beds, a bookcase, and a pool table.",
    () => [sectional(paint.teal), armchair(paint.mustard), chinaCabinet(), dinette()],
    () => [wardrobe(), bunkBed(), bookcase(), poolTable()],
  ),
  "appliance-pickup-items": lineup(
    "A refrigerator, a range, a dishwasher, and a microwave, then a washer and dryer, a water heater, an air conditioner, and a chest freezer.",
    () => [
      fridge(),
      stove(),
      dishwasher(),
      [...at(0, 0, 0, carton(2.2, 1.8, 1.6)), ...at(0.2, 0.2, 1.6, microwave())],
      fridge(paint.white),
    ],
    () => [
      [...washer(), ...at(2.4, 0, 0, washer(mix(paint.white, paint.stone, 0.3)))],
      waterHeater(),
      windowUnit(),
      chestFreezer(),
      treadmill(),
    ],
  ),
  "mattress-disposal-items": lineup(
    "A mattress on its edge, a box spring, a headboard with its frame, then a futon, a bunk bed, and a stack of mattresses.",
    () => [mattressUpright(), boxSpring(), bedFrame()],
    () => [futon(), bunkBed(), [...mattress(), ...at(0.2, 0.2, 0.85, mattress())]],
  ),
  "yard-waste-items": lineup(
    "Cut branches, bags of leaves, a stump, and a Christmas tree, then rolls of sod, flagstones, gravel, a fence panel, and a raised bed.",
    () => [
      branches(),
      [...yardBag(), ...at(1.4, 0.3, 0, yardBag()), ...at(0.6, 1.6, 0, yardBag())],
      stump(),
      christmasTree(),
      pot(1.3),
    ],
    () => [sodRolls(), flagstones(), moundOf(), fencePanel(), raisedBed()],
  ),
  "garage-cleanout-items": lineup(
    "Garage shelving, a workbench, a filing cabinet, and a refrigerator, then a treadmill, a bike, a mower, lumber, and a kayak.",
    () => [shelf(), workbench(), filingCabinet(), fridge(paint.white)],
    () => [treadmill(), bicycle(paint.clay), mower(), lumber(6), kayak()],
  ),
  "apartment-cleanouts-items": lineup(
    "A sofa, a bed, a TV on its stand, and a wardrobe, then a dinette set, boxes of dishes, a grill, a bicycle, and a cat tree.",
    () => [sofa(paint.denim, 6), mattressUpright(), television(), wardrobe(paint.white)],
    () => [
      dinette(),
      [...openCarton(2, 1.8, 1.4), ...at(2.6, 0.4, 0, carton(1.6, 1.5, 1.2)), ...at(2.6, 0.4, 1.2, microwave())],
      grill(),
      bicycle(paint.teal),
      catTree(),
    ],
  ),
  "hot-tub-removal-items": lineup(
    "An acrylic spa with its cover, an inflatable tub, then a wooden barrel tub, the liner of a pool, and a gazebo.",
    () => [hotTub(), tubCover(), inflatableTub()],
    () => [barrelTub(), poolParts(), gazebo(), deckSteps()],
  ),
  "shed-removal-items": lineup(
    "A wooden shed, a metal shed, and a playhouse, then a chicken coop, a greenhouse, a broken mower, and flower pots.",
    () => [shed(), metalShed(), playhouse()],
    () => [coop(), greenhouse(), workbench(), mower(), [...pot(1.2), ...at(1.9, 0.5, 0, pot(0.9))]],
  ),
  "ewaste-recycling-items": lineup(
    "A flat TV, a tube TV, monitors, desktops, and a laptop, then a printer, speakers, a turntable, a game console, and a server rack.",
    () => [
      flatScreen(),
      tubeTelevision(),
      monitor(),
      [...tower(), ...at(1, 0.1, 0, tower())],
      [...carton(1.7, 1.5, 0.9), ...at(0.2, 0.2, 0.9, laptop())],
      deskPhone(),
    ],
    () => [printer(), [...speaker(), ...at(1.4, 0, 0, speaker())], turntable(), console(), serverRack(), monitor()],
  ),
  "hoarder-cleanouts-items": lineup(
    "Stacked newspapers, books, unopened boxes, bags, and clothes on a rack, then a broken chair, carpet, scrap metal, and yard brush.",
    () => [newspapers(3.2), newspapers(2), books(), cartons(), bags(), clothesRack()],
    () => [
      chair(),
      at(0, 0, 0, rolledRug(5)),
      [...tire(), ...at(0.2, 0.1, 0.72, tire()), ...at(2.6, 0.2, 0, waterHeater())],
      [...openCarton(), ...at(2.3, 0.2, 0, recordCrate())],
      branches(),
    ],
  ),
  "storage-unit-cleanouts-items": lineup(
    "A bedroom set, stacked dining chairs, a washer, and a dryer, then file boxes, bags of clothes, an exercise bike, pictures, and records.",
    () => [
      dresser(paint.bark),
      mattressUpright(5, 6.4),
      stackedChairs(),
      [...washer(), ...at(2.4, 0, 0, washer())],
      at(0, 0, 0, rolledRug(5)),
    ],
    () => [cartons(), bags(), exerciseBike(), pictureFrames(), christmasTree(), recordCrate()],
  ),
  "office-cleanouts-items": lineup(
    "A cubicle, a desk with a task chair, a whiteboard, and a conference table, then a reception counter, a copier, file cabinets, and servers.",
    () => [
      cubicle(),
      [...desk(), ...at(1.2, 0.4, 2.46, monitor()), ...at(1.2, 2.8, 0, officeChair(paint.leaf), "-y")],
      whiteboard(),
      conferenceTable(),
    ],
    () => [
      receptionCounter(),
      printer(),
      [...filingCabinet(), ...at(1.6, 0, 0, filingCabinet(paint.sand))],
      serverRack(),
      vendingMachine(),
    ],
  ),
  "retail-warehouse-cleanouts-items": lineup(
    "Gondola shelving, a clothing rack, a mannequin, and a display case, then pallet racking, overstock, a pallet jack, a ladder, and a bale.",
    () => [gondola(), clothesRack(), mannequin(), displayCase()],
    () => [palletRack(), loadedPallet(2), palletJack(), ladder(), bale()],
  ),
  "real-estate-property-management-items": lineup(
    "Abandoned furniture, a mattress, bulk trash, and a cart, then old carpet, an attic of boxes, a refrigerator, and yard debris.",
    () => [sofa(paint.plum), mattressUpright(5, 6.2), bags(), trashCart(paint.leaf), dresser()],
    () => [[...rolledRug(6), ...at(0.4, 1, 0, rolledRug(5))], cartons(), lamp(), fridge(paint.white), branches()],
  ),
  "light-demolition-items": lineup(
    "Kitchen cabinets, a vanity, a tub, and a toilet, then stacked tile, drywall, a partition on its studs, deck stairs, and a fence.",
    () => [kitchenUnit(), vanity(), bathtub(), toilet(), tileStacks()],
    () => [drywall(), wallPiece(), deckSteps(), fencePanel(), lumber(5)],
  ),
  "same-day-junk-removal-items": lineup(
    "An old mattress, a sectional, and soaked carpet, then a dead freezer, boxes and bags from a spare room, and a chair.",
    () => [mattressUpright(), sectional(paint.rust), [...rolledRug(6), ...at(0.3, 1, 0, rolledRug(5))]],
    () => [chestFreezer(), cartons(), bags(), dresser(), armchair(paint.teal)],
  ),
  "curbside-pickup-items": lineup(
    "Metal shelving, a grill, patio furniture, and fence panels, then plastic toys, brush, a mattress, a television, and an upholstered chair.",
    () => [shelving(4, 1.6), grill(), umbrellaTable(paint.teal), fencePanel(), branches()],
    () => [slide(), toyCar(), mattressUpright(5, 6.2), tubeTelevision(), armchair(paint.rose)],
  ),
  "subscription-junk-removal-items": lineup(
    "Furniture and bulk items beside a dumpster, pallets and cardboard, then old chairs, broken fixtures, remodeling debris, crates, and brush.",
    () => [sofa(paint.mustard, 6), trashCart(paint.teal), palletStack(4), bale()],
    () => [[...officeChair(), ...at(2, 0.4, 0, officeChair(paint.denim))], displayCase(), drywall(), branches()],
  ),
};
