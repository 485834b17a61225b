import type { AreaMap, MapPlace } from "../../props.gen";

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The distance of a name from its town's dot, in multiples of the letters' height. */
export const gap = 0.65;

// An average letter of the body face is a little more than half as wide as it is high.
const letterWidth = 0.56;

/**
 * The names that can stand on the map at a letter height, in the map's units, without running into each other, into a
 * dot or out of the picture. Towns with a page come first. A small screen shows the map with larger letters, so fewer.
 * Where `among` is given, no other names are considered.
 */
export function legible(map: AreaMap, height: number, among?: Set<string>): Set<string> {
  const dots = map.places.map((place) => around(place, height * 0.3));
  const taken: Box[] = [];
  const names = new Set<string>();
  for (const place of [...map.places.filter((place) => place.href), ...map.places.filter((place) => !place.href)]) {
    const box = boxOf(place, height);
    const inside = box.left >= 0 && box.right <= map.width && box.top >= 0 && box.bottom <= map.height;
    if (among && !among.has(place.name)) continue;
    const free = [...taken, ...dots.filter((_, i) => map.places[i] !== place)].every((other) => !overlap(box, other));
    if (inside && free) {
      taken.push(box);
      names.add(place.name);
    }
  }
  return names;
}

function boxOf(place: MapPlace, height: number): Box {
  const width = place.name.length * letterWidth * height;
  const { x, y } = place.at;
  if (place.anchor === "middle") {
    return { left: x - width / 2, right: x + width / 2, top: y - height * (gap + 1), bottom: y - height * gap };
  }
  const left = place.anchor === "end" ? x - gap * height - width : x + gap * height;
  return { left, right: left + width, top: y - height / 2, bottom: y + height / 2 };
}

function around(place: MapPlace, radius: number): Box {
  const { x, y } = place.at;
  return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
