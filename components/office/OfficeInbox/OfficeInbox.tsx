import type { InboxPage } from "../../office.gen";
import { OfficeCard } from "../OfficeCard/OfficeCard";
import { OfficePage } from "../OfficePage/OfficePage";
import "./OfficeInbox.css";

/** The inbox: a column for each open stage, or one list. On phones, the columns are below each other. */
export function OfficeInbox({ layout, query, filters, columns }: InboxPage) {
  const words = layout.words.List;
  return (
    <OfficePage layout={layout}>
      <h1 className="visually-hidden">{layout.title}</h1>
      <form className="OfficeInbox-search" method="get" action="/office" role="search">
        <input type="search" name="q" defaultValue={query} placeholder={words.Search} aria-label={words.Search} />
        <button type="submit">{words.Find}</button>
      </form>
      <nav className="OfficeInbox-filters" aria-label={layout.title}>
        {filters.map((filter) => (
          <a key={filter.href} href={filter.href} aria-current={filter.current ? "page" : undefined}>
            {filter.label}
          </a>
        ))}
      </nav>
      {/* Loads the list again when a request has come or changed, and for the times on the cards. So do their buttons. */}
      <div
        hx-ext="sse"
        sse-connect="/office/events"
        hx-get=""
        hx-trigger="sse:new, sse:changed, every 60s"
        hx-select="#list"
        hx-target="#list"
        hx-swap="outerHTML"
      >
        <div className="OfficeInbox" data-single={columns.length === 1 || undefined} id="list">
          {columns.map((column) => (
            <section
              className="OfficeInbox-column"
              key={column.label}
              data-empty={(column.cards.length === 0 && !column.past.href) || undefined}
            >
              <h2>{column.label}</h2>
              {column.past.href && (
                <a className="OfficeInbox-more" href={column.past.href}>
                  {column.past.label}
                </a>
              )}
              {column.cards.length === 0 && <p className="OfficeInbox-none">{words.None}</p>}
              <ul>
                {column.cards.map((card) => (
                  <OfficeCard key={card.href} {...card} />
                ))}
              </ul>
              {column.more.href && (
                <a className="OfficeInbox-more" href={column.more.href}>
                  {column.more.label}
                </a>
              )}
            </section>
          ))}
        </div>
      </div>
    </OfficePage>
  );
}
