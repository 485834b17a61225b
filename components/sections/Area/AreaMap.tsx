import type { AreaMap as AreaMapProps, MapLine, MapPlace, Point } from "../../props.gen";
import { gap, legible } from "./labels";
import "./AreaMap.css";

// The heights of the letters, in the map's units, that --map-text is set to on wide screens and on small ones, and on a
// small map on a small screen.
const wideText = 19;
const smallText = 34;
const narrowText = 40;

// How far the foot of a name stands above its town's dot.
const above = "-0.85em";

// The least distance of two corners of a line on a small map, in the map's units: a tenth of an inch on the screen.
const detail = 24;

interface Props {
  map: AreaMapProps;
  /** For a map that is as narrow as a phone's everywhere: few names, in large letters. */
  small?: boolean;
}

/**
 * The drawn map. Its towns link to their pages for mouse and touch; the list of links beside it serves keyboards and
 * screen readers, so the drawing is hidden from them, and its caption says what it shows.
 */
export function AreaMap({ map, small: narrow = false }: Props) {
  const wide = narrow ? new Set<string>() : legible(map, wideText);
  // Among those alone: a name that small screens show must leave room for all names of wide ones.
  const small = legible(map, narrow ? narrowText : smallText, narrow ? undefined : wide);
  const corners = narrow ? coarse : ({ points }: MapLine) => points.map(whole);
  const path = (lines: MapLine[], end = "") => lines.map((line) => relative(corners(line)) + end).join("");
  return (
    <figure className="AreaMap" data-small={narrow}>
      <svg className="AreaMap-drawing" viewBox={`0 0 ${map.width} ${map.height}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
        <circle className="AreaMap-reach" cx={map.center.x} cy={map.center.y} r={map.radius} />
        <path className="AreaMap-lake" d={path(map.lakes, "z")} />
        <path className="AreaMap-road" d={path(map.roads)} />
        <circle className="AreaMap-ring" cx={map.center.x} cy={map.center.y} r={map.radius} />
        {map.places.map((place) => (
          <Place key={place.name} place={place} label={small.has(place.name) ? "always" : wide.has(place.name) ? "wide" : "never"} />
        ))}
      </svg>
      {!narrow && (
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
  /** On which screens the name is shown beside the dot. */
  label: "always" | "wide" | "never";
}

function Place({ place, label }: PlaceProps) {
  const { x, y } = whole(place.at);
  const at = `translate(${x} ${y})`;
  const middle = place.anchor === "middle";
  const name = label !== "never" && (
    <text
      className="AreaMap-name"
      data-label={label}
      dx={middle ? undefined : `${place.anchor === "end" ? -gap : gap}em`}
      dy={middle ? above : "0.34em"}
      textAnchor={middle ? "middle" : place.anchor === "end" ? "end" : "start"}
    >
      {place.name}
    </text>
  );
  if (!place.href) {
    return (
      <g className="AreaMap-place" transform={at}>
        <circle className="AreaMap-dot" />
        {name}
      </g>
    );
  }
  return (
    <a className="AreaMap-place AreaMap-link" href={place.href} tabIndex={-1}>
      <g transform={at}>
        <circle className="AreaMap-target" />
        <circle className="AreaMap-dot" />
        {name}
      </g>
    </a>
  );
}

/** A point in whole units, about a pixel on wide screens and less on others: with decimals, the map takes 0.6 KB more of the first 14. */
function whole({ x, y }: Point): Point {
  return { x: Math.round(x), y: Math.round(y) };
}

/** A line in as much detail as a small map can show: its ends, and every turn that lies apart from the one before. */
function coarse({ points }: MapLine): Point[] {
  const kept: Point[] = [];
  points.forEach((point, i) => {
    const last = kept[kept.length - 1];
    const apart = !last || Math.abs(point.x - last.x) + Math.abs(point.y - last.y) > detail;
    if (apart || i === points.length - 1) kept.push(whole(point));
  });
  return kept;
}

/** A line as part of a path: each corner from the one before, which takes fewer digits. */
function relative(points: Point[]): string {
  return points.map((point, i) => {
    const from = points[i - 1];
    return from ? `${i === 1 ? "l" : " "}${point.x - from.x} ${point.y - from.y}` : `M${point.x} ${point.y}`;
  }).join("");
}
