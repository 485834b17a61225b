import clsx from "clsx";
import { useLayout } from "../../LayoutContext";
import "./Scene.css";

interface SceneProps {
  /** The scene's name, a key of components/art. */
  name: string;
  /**
   * Set for the picture of the first screen, which loads first; all others load lazily. "words" is for one that is small on
   * phones, where it leaves the network to the words: wider screens need a ScenePreload.
   */
  first?: boolean | "words";
  /** Leaves the alternative text empty where the text beside the picture says the same. */
  decorative?: boolean;
  className?: string;
}

// The width of a photograph on the page: nowhere wider than the hero's column. Browsers that can measure a lazy picture
// before fetching it do so (auto).
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
      fetchPriority={first === "words" ? "low" : first ? "high" : "auto"}
    />
  );
}

/** Has screens that are wider than a phone's load a scene first. */
export function ScenePreload({ name }: { name: string }) {
  const scene = useLayout().assets.scenes[name]!;
  return (
    <link
      rel="preload"
      as="image"
      media="(min-width: 36rem)"
      href={scene.srcset ? undefined : scene.src}
      imageSrcSet={scene.srcset || undefined}
      imageSizes={scene.srcset ? firstSizes : undefined}
      fetchPriority="high"
    />
  );
}
