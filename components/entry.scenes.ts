// The drawings have a bundle of their own: they are drawn once, and the bundle that renders pages does not contain
// them.
import { serve } from "@haulfront/render";
import { scenes } from "./art";

/** One scene as an SVG document of its own. */
function Scene({ name }: { name: string }) {
  return scenes[name]!.draw();
}

serve({
  pages: { Scene },
  // What pages need to know about a picture before it is drawn.
  values: { scenes: Object.entries(scenes).map(([name, { alt, width, height }]) => ({ name, alt, width, height })) },
});
