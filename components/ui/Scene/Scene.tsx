import clsx from "clsx";
import type { Assets } from "../../props.gen";
import "./Scene.css";

interface SceneProps {
  assets: Assets;
  /** The scene's name in the kit of drawings. */
  name: string;
  /** Set for the picture that the first screen is judged by; all others wait until they are approached. */
  first?: boolean;
  /** Empties the alternative text where the words beside the picture say the same. */
  ornament?: boolean;
  className?: string;
}

/** A drawn scene, or the photograph that has taken its place. */
export function Scene({ assets, name, first = false, ornament = false, className }: SceneProps) {
  const scene = assets.scenes[name];
  if (!scene) {
    throw new Error(`unknown scene "${name}": wanted one of ${Object.keys(assets.scenes).join(", ")}`);
  }
  return (
    <img
      className={clsx("Scene", className)}
      src={scene.src}
      alt={ornament ? "" : scene.alt}
      width={scene.width}
      height={scene.height}
      loading={first ? "eager" : "lazy"}
      decoding={first ? "sync" : "async"}
      fetchPriority={first ? "high" : "auto"}
    />
  );
}
