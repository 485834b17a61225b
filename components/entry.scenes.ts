// The bundle of the drawings, separate from the one that renders pages, because they are drawn only once.
import { serve } from "@haulfront/render";
import { cloneElement } from "react";
import { scenes, type Scene as Picture } from "./art";
import { flatten } from "./art/assembly";
import { SIGN_SPOT } from "./art/palette";
import type { TruckKind } from "./art/solid";

/** The scene that was drawn last: its variants, which are asked for together, show the same solids. */
let last: { readonly name: string; readonly drawing: ReturnType<Picture["draw"]> } | undefined;

/**
 * One scene as an SVG document of its own; for another company than the built-in one unsigned, with spots for its mark,
 * or with another kind of truck, and nothing if the scene has no sign or no truck.
 */
function Scene({ name, variant }: { name: string; variant: "" | "unsigned" | TruckKind }) {
  if (last?.name !== name) last = { name, drawing: scenes[name]!.draw() };
  const { drawing } = last;
  const solids = flatten(drawing.props.solids, "listed");
  const signed = solids.some(({ shapes }) => shapes.some((shape) => shape.kind === "face" && shape.paint === SIGN_SPOT));
  if (variant === "unsigned") return signed && cloneElement(drawing, { unsigned: true });
  return variant === "" ? drawing : solids.some(({ trucks }) => trucks) && cloneElement(drawing, { trucks: variant });
}

serve({
  pages: { Scene },
  // Metadata of the pictures, which pages need before they are drawn.
  values: { scenes: Object.entries(scenes).map(([name, { alt, width, height }]) => ({ name, alt, width, height })) },
});
