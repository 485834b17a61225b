import type { AreaMap as AreaMapProps, MapPlace } from "../../props.gen";
import "./AreaMap.css";

// Letter heights in map units, as in --map-text: on wide screens and on small ones.
const wideText = 19;
const smallText = 34;

// Distance of a name's baseline above its town's dot.
const above = "-0.85em";

// Distance of a name from its town's dot, in multiples of the letter height.
const gap = 0.65;

// An average letter of the body face is a little more than half as wide as it is high.
const letterWidth = 0.56;

interface Props {
  map: AreaMapProps;
}

/**
 * The drawn map. Its towns link to their pages for mouse and touch; the list of links beside it serves keyboards and
 * screen readers, so the drawing is hidden from them, and its caption says what it shows.
 */
export function AreaMap({ map }: Props) {
  const wide = legible(map.places, map, wideText, ["start", "end", "middle"]);
  // A subset: a name shown on small screens must also fit among all names of wide ones.
  const small = legible([...wide.values()], map, smallText, []);
  const linked = dots(map.places.filter(({ href }) => href));
  return (
    <figure className="AreaMap">
      <svg
        className="AreaMap-drawing"
        viewBox={`0 0 ${map.width} ${map.height}`}
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
        focusable="false"
      >
        {map.radius > 0 && <circle className="AreaMap-reach" cx={map.center.x} cy={map.center.y} r={map.radius} />}
        <path className="AreaMap-lake" d={map.lakes} />
        <path className="AreaMap-road" d={map.roads} />
        {map.radius > 0 && <circle className="AreaMap-ring" cx={map.center.x} cy={map.center.y} r={map.radius} />}
        {map.places.map((place) => (
          <Place
            key={place.name}
            place={wide.get(place.name) ?? place}
            label={small.has(place.name) ? "always" : wide.has(place.name) ? "wide" : "never"}
          />
        ))}
        <path className="AreaMap-dots" d={dots(map.places.filter(({ href }) => !href))} />
        <path className="AreaMap-dots" data-linked="edge" d={linked} />
        <path className="AreaMap-dots" data-linked="" d={linked} />
      </svg>
      {map.radiusLabel && (
        <p className="AreaMap-radius" aria-hidden="true">
          {map.radiusLabel}
        </p>
      )}
      <figcaption className="visually-hidden">{map.alt}</figcaption>
    </figure>
  );
}

interface PlaceProps {
  place: MapPlace;
  /** The screens that show the name beside the dot. */
  label: "always" | "wide" | "never";
}

function Place({ place, label }: PlaceProps) {
  const { x, y } = place.at;
  const middle = place.anchor === "middle";
  const name = label !== "never" && (
    <text
      className="AreaMap-name"
      data-label={label}
      x={x}
      y={y}
      dx={middle ? undefined : `${place.anchor === "end" ? -gap : gap}em`}
      dy={middle ? above : "0.34em"}
      textAnchor={middle ? "middle" : place.anchor === "end" ? "end" : "start"}
    >
      {place.name}
    </text>
  );
  if (!place.href) return name;
  return (
    <a className="AreaMap-link" href={place.href} tabIndex={-1}>
      <circle className="AreaMap-target" cx={x} cy={y} />
      {name}
    </a>
  );
}

/** Dots as lines without length, whose round ends are drawn: one element for all. */
function dots(places: MapPlace[]): string {
  return places.map(({ at }) => `M${at.x} ${at.y}h0`).join("");
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * The places whose names fit on the map at a letter height in map units without touching each other, a dot or the edge,
 * each on its own side of the dot or, if it does not fit there, on the first of the others that has space. The first
 * place, the company's own, always has its name; then come towns with a page. Small screens have larger letters, so fewer
 * names fit.
 */
function legible(
  places: MapPlace[],
  { width, height }: AreaMapProps,
  letters: number,
  others: string[],
): Map<string, MapPlace> {
  const taken: Box[] = [];
  const names = new Map<string, MapPlace>();
  const dots = places.map((place) => around(place, letters * 0.3));
  const putName = (place: MapPlace, index: number) => {
    const fits = (anchor: string) => {
      const box = boxOf({ ...place, anchor }, letters);
      const inside = box.left >= 0 && box.right <= width && box.top >= 0 && box.bottom <= height;
      const touches = (other: Box) => other !== dots[index] && overlap(box, other);
      return inside && !taken.some(touches) && !dots.some(touches);
    };
    const anchor = [place.anchor, ...others].find(fits) ?? (index === 0 ? place.anchor : undefined);
    if (anchor) {
      taken.push(boxOf({ ...place, anchor }, letters));
      names.set(place.name, { ...place, anchor });
    }
  };
  const isFirst = ({ href }: MapPlace, index: number) => index === 0 || href;
  places.forEach((place, i) => isFirst(place, i) && putName(place, i));
  places.forEach((place, i) => isFirst(place, i) || putName(place, i));
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
