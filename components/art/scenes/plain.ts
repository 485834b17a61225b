/** The alternative texts of plain versions: see `plainCopies`. */
export const plainAlts: Record<string, string> = {
  hero: "A worker carries a box to a {truck} that is already half full of furniture and boxes.",
  "hero-street": "A worker carries a box along the street, past a {truck} that is already half full.",
  residential: "A worker bends to pick up a bag in a living room with a sectional, a dresser, and boxes.",
  "property-cleanouts": "A worker carries a box from an inherited house, past the furniture on its lawn.",
  commercial: "A worker carries a box through a shop that closes, past empty shelves and display cases.",
  "construction-debris":
    "A worker clears a framed house: lumber on a shoulder, and the {truck} with debris in it.",
  specialty:
    "A worker carries a box to the {truck} at the curb, with carts and pallets waiting in front of a house.",
  "hoarder-cleanouts":
    "A family room buried in clothes, newspapers, tubs, and bags, where a worker in a mask carries a tub out.",
  "storage-unit-cleanouts": "A worker carries a box out of an open storage unit full of furniture and boxes.",
  "storage-unit-cleanouts-after": "The same storage unit empty to the back wall, and a worker waving.",
  "office-cleanouts": "A worker carries a box out of an office whose chairs and cabinets are ready to go.",
  "office-cleanouts-after": "The same office empty to the carpet, and a worker shaking hands with the manager.",
  "retail-warehouse-cleanouts": "A warehouse with full racks, and a worker who takes a box from one of them.",
  "retail-warehouse-cleanouts-after": "The same warehouse with empty racks, and a worker waving.",
  "real-estate-property-management":
    "A rental house with a sign on the lawn and a worker clearing the last pieces before the next tenant.",
  "furniture-removal": "A worker carries a box through a living room, past the furniture that is to go.",
  "furniture-removal-after": "The same living room with the old furniture gone and a plant in the corner.",
  "mattress-disposal": "A worker moves a mattress on its edge out of a bedroom.",
  "apartment-cleanouts": "A worker carries a box out of a small apartment with a futon and boxes to clear.",
  "apartment-cleanouts-after": "The same apartment with only the kitchen left, and a worker waving.",
  "junk-removal":
    "A worker loads the {truck}, a quarter full, from the armchairs, grill, treadmill, and boxes beside it.",
  "junk-removal-after": "The {truck} full from front to rear on a clean driveway, and a worker waving.",
  "yard-waste": "A worker in gloves drags a limb past logs and a mound of leaves in a fenced yard under an oak.",
  "yard-waste-after": "The same yard with a clean lawn and a bench by the fence, and a worker waving.",
  "hot-tub-removal": "A worker in a dust mask saws up a drained hot tub on a deck.",
  "hot-tub-removal-after": "The same deck with a table and chairs where the hot tub was, and a worker waving.",
  "shed-removal": "A backyard shed, half of it down to its frame, and a worker who pries off boards.",
  "shed-removal-after": "The same backyard with a patch of bare ground where the shed was, and a worker waving.",
  "light-demolition": "A worker swings a sledgehammer at the last cabinets of a kitchen.",
  "light-demolition-after": "The same kitchen bare to its studs, and a worker shaking hands with the owner.",
  "same-day-junk-removal":
    "Under a street clock that shows eleven, a worker loads a box into the {truck}, half full.",
  "same-day-junk-removal-after":
    "The {truck} packed and ready to leave under a street clock that shows two, and a worker waving.",
  "curbside-pickup":
    "A worker bends to a bag at the curb, beside an armchair, a plastic slide, and a patio table.",
  "curbside-pickup-after": "The same brick house with nothing left at the curb, and a worker waving.",
  "subscription-junk-removal":
    "A worker takes a cart out of the back room of a shop, where a calendar has the same day checked off every week.",
  "garage-cleanout":
    "A garage packed with a workbench, a treadmill, and boxes, and a worker in gloves who carries the first one out.",
  "garage-cleanout-after": "The same garage with an empty floor, and a worker shaking hands with the owner.",
  "garage-before": "A garage packed with boxes, bikes, a workbench, a treadmill, and a mower.",
  "yard-before": "A fenced yard full of branches, bags of leaves, and a mower.",
  "property-before": "A house with a sectional, a trunk, and bags all over its lawn.",
  "about-door": "At a front door, a worker and a customer shake hands.",
  "price-check":
    "The {truck} a quarter full, a tape measure with quarter marks along its bed, and a worker reading it.",
  terms: "A worker holds a clipboard for a customer to sign, beside a stack of boxes.",
  "light-demolition-step-three": "The owner carries a box out of a room with a wide glass door.",
  "light-demolition-step-four": "A worker in a mask swings a sledgehammer at kitchen cabinets.",
  "light-demolition-step-five":
    "A wheelbarrow of rubble goes up the ramp into the {truck}, and a worker pushes it.",
  "real-estate-property-management-step-three": "A worker carries away a box that was left beside a dumpster.",
  "subscription-junk-removal-step-three": "A worker rolls a cart past the shop’s windows on its usual day.",
  "empty-room": "An empty room with sun on its bare floor, and its owner looking around.",
  "swept-garage": "A garage with an empty floor, and the car about to go in again.",
  "real-estate-property-management-step-one":
    "A manager points at a refrigerator and a stove with notes on them, which stay; a bag beside them goes.",
  "garage-cleanout-mini": "Garage shelves full of boxes, a red mower, and a green trash cart.",
  "apartment-cleanouts-mini": "A dresser, a table, and moving boxes on the floor of an apartment.",
  "office-cleanouts-mini": "A bare desk with its chair beside two filing cabinets.",
  "real-estate-property-management-mini": "A sign on a lawn beside an armchair, a rolled rug, and bags left by a tenant.",
  "inherited-house": "An old trunk, framed pictures, a dresser, and an armchair from a house that was inherited.",
  "kind-beds": "A wooden bed frame with its slats, and nothing on them.",
  "kind-appliances": "A water heater, a washer with its dryer, a stove, and a dishwasher on the floor of a kitchen.",
  "truck-quarter": "The {truck} a quarter full, with stacks of boxes and a bag at the front.",
  "truck-half": "The {truck} half full, with an armchair among boxes and bags.",
  "truck-three-quarter": "The {truck} three quarters full of boxes and bags, with a file cabinet at the rear.",
  "truck-full": "The {truck} full from front to rear with boxes and bags.",
};
