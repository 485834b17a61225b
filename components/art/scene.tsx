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

/**
 * Pictures of one place, each with its alternative text and what it adds to the place: the place decides scale and
 * position, so that they line up.
 */
export function views(size: readonly [number, number], place: () => Solid[], pictures: Record<string, readonly [alt: string, solids: () => Solid[]]>): Record<string, Scene> {
  return Object.fromEntries(Object.entries(pictures).map(([name, [alt, solids]]) => [name, scene(alt, size, () => [...place(), ...solids()], place)]));
}
