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
  /** Links below the title. */
  links?: ReactNode;
  /** Content at the bottom of the first screen. */
  children?: ReactNode;
}

/** The first screen of a page: its topic beside a picture, and facts at the bottom. */
export function PageHero({ kind, picture, bleed = false, links, children, ...text }: Props) {
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
          {links}
        </PageHeroText>
        {kind === "overview" ? <div className="PageHero-picture">{picture}</div> : picture}
      </div>
      {children}
    </section>
  );
}
