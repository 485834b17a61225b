// The bundle of the drawings, separate from the one that renders pages, because they are drawn only once.
import { serve } from "@haulfront/render";
import { cloneElement } from "react";
import { scenes } from "./art";
import { SIGN_SPOT } from "./art/palette";
import type { Solid } from "./art/solid";

/**
 * One scene as an SVG document of its own; unsigned, with spots for the mark of another company than the built-in one,
 * and nothing if the scene has no sign.
 */
function Scene({ name, unsigned }: { name: string; unsigned: boolean }) {
  const drawing = scenes[name]!.draw();
  return unsigned ? signed(drawing.props.solids) && cloneElement(drawing, { unsigned }) : drawing;
}

function signed(solids: readonly Solid[]): boolean {
  return solids.some(({ parts, shapes }) =>
    parts ? signed(parts) : shapes.some((shape) => shape.kind === "face" && shape.paint === SIGN_SPOT),
  );
}

serve({
  pages: { Scene },
  // Metadata of the pictures, which pages need before they are drawn.
  values: { scenes: Object.entries(scenes).map(([name, { alt, width, height }]) => ({ name, alt, width, height })) },
});
