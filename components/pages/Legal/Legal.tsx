import type { LegalPage } from "../../props.gen";
import { ArticleBody } from "../../sections/ArticleBody/ArticleBody";
import { QuoteBox } from "../../sections/QuoteBox/QuoteBox";
import { Breadcrumbs } from "../../ui/Breadcrumbs/Breadcrumbs";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import { Document } from "../Document/Document";
import "./Legal.css";

/** A page that the law asks for: what matters first, then the text beside its table of contents. */
export function Legal({ layout, breadcrumbs, title, lead, updatedLabel, updated, updatedIso, contentsLabel, contents, html, quoteBox }: LegalPage) {
  return (
    <Document layout={layout}>
      <article className="Legal container grid">
        <header className="Legal-head">
          <Breadcrumbs {...breadcrumbs} />
          <h1 className="Legal-title">{title}</h1>
          <p className="Legal-lead">{noWrap(lead)}</p>
          <p className="Legal-updated">
            {updatedLabel} <time dateTime={updatedIso}>{updated}</time>
          </p>
        </header>
        <nav className="Legal-contents" aria-label={contentsLabel}>
          <p className="Legal-label">{contentsLabel}</p>
          <ul>
            {contents.map((link) => (
              <li key={link.href}>
                <a className="Legal-section" href={link.href}>
                  {link.label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <ArticleBody parts={[html]}>
          <QuoteBox {...quoteBox} />
        </ArticleBody>
      </article>
    </Document>
  );
}
