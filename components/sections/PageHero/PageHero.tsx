import clsx from "clsx";
import type { ReactNode } from "react";
import { PageHeroText, type PageHeroTextProps } from "./PageHeroText";
import "./PageHero.css";

interface Props extends Omit<PageHeroTextProps, "id" | "className"> {
  /** The kind of page, which prefixes the heading's id and selects the styles. */
  kind: "overview" | "category" | "city";
  /** The picture beside the text; without one the text is centered. */
  picture?: ReactNode;
  /** Set if the picture extends past the window on the right. */
  bleed?: boolean;
  /** Content below the title of an overview, at the bottom of other first screens. */
  children?: ReactNode;
}

/** The first screen of a page: its topic beside a picture, and facts at the bottom. */
export function PageHero({ kind, picture, bleed = false, children, ...text }: Props) {
  return (
    <section className={clsx("PageHero", `PageHero-${kind}`, text.dark && "PageHero-dark")} aria-labelledby={`${kind}-title`}>
      <div
        className={clsx(
          "PageHero-inner grid",
          kind === "city" && "container",
          bleed && "PageHero-bleed",
          !picture && "PageHero-centered",
        )}
      >
        <PageHeroText {...text} id={kind} className="PageHero-text">
          {kind === "overview" && children}
        </PageHeroText>
        {kind === "overview" ? <div className="PageHero-picture">{picture}</div> : picture}
      </div>
      {kind !== "overview" && children}
    </section>
  );
}
