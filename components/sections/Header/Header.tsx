import { Island } from "@haulfront/render";
import { Menus } from "../../islands/Menus/Menus";
import { NavLink, useLayout } from "../../LayoutContext";
import { Brand } from "../../ui/Brand/Brand";
import { ButtonLink } from "../../ui/Button/Button";
import { Icon } from "../../ui/Icon/Icon";
import { HeaderSheet } from "./HeaderSheet";
import "./Header.css";

/** The top of every page. On phones its links move into a sheet, a details element that needs no script. */
export function Header() {
  const { brand, nav } = useLayout();
  const contact = (
    <a className="Header-link target" href={nav.contact.href}>
      {nav.contact.label}
    </a>
  );
  return (
    <header className="Header">
      <div className="Header-inner container">
        <Brand className="Header-brand" />
        <nav className="Header-nav" aria-label={nav.menuLabel} data-own={nav.pages.length > 0 || undefined}>
          <div className="Header-row">
            <NavLink className="Header-link target" link={nav.about} />
            <Island of={Menus} id="menus" props={nav.menus} />
            {nav.pages.length === 0 ? (
              contact
            ) : (
              <div className="Header-entries">
                <div className="Header-lines">
                  {nav.pages.map((page) => (
                    <NavLink key={page.href} className="Header-link target" link={page} />
                  ))}
                  {contact}
                  {/* For pointers alone: keyboards and screen readers reach all links without it. */}
                  <span className="Header-more target" tabIndex={-1} aria-hidden="true">
                    {nav.moreLabel}
                  </span>
                </div>
              </div>
            )}
          </div>
        </nav>
        <div className="Header-actions">
          <a className="Header-phone target" href={brand.phone.href} aria-label={brand.phone.label}>
            <Icon name="phone" className="Header-phoneIcon" />
            <span className="Header-number">{brand.phone.label}</span>
          </a>
          <ButtonLink className="Header-quote" href={nav.quote.href}>
            {nav.quote.label}
          </ButtonLink>
          <details className="Header-menu">
            <summary className="Header-open" aria-label={nav.menuLabel}>
              <Icon name="menu" className="Header-bars" />
              <Icon name="x" className="Header-bars" />
            </summary>
            <HeaderSheet />
          </details>
        </div>
      </div>
    </header>
  );
}
