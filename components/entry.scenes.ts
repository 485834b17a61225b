// The drawings, apart from the pages: they are drawn once, and the program that serves pages does not carry them.
import { serve } from "@haulfront/render";
import { scenes } from "./art";

/** One scene as an SVG document of its own. */
function Scene({ name }: { name: string }) {
  return scenes[name]!.draw();
}

serve({
  pages: { Scene },
  // What pages have to know of a picture before it is drawn.
  values: { scenes: Object.entries(scenes).map(([name, { alt, width, height }]) => ({ name, alt, width, height })) },
});
