import { Fragment, type ReactNode } from "react";
import type { QuoteBox as QuoteBoxProps } from "../../props.gen";
import { QuoteBox } from "../QuoteBox/QuoteBox";
import { noWrapHTML } from "../../ui/NoWrap/NoWrap";
import "./ArticleBody.css";

interface ArticleBodyProps {
  /** HTML made from content's Markdown, which may not contain raw HTML. */
  parts: string[];
  /** Between the parts. */
  quoteBox?: QuoteBoxProps;
  /** After the last part. */
  children?: ReactNode;
}

/** The text of an article or a legal page. */
export function ArticleBody({ parts, quoteBox, children }: ArticleBodyProps) {
  return (
    <div className="ArticleBody">
      {parts.map((html, i) => (
        <Fragment key={i}>
          {i > 0 && quoteBox && <QuoteBox {...quoteBox} />}
          <div className="ArticleBody-part" dangerouslySetInnerHTML={{ __html: noWrapHTML(html) }} />
        </Fragment>
      ))}
      {children}
    </div>
  );
}
