import { createElement, type ReactElement } from "react";
import { scenes } from "./index";

/** One scene as an SVG document of its own. */
export function Scene({ name }: { name: string }): ReactElement {
  const scene = scenes[name];
  if (!scene) throw new Error(`no scene is called ${name}; there are ${Object.keys(scenes).join(", ")}`);
  return scene.draw();
}

/** The names, sizes and alternative texts of all scenes, as XML: what pages need to know of a picture. */
export function SceneCatalogue(): ReactElement {
  return createElement(
    "scenes",
    null,
    Object.entries(scenes).map(([name, { alt, width, height }]) => createElement("scene", { key: name, name, alt, width, height })),
  );
}
