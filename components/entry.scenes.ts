// The bundle of the drawings, separate from the one that renders pages, because they are drawn only once.
import { serve } from "@haulfront/render";
import { scenes } from "./art";

/** One scene as an SVG document of its own. */
function Scene({ name }: { name: string }) {
  return scenes[name]!.draw();
}

serve({
  pages: { Scene },
  // Metadata of the pictures, which pages need before they are drawn.
  values: { scenes: Object.entries(scenes).map(([name, { alt, width, height }]) => ({ name, alt, width, height })) },
});
