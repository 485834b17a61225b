import clsx from "clsx";
import type { ReactNode } from "react";
import { PageHeroText, type PageHeroTextProps } from "./PageHeroText";
import "./PageHero.css";

interface Props extends Omit<PageHeroTextProps, "id"> {
  /** What kind of page it opens: it prefixes the heading's id, and the styles differ by it. */
  kind: "overview" | "category" | "city";
  /** The picture beside the words; without one they are centered. */
  picture?: ReactNode;
  /** Set for a picture that runs out of the window on the right. */
  bleed?: boolean;
  /** What stands at the bottom of the first screen. */
  children?: ReactNode;
}

/** The first screen of a page: its topic beside a picture, and facts at the bottom. */
export function PageHero({ kind, picture, bleed = false, children, ...text }: Props) {
  return (
    <section className={`PageHero PageHero-${kind}`} aria-labelledby={`${kind}-title`}>
      <div className={clsx("PageHero-inner grid", kind === "city" && "container", bleed && "PageHero-bleed", !picture && "PageHero-centered")}>
        <PageHeroText {...text} id={kind} />
        {kind === "overview" ? <div className="PageHero-picture">{picture}</div> : picture}
      </div>
      {children}
    </section>
  );
}
