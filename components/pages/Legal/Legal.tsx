import type { ReactNode } from "react";
import type { LegalPage } from "../../props.gen";
import { ArticleBody } from "../../sections/ArticleBody/ArticleBody";
import { QuoteBox } from "../../sections/QuoteBox/QuoteBox";
import { Breadcrumbs } from "../../ui/Breadcrumbs/Breadcrumbs";
import { Contents } from "../../ui/Contents/Contents";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import { Scene } from "../../ui/Scene/Scene";
import { Document } from "../Document/Document";
import "./Legal.css";

interface Props extends LegalPage {
  /** The end of the page, in place of the box that leads to the form. */
  end?: ReactNode;
}

/** A legal page: a summary, then the text beside its table of contents. */
export function Legal({
  layout,
  breadcrumbs,
  title,
  lead,
  scene,
  updatedLabel,
  updated,
  updatedIso,
  contentsLabel,
  contents,
  html,
  quoteBox,
  end,
}: Props) {
  return (
    <Document
      layout={layout}
      first={
        <article className="Legal container grid">
          <header className="Legal-head">
            <div>
              <Breadcrumbs {...breadcrumbs} />
              <h1 className="Legal-title">{title}</h1>
              <p className="Legal-lead">{noWrap(lead)}</p>
              {updated && (
                <p className="Legal-updated note">
                  {updatedLabel} <time dateTime={updatedIso}>{updated}</time>
                </p>
              )}
            </div>
            {scene && (
              <Scene
                name={scene}
                decorative={!layout.assets.scenes[scene]?.srcset}
                first="words"
                className="Legal-scene"
              />
            )}
          </header>
          {contents.length > 0 && <Contents label={contentsLabel} links={contents} />}
          <ArticleBody parts={[html]}>{!end && <QuoteBox {...quoteBox} />}</ArticleBody>
        </article>
      }
    >
      {end}
    </Document>
  );
}
