import type { ReactElement } from "react";
import { Picture } from "./Picture";
import type { Solid } from "./solid";

/** One picture: what it shows in a sentence, its size in pixels, and the drawing, whose root is an svg element. */
export interface Scene {
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  readonly draw: () => ReactElement;
}

/**
 * A scene from solids that are built when it is drawn. `frame` decides scale and place where pictures have to line up.
 */
export function scene(alt: string, [width, height]: readonly [number, number], solids: () => Solid[], fitTo?: () => Solid[]): Scene {
  return { alt, width, height, draw: () => <Picture width={width} height={height} solids={solids()} {...(fitTo ? { fitTo: fitTo() } : {})} /> };
}
