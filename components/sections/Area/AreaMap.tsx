import type { AreaMap as AreaMapProps, MapLine, MapPlace, Point } from "../../props.gen";
import { gap, legible } from "./labels";
import "./AreaMap.css";

// The heights of the letters, in the map's units, that --map-text is set to on wide screens and on small ones, and on a
// small map on a small screen.
const wideText = 19;
const smallText = 34;
const narrowText = 40;

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
  const line = narrow ? coarse : ({ points }: MapLine) => points;
  return (
    <figure className="AreaMap" data-small={narrow}>
      <svg className="AreaMap-drawing" viewBox={`0 0 ${map.width} ${map.height}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
        <circle className="AreaMap-reach" cx={map.center.x} cy={map.center.y} r={map.radius} />
        {map.lakes.map((lake) => (
          <path key={lake.name} className="AreaMap-lake" d={`${path(line(lake))}Z`} />
        ))}
        {map.roads.map((road) => (
          <path key={road.name} className="AreaMap-road" d={path(line(road))} />
        ))}
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
  const { x, y } = place.at;
  const middle = place.anchor === "middle";
  const name = label !== "never" && (
    <text
      className="AreaMap-name"
      data-label={label}
      x={x}
      y={y}
      dx={middle ? undefined : `${place.anchor === "end" ? -gap : gap}em`}
      dy={middle ? `${-gap - 0.2}em` : "0.34em"}
      textAnchor={middle ? "middle" : place.anchor === "end" ? "end" : "start"}
    >
      {place.name}
    </text>
  );
  if (!place.href) {
    return (
      <g className="AreaMap-place">
        <circle className="AreaMap-dot" cx={x} cy={y} />
        {name}
      </g>
    );
  }
  return (
    <a className="AreaMap-place AreaMap-link" href={place.href} tabIndex={-1}>
      <circle className="AreaMap-target" cx={x} cy={y} />
      <circle className="AreaMap-dot" cx={x} cy={y} />
      {name}
    </a>
  );
}

/** A line in as much detail as a small map can show: its ends, and every turn that lies apart from the one before. */
function coarse({ points }: MapLine): Point[] {
  const kept: Point[] = [];
  points.forEach((point, i) => {
    const last = kept[kept.length - 1];
    const apart = !last || Math.abs(point.x - last.x) + Math.abs(point.y - last.y) > detail;
    if (apart || i === points.length - 1) kept.push({ x: Math.round(point.x), y: Math.round(point.y) });
  });
  return kept;
}

function path(points: Point[]): string {
  return `M${points.map((point) => `${point.x} ${point.y}`).join("L")}`;
}
