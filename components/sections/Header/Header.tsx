import { Island } from "@haulfront/render";
import { Menus } from "../../islands/Menus/Menus";
import { NavLink, useLayout } from "../../LayoutContext";
import type { Category, Link } from "../../props.gen";
import { Brand } from "../../ui/Brand/Brand";
import { ButtonLink } from "../../ui/Button/Button";
import { Icon } from "../../ui/Icon/Icon";
import { noWrap } from "../../ui/NoWrap/NoWrap";
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
            <Sheet />
          </details>
        </div>
      </div>
    </header>
  );
}

function Sheet() {
  const { brand, nav } = useLayout();
  const { menus } = nav;
  const all = (category: Category): Link => ({ label: `${menus.allLabel} ${category.name}`, href: category.href });
  return (
    <nav className="Header-sheet" aria-label="Full menu">
      <ul className="Header-sheetList">
        <li>
          <NavLink className="Header-sheetLink" link={nav.about} />
        </li>
        <li>
          <p className="Header-sheetLabel">{menus.servicesLabel}</p>
          {menus.services.map((category) => (
            <SheetGroup key={category.href} label={category.name} links={[all(category), ...category.services]} />
          ))}
          <NavLink className="Header-groupLink note" link={menus.allServices} />
        </li>
        <li>
          <SheetGroup label={menus.locationsLabel} links={[...menus.locations, menus.allLocations]} strong />
        </li>
        {[...nav.pages, nav.contact].map((link) => (
          <li key={link.href}>
            <NavLink className="Header-sheetLink" link={link} />
          </li>
        ))}
      </ul>
      <div className="Header-sheetEnd">
        <ButtonLink href={nav.quote.href}>{nav.quote.label}</ButtonLink>
        <ButtonLink href={brand.phone.href} tone="plain">
          <Icon name="phone" />
          {brand.phone.label}
        </ButtonLink>
        <p className="Header-hours">{noWrap(brand.hours)}</p>
      </div>
    </nav>
  );
}

interface SheetGroupProps {
  label: string;
  links: Link[];
  /** Has no label above it. */
  strong?: boolean;
}

function SheetGroup({ label, links, strong = false }: SheetGroupProps) {
  return (
    <details className="Header-group" name="sheet-group" data-strong={strong || undefined}>
      <summary className="Header-summary">{label}</summary>
      <ul className="Header-groupList">
        {links.map((link) => (
          <li key={link.href}>
            <NavLink className="Header-groupLink note" link={link} />
          </li>
        ))}
      </ul>
    </details>
  );
}
