import { Fragment, type ReactNode } from "react";
import icon from "../../../assets/icon.svg";
import { LayoutContext, useLayout } from "../../LayoutContext";
import type { Layout } from "../../props.gen";
import { CallBar } from "../../sections/CallBar/CallBar";
import { Footer, FooterToasts } from "../../sections/Footer/Footer";
import { Header } from "../../sections/Header/Header";
import { Notices } from "../../sections/Notices/Notices";
import { SkipLink } from "../../ui/SkipLink/SkipLink";

interface DocumentProps {
  layout: Layout;
  /** What a first screen shows: it is painted before the stylesheet of the rest has come. */
  first: ReactNode;
  className?: string;
  children?: ReactNode;
}

/** A whole document: the metadata, then the layout around every page. */
export function Document({ layout, first, className, children }: DocumentProps) {
  return (
    <LayoutContext value={layout}>
      {/* The settings that the browser script needs; without them it sends nothing. */}
      <html
        lang={layout.lang}
        data-views={layout.views || undefined}
        data-sessions={layout.sessions || undefined}
        data-server={layout.forms.server}
        data-trackers={layout.trackers && JSON.stringify(layout.trackers)}
      >
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
          <title>{layout.meta.title}</title>
          <MetaTags />
          <FileLinks />
        </head>
        {/* A company may have many holidays, and the encoding must stand in the first 1,024 bytes. */}
        <body data-opening={JSON.stringify(layout.opening)}>
          <FontPreload href={layout.assets.fonts[0]!} />
          <SkipLink label={layout.skipLabel} />
          <Notices />
          <Header />
          <main
            id="main"
            className={className}
            tabIndex={-1}
            data-late={layout.assets.lateStylesheet ? "" : undefined}
          >
            {first}
            {/* With it, what follows is laid out once, in its own face. It comes after the stylesheet. */}
            <FontPreload href={layout.assets.fonts[1]!} priority="low" />
            {/* Browsers paint what stands before it. In development one stylesheet has all. */}
            {layout.assets.lateStylesheet && <link rel="stylesheet" href={layout.assets.lateStylesheet} />}
            {children}
          </main>
          <Footer>
            <CallBar />
          </Footer>
          <FooterToasts />
          {/* Crawlers read it here as well, and nothing that is painted waits for it. */}
          {layout.meta.structuredData.map((json) => (
            // Go encodes it without "<".
            <script key={json} type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
          ))}
        </body>
      </html>
    </LayoutContext>
  );
}

function MetaTags() {
  const { lang, meta, brand, assets, feed } = useLayout();
  return (
    <>
      <meta name="description" content={meta.description} />
      {meta.keywords.length > 0 && <meta name="keywords" content={meta.keywords.join(", ")} />}
      {meta.noIndex && <meta name="robots" content="noindex" />}
      {meta.canonical && <link rel="canonical" href={meta.canonical} />}
      {meta.alternates?.map(({ lang, href }) => (
        <Fragment key={lang}>
          <link rel="alternate" hrefLang={lang} href={href} />
          {lang === "en" && <link rel="alternate" hrefLang="x-default" href={href} />}
        </Fragment>
      ))}
      {feed && <link rel="alternate" type="application/atom+xml" title={brand.name} href={feed} />}
      {/* The color of the browser's bars: the page's background. A meta element cannot read the token --cream. */}
      <meta name="theme-color" content={assets.background} />
      {/* Keeps iOS from linking numbers in prose; the phone number is a link already. */}
      <meta name="format-detection" content="telephone=no" />
      <meta property="og:type" content={meta.type} />
      <meta property="og:site_name" content={brand.name} />
      <meta property="og:locale" content={/-/.test(lang) ? lang.replace("-", "_") : `${lang}_US`} />
      <meta property="og:title" content={meta.title} />
      <meta property="og:description" content={meta.description} />
      {meta.canonical && <meta property="og:url" content={meta.canonical} />}
      {meta.card && (
        <>
          <meta property="og:image" content={meta.card.url} />
          <meta property="og:image:width" content={String(meta.card.width)} />
          <meta property="og:image:height" content={String(meta.card.height)} />
          <meta property="og:image:alt" content={meta.card.alt} />
        </>
      )}
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={meta.title} />
      <meta name="twitter:description" content={meta.description} />
      {meta.card && (
        <>
          <meta name="twitter:image" content={meta.card.url} />
          <meta name="twitter:image:alt" content={meta.card.alt} />
        </>
      )}
    </>
  );
}

/**
 * Makes browsers load a face at once. In the head, Chromium would wait 50 ms with the first paint for it, which on a slow
 * network comes too late anyway.
 */
function FontPreload({ href, priority }: { href: string; priority?: "low" }) {
  return (
    <link
      rel="preload"
      as="font"
      type="font/woff2"
      href={href}
      crossOrigin="anonymous"
      fetchPriority={priority}
      // React moves links without a handler into the head; on the server it leaves the handler out.
      onLoad={Boolean}
    />
  );
}

/** The files that every page loads. */
export function FileLinks() {
  const { assets } = useLayout();
  return (
    <>
      {assets.style ? (
        // Built from our own sources, without "</". Over a network, a file of its own would delay the first paint.
        <style dangerouslySetInnerHTML={{ __html: assets.style }} />
      ) : (
        <link rel="stylesheet" href={assets.stylesheet} />
      )}
      {/* The size keeps browsers that support SVG from preferring the bitmap. */}
      <link rel="icon" sizes="32x32" href="/favicon.ico" />
      <link rel="icon" type="image/svg+xml" href={assets.icon || icon} />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/site.webmanifest" />
      <script type="module" src={assets.script} fetchPriority="low" />
    </>
  );
}
