import type { ReactElement } from "react";
import { BALL_SCALE, project, type Spot } from "./geometry";
import { paint } from "./palette";
import { SHADOW, layers, type View } from "./paper";
import { leaves, type Shape, type Solid } from "./solid";

/** How dark a shadow is on the ground: one tone, everywhere. */
const SHADOW_OPACITY = 0.16;

/** Pixels to a unit of the drawing: with numbers to one decimal a fifth of a pixel is kept, and files are a sixth smaller. */
const GRAIN = 2;

/** Widens every face by half of this many units in its own colour, so that no light shines through the joints. */
const SEAM = 0.35;

/** The room left around a picture, in units. */
const MARGIN = 3;

export interface PictureProps {
  readonly width: number;
  readonly height: number;
  readonly solids: readonly Solid[];
  /** What decides scale and place instead of all solids, so that pairs of pictures line up. */
  readonly frame?: readonly Solid[];
}

/** Draws solids as one SVG image, as large as fits into width × height pixels, in the middle. */
export function Picture({ width, height, solids, frame = solids }: PictureProps): ReactElement {
  const ordered = leaves(solids);
  const [across, down] = [width / GRAIN, height / GRAIN];
  const view = fit(frame === solids ? ordered : leaves(frame, "listed"), across, down);
  return (
    <svg xmlns="http://www.w3.org/2000/svg" width={width} height={height} viewBox={`0 0 ${across} ${down}`}>
      <g strokeLinejoin="round" strokeWidth={SEAM}>
        {layers(ordered, view).map(({ fill, d }, i) =>
          fill === SHADOW ? <path key={i} fill={paint.ink} fillOpacity={SHADOW_OPACITY} d={d} /> : <path key={i} fill={fill} stroke={fill} d={d} />,
        )}
      </g>
    </svg>
  );
}

function fit(solids: readonly Solid[], width: number, height: number): View {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { shapes } of solids) {
    for (const [x, y] of shapes.flatMap(reach)) {
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  const scale = Math.min((width - 2 * MARGIN) / (right - left), (height - 2 * MARGIN) / (bottom - top));
  return { scale, left: width / 2 - (scale * (left + right)) / 2, top: height / 2 - (scale * (top + bottom)) / 2 };
}

function reach(shape: Shape): Spot[] {
  if (shape.kind === "side") return shape.corners.map(project);
  if (shape.kind === "tube") return shape.rings.flat().map(project);
  return shape.balls.flatMap(({ centre, radius }): Spot[] => {
    const [x, y] = project(centre);
    const r = radius * BALL_SCALE;
    return [[x - r, y - r], [x + r, y + r]];
  });
}
