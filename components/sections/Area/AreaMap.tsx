import type { AreaMap as AreaMapProps, MapLine, MapPlace } from "../../props.gen";
import { gap, legible } from "./labels";
import "./AreaMap.css";

// The heights of the letters, in the map's units, that --map-text is set to on wide screens and on small ones.
const wideText = 19;
const smallText = 34;

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
  const small = legible(map, smallText, narrow ? undefined : wide);
  // A small map shows no tenths of its units.
  const precise = narrow ? Math.round : (n: number) => n;
  return (
    <figure className="AreaMap" data-small={narrow}>
      <svg className="AreaMap-drawing" viewBox={`0 0 ${map.width} ${map.height}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
        <circle className="AreaMap-reach" cx={map.center.x} cy={map.center.y} r={map.radius} />
        {map.lakes.map((lake) => (
          <path key={lake.name} className="AreaMap-lake" d={`${path(lake, precise)}Z`} />
        ))}
        {map.roads.map((road) => (
          <path key={road.name} className="AreaMap-road" d={path(road, precise)} />
        ))}
        <circle className="AreaMap-ring" cx={map.center.x} cy={map.center.y} r={map.radius} />
        {map.places.map((place) => (
          <Place key={place.name} place={place} label={small.has(place.name) ? "always" : wide.has(place.name) ? "wide" : "never"} />
        ))}
      </svg>
      <p className="AreaMap-radius" aria-hidden="true">
        {map.radiusLabel}
      </p>
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

function path(line: MapLine, precise: (n: number) => number): string {
  return `M${line.points.map((point) => `${precise(point.x)} ${precise(point.y)}`).join("L")}`;
}
