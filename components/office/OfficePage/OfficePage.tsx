import type { ReactNode } from "react";
import type { Layout } from "../../office.gen";
import { BrandMark } from "../../ui/Brand/Brand";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "../../../assets/css/print.css";
import "../../../assets/css/text.css";
import "./OfficePage.css";

interface OfficePageProps {
  layout: Layout;
  /** What was wrong with a form; empty if nothing was. */
  message?: string;
  children: ReactNode;
}

/** A whole document of the office: header, tabs, and the page. */
export function OfficePage({ layout, message, children }: OfficePageProps) {
  return (
    <html lang={layout.lang}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex" />
        <meta name="theme-color" content={layout.theme} />
        <meta name="format-detection" content="telephone=no" />
        <title>{`${layout.title} | ${layout.company}`}</title>
        <link rel="stylesheet" href={layout.stylesheet} />
        <link rel="icon" type="image/svg+xml" href={layout.icon} />
        {layout.user && <link rel="manifest" href={`/office/manifest.webmanifest?start=${layout.tabs[0]?.href}`} />}
        {layout.script && <script type="module" src={layout.script} />}
      </head>
      <body>
        <header className="OfficePage-header">
          <a className="OfficePage-brand" href={layout.tabs[0]?.href ?? "/"}>
            <BrandMark src={layout.mark} />
            <span className="OfficePage-company">{layout.company}</span>
          </a>
          {layout.tabs.length > 0 && (
            <nav className="OfficePage-nav" aria-label="Office">
              {layout.tabs.map((tab) => (
                <a
                  className="OfficePage-tab"
                  key={tab.href}
                  href={tab.href}
                  aria-current={tab.current ? "page" : undefined}
                >
                  {tab.label}
                </a>
              ))}
              {/* The script shows it where the browser can do it. */}
              <button className="OfficePage-tab" type="button" data-push-key={layout.pushKey} hidden>
                {layout.words.Live.Notify}
              </button>
            </nav>
          )}
          {layout.tabs.length > 0 && (
            <form method="post" action="/office/sign-out">
              <button className="OfficePage-tab" type="submit" title={layout.user}>
                {layout.words.SignOut}
              </button>
            </form>
          )}
        </header>
        {layout.user && (
          <>
            <p className="OfficePage-notice" role="status" data-offline hidden>
              {layout.words.Live.Offline}
            </p>
            <p className="OfficePage-notice" role="alert" data-unsaved={layout.words.Retry.Message} hidden />
          </>
        )}
        {layout.waiting && (
          <p className="OfficePage-notice" role="status">
            {layout.waiting}
          </p>
        )}
        <main className="OfficePage-main" id="main">
          {message && (
            <p className="OfficePage-message" role="alert">
              {noWrap(message)}
            </p>
          )}
          {children}
        </main>
      </body>
    </html>
  );
}
