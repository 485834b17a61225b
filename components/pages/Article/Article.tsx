import type { ArticlePage } from "../../props.gen";
import { ArticleBody } from "../../sections/ArticleBody/ArticleBody";
import { BlogCard } from "../../ui/BlogCard/BlogCard";
import { ButtonLink } from "../../ui/Button/Button";
import { Contents } from "../../ui/Contents/Contents";
import { Icon } from "../../ui/Icon/Icon";
import { PriceList } from "../../ui/PriceList/PriceList";
import { Scene } from "../../ui/Scene/Scene";
import { Document } from "../Document/Document";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Article.css";

/**
 * An article: picture and facts, the text between its table of contents and the prices, and other articles below. In a
 * ledger, headings stand beside the text, under a table of contents as wide as the page.
 */
export function Article({
  layout,
  back,
  title,
  lead,
  scene,
  date,
  dateIso,
  readTime,
  shape,
  parts,
  figures,
  quoteBox,
  more,
  ...page
}: ArticlePage) {
  return (
    <Document
      layout={layout}
      first={
        <article className="Article container grid" data-shape={shape}>
          <header className="Article-head">
            <a className="Article-back note row" href={back.href}>
              <Icon name="arrow-left" />
              {back.label}
            </a>
            <h1 className="Article-title">{title}</h1>
            <p className="Article-facts note">
              <time dateTime={dateIso}>{date}</time> <span className="Article-read">{readTime}</span>
            </p>
            <p className="Article-lead">{noWrap(lead)}</p>
          </header>
          <div className="Article-scene frame">
            <Scene name={scene} className="Article-figure" first />
          </div>
          <div className="Article-margin">
            <Contents label={page.contentsLabel} links={page.contents} />
          </div>
          {!shape && page.loads.length > 0 && (
            <div className="Article-margin Article-prices">
              <div className="Article-loads">
                <p className="Article-loadsLabel">{page.loadsLabel}</p>
                <PriceList rows={page.loads.map(({ name, price }) => ({ label: name, price }))} />
                {layout.estimate.href && (
                  <ButtonLink href={layout.estimate.href} tone="plain">
                    {layout.estimate.label}
                  </ButtonLink>
                )}
              </div>
            </div>
          )}
          <ArticleBody parts={parts} figures={figures} quoteBox={quoteBox} hanging={Boolean(shape)} />
        </article>
      }
    >
      <aside className="Article-more sand" aria-labelledby="more-title">
        <div className="Article-moreInner section container">
          <p className="Article-moreTitle" id="more-title">
            {page.moreTitle}
          </p>
          <div className="Article-cards grid">
            {more.map((teaser) => (
              <BlogCard key={teaser.id} teaser={teaser} />
            ))}
          </div>
        </div>
      </aside>
    </Document>
  );
}
