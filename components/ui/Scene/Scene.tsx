import clsx from "clsx";
import { useLayout } from "../../LayoutContext";
import "./Scene.css";

interface SceneProps {
  /** The scene's name, a key of components/art. */
  name: string;
  /**
   * Set for the picture of the first screen, which loads first; all others load lazily. "words" is for one that
   * must not delay the text beside it on phones; wide screens need a ScenePreload.
   */
  first?: boolean | "words";
  /** Shows the copy with less detail, if there is one and no photograph. */
  small?: boolean;
  /** The screens that load the scene's crop `<name>-phone` instead, as a media query. A photograph replaces both. */
  crop?: string;
  /** Leaves the alternative text empty, if the text beside the picture says the same. */
  decorative?: boolean;
  className?: string;
}

// A photograph is at most as wide as the hero's column. "auto" lets browsers measure lazy pictures first.
const firstSizes = "(min-width: 60rem) 42rem, 100vw";
const lazySizes = `auto, ${firstSizes}`;

/** A drawn scene, or the photograph that replaces it. */
export function Scene({ name, first = false, small = false, crop, decorative = false, className }: SceneProps) {
  const { scenes } = useLayout().assets;
  const full = scenes[name];
  const scene = (small && !full?.srcset && scenes[`${name}-small`]) || full;
  if (!scene) {
    throw new Error(`unknown scene "${name}": wanted one of ${Object.keys(scenes).join(", ")}`);
  }
  const cropped = crop && scenes[`${name}-phone`];
  const image = (
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
  if (!cropped || (full?.srcset && !cropped.srcset)) return image;
  return (
    <picture>
      <source
        media={crop}
        srcSet={cropped.srcset || cropped.src}
        sizes={cropped.srcset ? firstSizes : undefined}
        width={cropped.width}
        height={cropped.height}
      />
      {image}
    </picture>
  );
}

/** The photograph that content names; nothing where there is none. */
export function Photo({ name, className }: { name: string | undefined; className?: string }) {
  const { scenes } = useLayout().assets;
  if (!name || !scenes[name]) return null;
  return <Scene name={name} className={clsx("frame", className)} />;
}

/** Makes wide screens load a scene first. */
export function ScenePreload({ name }: { name: string }) {
  const scene = useLayout().assets.scenes[name]!;
  return (
    <link
      rel="preload"
      as="image"
      media="(min-width: 60rem)"
      href={scene.srcset ? undefined : scene.src}
      imageSrcSet={scene.srcset || undefined}
      imageSizes={scene.srcset ? firstSizes : undefined}
      fetchPriority="high"
    />
  );
}
