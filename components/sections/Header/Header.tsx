import { Island } from "@haulfront/render";
import { Menus } from "../../islands/Menus/Menus";
import { useLayout } from "../../LayoutContext";
import { Brand } from "../../ui/Brand/Brand";
import { ButtonLink } from "../../ui/Button/Button";
import { Icon } from "../../ui/Icon/Icon";
import { HeaderLink } from "./HeaderLink";
import "./Header.css";

// What only the server reads of the menus' props.
const panels = { has: ["services", "locations", "allLabel", "callLabel", "phone"] };

/**
 * The top of every page. On phones its links are a sheet, which a details element opens without a script. It is their
 * sibling, because CSS cannot show the content of a closed one on wide screens.
 */
export function Header() {
  const { brand, nav } = useLayout();
  const contact = <HeaderLink link={nav.contact} />;
  return (
    <header className="Header">
      <div className="Header-inner container">
        <Brand className="Header-brand" />
        <details className="Header-menu">
          <summary className="Header-open" aria-label={nav.menuLabel}>
            <Icon name="menu" className="Header-bars" />
            <Icon name="x" className="Header-bars" />
          </summary>
        </details>
        <nav className="Header-nav" aria-label={nav.menuLabel} data-own={nav.pages.length > 0 || undefined}>
          {nav.about.href && <HeaderLink link={nav.about} />}
          <Island of={Menus} id="menus" props={nav.menus} file={panels} />
          {nav.pages.length === 0 ? (
            contact
          ) : (
            <div className="Header-entries">
              <div className="Header-lines">
                {nav.pages.map((page) => (
                  <HeaderLink key={page.href} link={page} />
                ))}
                {contact}
                {/* For pointers alone: keyboards and screen readers reach all links without it. */}
                <span className="Header-more target" tabIndex={-1} aria-hidden="true">
                  {nav.moreLabel}
                </span>
              </div>
            </div>
          )}
        </nav>
        <div className="Header-actions">
          <a className="Header-phone target" href={brand.phone.href} aria-label={brand.phone.label}>
            <Icon name="phone" className="Header-phoneIcon" />
            <span className="Header-number">{brand.phone.label}</span>
          </a>
          <ButtonLink className="Header-quote" href={nav.quote.href}>
            {nav.quote.label}
          </ButtonLink>
        </div>
      </div>
    </header>
  );
}
