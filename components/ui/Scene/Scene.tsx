import clsx from "clsx";
import { useLayout } from "../../LayoutContext";
import "./Scene.css";

interface SceneProps {
  /** The scene's name in the kit of drawings. */
  name: string;
  /** Set for the picture that the first screen is judged by; all others wait until they are approached. */
  first?: boolean;
  /** Empties the alternative text where the words beside the picture say the same. */
  decorative?: boolean;
  className?: string;
}

// How wide a photograph stands on the page: nowhere wider than the hero's column. Where a browser can measure a lazy
// picture before it is fetched, it does.
const firstSizes = "(min-width: 64rem) 42rem, 100vw";
const lazySizes = `auto, ${firstSizes}`;

/** A drawn scene, or the photograph that has taken its place. */
export function Scene({ name, first = false, decorative = false, className }: SceneProps) {
  const { scenes } = useLayout().assets;
  const scene = scenes[name];
  if (!scene) {
    throw new Error(`unknown scene "${name}": wanted one of ${Object.keys(scenes).join(", ")}`);
  }
  return (
    <img
      className={clsx("Scene", className)}
      data-photo={scene.srcset ? "" : undefined}
      src={scene.src}
      srcSet={scene.srcset || undefined}
      sizes={scene.srcset ? (first ? firstSizes : lazySizes) : undefined}
      alt={decorative ? "" : scene.alt}
      width={scene.width}
      height={scene.height}
      loading={first ? "eager" : "lazy"}
      decoding={first ? "sync" : "async"}
      fetchPriority={first ? "high" : "auto"}
    />
  );
}
