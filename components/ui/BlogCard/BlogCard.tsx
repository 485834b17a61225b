import type { BlogTeaser } from "../../props.gen";
import "../Button/Button.css";
import { Scene } from "../Scene/Scene";
import { noWrap } from "../NoWrap/NoWrap";
import "./BlogCard.css";

interface BlogCardProps {
  teaser: BlogTeaser;
  /** Set for the first card of the index, whose picture is above the fold. */
  first?: boolean;
}

/** An article's card: picture, date, title, excerpt and the button to read it. */
export function BlogCard({ teaser, first = false }: BlogCardProps) {
  return (
    <article className="BlogCard link-box" data-first={first}>
      <div className="BlogCard-picture frame">
        <Scene name={teaser.image} decorative first={first} />
      </div>
      <div className="BlogCard-words">
        <p className="BlogCard-date note">{teaser.date}</p>
        <h2 className="BlogCard-title clamp">
          <a className="BlogCard-link stretched-link" href={teaser.href}>
            {teaser.title}
          </a>
        </h2>
        <p className="BlogCard-excerpt muted clamp">{noWrap(teaser.excerpt)}</p>
        {/* The title is the link, and covers the card; this only makes it visible. */}
        <span className="Button BlogCard-more" data-tone="plain" aria-hidden="true">
          {teaser.readMore}
        </span>
      </div>
    </article>
  );
}
