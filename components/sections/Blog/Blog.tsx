import type { BlogSection } from "../../props.gen";
import { Heading } from "../../ui/Heading/Heading";
import { Scene } from "../../ui/Scene/Scene";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Blog.late.css";

/** The newest articles: the first with a large picture, the others as a list. */
export function Blog({ title, lead, teasers, viewAll }: BlogSection) {
  return (
    <section className="Blog sand section band" aria-labelledby="blog-title">
      <header className="Blog-head">
        <div>
          <Heading id="blog-title" title={title} lead={lead} />
        </div>
        <a className="Blog-all row arrow" href={viewAll.href}>
          {viewAll.label}
        </a>
      </header>
      <div className="Blog-teasers grid">
        {teasers.map((teaser) => (
          <article key={teaser.id} className="Blog-teaser link-box">
            <Scene name={teaser.image} small decorative className="Blog-picture" />
            <div className="Blog-words">
              <p className="Blog-date muted">{teaser.date}</p>
              <h3 className="Blog-title clamp">
                <a className="Blog-link stretched-link" href={teaser.href}>
                  {teaser.title}
                </a>
              </h3>
              <p className="Blog-excerpt muted clamp">{noWrap(teaser.excerpt)}</p>
              {/* The title is the link; this only makes it visible. */}
              <span className="Blog-more row arrow" aria-hidden="true">
                {teaser.readMore}
              </span>
            </div>
          </article>
        ))}
      </div>
    </section>
  );
}
