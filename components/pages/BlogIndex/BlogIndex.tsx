import type { BlogPage } from "../../props.gen";
import { QuoteBox } from "../../sections/QuoteBox/QuoteBox";
import { BlogCard } from "../../ui/BlogCard/BlogCard";
import { Document } from "../Document/Document";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./BlogIndex.css";

/** The page at "/blog". */
export function BlogIndex({ layout, title, lead, teasers, quoteBox }: BlogPage) {
  return (
    <Document layout={layout}>
      <div className="BlogIndex container">
        <header className="BlogIndex-head">
          <h1>{title}</h1>
          <p className="BlogIndex-lead">{noWrap(lead)}</p>
        </header>
        <div className="BlogIndex-cards grid">
          {teasers.map((teaser, i) => (
            <BlogCard key={teaser.id} teaser={teaser} first={i === 0} />
          ))}
        </div>
        <QuoteBox {...quoteBox} />
      </div>
    </Document>
  );
}
