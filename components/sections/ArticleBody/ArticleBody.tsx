import { Fragment, type ReactNode } from "react";
import type { QuoteBox as QuoteBoxProps } from "../../props.gen";
import { QuoteBox } from "../QuoteBox/QuoteBox";
import { noWrapHTML } from "../../ui/NoWrap/NoWrap";
import "./ArticleBody.css";

interface ArticleBodyProps {
  /** HTML made from our own Markdown, in which raw HTML is rejected. */
  parts: string[];
  /** Stands between the parts. */
  quoteBox?: QuoteBoxProps;
  /** Stands after the last part. */
  children?: ReactNode;
}

/** The words of an article or of a legal page. */
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
