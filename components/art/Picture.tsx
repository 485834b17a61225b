import type { ReactElement } from "react";
import { flatten, withTrucks } from "./assembly";
import { paint } from "./palette";
import { layers } from "./layers";
import { PLANE, SPHERE_SCALE, projectedRect, project } from "./projection";
import { SHADOW } from "./renderer";
import type { Solid, TruckKind } from "./solid";

/** The opacity of shadows. */
const SHADOW_OPACITY = 0.16;

/** The stroke of each face in its own color, in pixels, which closes hairline gaps between faces. */
const SEAM_WIDTH = 0.9;

/** The margin around a picture, in pixels. */
export const MARGIN = 6;

/**
 * The largest unit of path data in pixels, since all coordinates are whole numbers of units, and the number of cells of
 * four square units that must be visible of a face. Small copies are shown at a quarter to two thirds of the size.
 */
const DETAIL = { unit: 0.9, cells: 3 };
const SMALL_DETAIL = { unit: 1.5, cells: 9 };

export interface PictureProps {
  readonly width: number;
  readonly height: number;
  readonly solids: readonly Solid[];
  /** The solids that determine scale and position instead of all, so that pairs of pictures line up. */
  readonly fitTo?: readonly Solid[];
  /** The part of it that is shown, in pixels; all by default. */
  readonly crop?: readonly [left: number, top: number, width: number, height: number];
  /** Leaves out what nobody sees on a card. */
  readonly small?: boolean;
  /** Leaves a spot for a mark where trucks have the built-in company's sign: one path, whose color is SIGN_SPOT. */
  readonly unsigned?: boolean;
  /** The kind of its trucks. */
  readonly trucks?: TruckKind;
}

/** Draws solids as an SVG image, centered and as large as fits into width × height pixels. */
export function Picture({
  width, height, solids, fitTo = solids, crop = [0, 0, width, height], small = false, unsigned = false, trucks = "box",
}: PictureProps): ReactElement {
  const ordered = flatten(withTrucks(trucks, solids));
  // Pictures with either kind of truck have the same scale and position.
  const { scale, left, top } = fit(flatten(withTrucks("box", fitTo), "listed"), width, height);
  const { unit, cells } = small ? SMALL_DETAIL : DETAIL;
  // Most measures of parts are multiples of a fifth or tenth of a foot.
  const unitsPerFoot = 5 * Math.ceil(scale / unit / 5);
  const units = (pixels: number) => Math.round((pixels * unitsPerFoot) / scale);
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={crop[2]}
      height={crop[3]}
      viewBox={`0 0 ${units(crop[2])} ${units(crop[3])}`}
    >
      <g
        fill="currentColor"
        stroke="currentColor"
        strokeLinejoin="round"
        strokeWidth={((SEAM_WIDTH * unitsPerFoot) / scale).toFixed(1)}
        transform={`matrix(${PLANE} ${units(left - crop[0])} ${units(top - crop[1])})`}
      >
        {layers(ordered, unitsPerFoot, cells, unsigned).map(({ fill, d }, i) =>
          fill === SHADOW ? (
            <path key={i} fill={paint.ink} fillOpacity={SHADOW_OPACITY} stroke="none" d={d} />
          ) : (
            <path key={i} color={fill} d={d} />
          ),
        )}
      </g>
    </svg>
  );
}

function fit(solids: readonly Solid[], width: number, height: number) {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (let i = 0; i < solids.length; i++) {
    const { points, shapes, bounds } = solids[i]!;
    // Most solids stand on ground that extends beyond their bounds.
    const box = projectedRect(bounds);
    if (box.left >= left && box.right <= right && box.top >= top && box.bottom <= bottom) continue;
    const first = shapes[0];
    // The extent of spheres is that of the spheres, of any other solid that of its corners.
    const radii = first?.kind === "spheres" ? first.radii : undefined;
    const end = radii ? 3 * radii.length : points.length;
    for (let k = 0; k < end; k += 3) {
      const p = project([points[k]!, points[k + 1]!, points[k + 2]!]);
      const r = radii ? radii[k / 3]! * SPHERE_SCALE : 0;
      left = Math.min(left, p[0] - r);
      right = Math.max(right, p[0] + r);
      top = Math.min(top, p[1] - r);
      bottom = Math.max(bottom, p[1] + r);
    }
  }
  const scale = Math.min((width - 2 * MARGIN) / (right - left), (height - 2 * MARGIN) / (bottom - top));
  return { scale, left: width / 2 - (scale * (left + right)) / 2, top: height / 2 - (scale * (top + bottom)) / 2 };
}
