import { cloneElement, type ReactElement } from "react";
import { Picture, type PictureProps } from "./Picture";
import { withCrew } from "./assembly";
import type { Solid } from "./solid";

/** Width and height in pixels. */
type Size = readonly [width: number, height: number];

/** A picture: alternative text, size in pixels, and the drawing, whose root is an svg element. */
export interface Scene {
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  /** Draws it, or its plain version: see `plain` in assembly.ts. */
  readonly draw: (plain?: boolean) => ReactElement<PictureProps>;
}

/** A scene of solids that are built when it is drawn; all of them determine scale and position. */
export function scene(alt: string, [width, height]: Size, solids: () => Solid[]): Scene {
  const draw = (plain = false) => <Picture width={width} height={height} solids={withCrew(!plain, solids())} />;
  return { alt, width, height, draw };
}

/**
 * Pictures of one place, each with its alternative text and the solids it adds. The place determines scale and
 * position, so that they line up.
 */
export function views(
  [width, height]: Size,
  place: () => Solid[],
  pictures: Record<string, readonly [alt: string, solids: () => Solid[]]>,
): Record<string, Scene> {
  const drawing = (solids: () => Solid[]) => (plain = false) => {
    const there = place();
    return <Picture width={width} height={height} solids={[...there, ...withCrew(!plain, solids())]} fitTo={there} />;
  };
  return Object.fromEntries(
    Object.entries(pictures).map(([name, [alt, solids]]) => [name, { alt, width, height, draw: drawing(solids) }]),
  );
}

/**
 * Plain versions of scenes, for a company without some of what they show, by their alternative texts; named
 * `plain-<scene>`.
 */
export function plainCopies(scenes: Record<string, Scene>, alts: Record<string, string>): Record<string, Scene> {
  return Object.fromEntries(
    Object.entries(alts).map(([name, alt]) => {
      const { draw, ...rest } = scenes[name]!;
      return [`plain-${name}`, { ...rest, alt, draw: () => draw(true) }];
    }),
  );
}

/** Crops of scenes for phones, each from its own left edge on, in pixels of the scene; named `<scene>-phone`. */
export function crops(
  scenes: Record<string, Scene>, [top, width, height]: readonly [number, ...Size], lefts: Record<string, number>,
): Record<string, Scene> {
  return Object.fromEntries(
    Object.entries(lefts).map(([name, left]) => {
      const { alt, draw } = scenes[name]!;
      const cropped = () => cloneElement(draw(), { crop: [left, top, width, height] });
      return [`${name}-phone`, { alt, width, height, draw: cropped }];
    }),
  );
}

/** Copies of scenes for cards, without details too small to be seen there, named `<scene>-small`. */
export function smallCopies(scenes: Record<string, Scene>): Record<string, Scene> {
  return Object.fromEntries(
    Object.entries(scenes).map(([name, { draw, ...rest }]) => [
      `${name}-small`,
      { ...rest, draw: () => cloneElement(draw(), { small: true }) },
    ]),
  );
}
