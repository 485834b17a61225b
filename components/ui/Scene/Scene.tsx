import clsx from "clsx";
import { useLayout } from "../../LayoutContext";
import "./Scene.css";

interface SceneProps {
  /** The scene's name, a key of components/art. */
  name: string;
  /**
   * Set for the picture of the first screen, which loads first; all others load lazily. "words" is for one that is
   * small on phones, where it must not delay the text; wider screens need a ScenePreload.
   */
  first?: boolean | "words";
  /** Shows the copy with less detail, if there is one and no photograph. */
  small?: boolean;
  /** Another scene for the screens of a media query, on which this element is not shown but would load. */
  instead?: { media: string; name: string };
  /** Leaves the alternative text empty, if the text beside the picture says the same. */
  decorative?: boolean;
  className?: string;
}

// A photograph is at most as wide as the hero's column. "auto" lets browsers measure lazy pictures first.
const firstSizes = "(min-width: 60rem) 42rem, 100vw";
const lazySizes = `auto, ${firstSizes}`;

/** A drawn scene, or the photograph that replaces it. */
export function Scene({ name, first = false, small = false, instead, decorative = false, className }: SceneProps) {
  const { scenes } = useLayout().assets;
  const full = scenes[name];
  const scene = (small && !full?.srcset && scenes[`${name}-small`]) || full;
  if (!scene) {
    throw new Error(`unknown scene "${name}": wanted one of ${Object.keys(scenes).join(", ")}`);
  }
  const other = instead && instead.name !== name && scenes[instead.name];
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
  if (!other) return image;
  return (
    <picture>
      <source
        media={instead.media}
        srcSet={other.srcset || other.src}
        sizes={other.srcset ? firstSizes : undefined}
      />
      {image}
    </picture>
  );
}

/** The name of a scene's crop for narrow screens: its own if it has none, or is a photograph and the crop is not. */
export function useCrop(name: string): string {
  const { scenes } = useLayout().assets;
  const crop = scenes[`${name}-phone`];
  return crop && (crop.srcset || !scenes[name]?.srcset) ? `${name}-phone` : name;
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
