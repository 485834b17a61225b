import type { BlogPage } from "../../props.gen";
import { QuoteBox } from "../../sections/QuoteBox/QuoteBox";
import { BlogCard } from "../../ui/BlogCard/BlogCard";
import { Document } from "../Document/Document";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./BlogIndex.css";

/** The page at "/blog". */
export function BlogIndex({ layout, title, lead, teasers, newer, older, quoteBox }: BlogPage) {
  return (
    <Document
      layout={layout}
      first={
        <div className="BlogIndex section container">
          <header className="BlogIndex-head">
            <h1>{title}</h1>
            {lead && <p className="BlogIndex-lead muted">{noWrap(lead)}</p>}
          </header>
          <div className="BlogIndex-cards grid">
            {teasers.map((teaser, i) => (
              <BlogCard key={teaser.id} teaser={teaser} first={i === 0} />
            ))}
          </div>
          {(newer ?? older) && (
            <nav className="BlogIndex-pages" aria-label="Pages of guides">
              {newer && (
                <a href={newer} rel="prev">
                  Newer guides
                </a>
              )}
              {older && (
                <a href={older} rel="next">
                  Older guides
                </a>
              )}
            </nav>
          )}
          <QuoteBox {...quoteBox} />
        </div>
      }
    />
  );
}
