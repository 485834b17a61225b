import { Fragment } from "react";
import type { QuoteBox as QuoteBoxProps } from "../../props.gen";
import { QuoteBox } from "../QuoteBox/QuoteBox";
import { noWrapHTML } from "../../ui/NoWrap/NoWrap";
import "./ArticleBody.css";

interface ArticleBodyProps {
  /** HTML made from our own Markdown, in which raw HTML is rejected. */
  parts: string[];
  quoteBox: QuoteBoxProps;
}

/** An article's words, with the quote box between its parts. */
export function ArticleBody({ parts, quoteBox }: ArticleBodyProps) {
  return (
    <div className="ArticleBody">
      {parts.map((html, i) => (
        <Fragment key={i}>
          {i > 0 && <QuoteBox {...quoteBox} />}
          <div className="ArticleBody-part" dangerouslySetInnerHTML={{ __html: noWrapHTML(html) }} />
        </Fragment>
      ))}
    </div>
  );
}
