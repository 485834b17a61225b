import { Fragment, type ReactNode } from "react";
import type { QuoteBox as QuoteBoxProps } from "../../props.gen";
import { QuoteBox } from "../QuoteBox/QuoteBox";
import { noWrapHTML } from "../../ui/NoWrap/NoWrap";
import { Scene } from "../../ui/Scene/Scene";
import "./ArticleBody.css";

interface ArticleBodyProps {
  /** HTML made from content's Markdown, which may not contain raw HTML. */
  parts: string[];
  /** Between the parts. */
  quoteBox?: QuoteBoxProps;
  /** Scenes between the sections, evenly spread. */
  figures?: string[];
  /** Set if headings stand beside the text on wide screens. */
  hanging?: boolean;
  /** After the last part. */
  children?: ReactNode;
}

/** The text of an article or a legal page. */
export function ArticleBody({ parts, quoteBox, figures = [], hanging = false, children }: ArticleBodyProps) {
  const sections = parts.map((html) => noWrapHTML(html).split(/(?=<h2)/));
  const total = sections.flat().length;
  const before = (section: number) =>
    figures.find((_, i) => section === Math.round(((i + 1) * total) / (figures.length + 1)));
  let section = 0;
  return (
    <div className="ArticleBody" data-hanging={hanging || undefined}>
      {sections.map((part, i) => (
        <Fragment key={i}>
          {i > 0 && quoteBox && <QuoteBox {...quoteBox} />}
          {part.map((html) => {
            const figure = before(section++);
            return (
              <Fragment key={section}>
                {figure && <Scene name={figure} className="ArticleBody-figure frame" />}
                <div
                  className="ArticleBody-part"
                  data-table={html.includes("<table") || undefined}
                  dangerouslySetInnerHTML={{ __html: html }}
                />
              </Fragment>
            );
          })}
        </Fragment>
      ))}
      {children}
    </div>
  );
}
