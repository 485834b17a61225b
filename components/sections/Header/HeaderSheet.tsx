import { NavLink, useLayout } from "../../LayoutContext";
import type { Category, Link } from "../../props.gen";
import { ButtonLink } from "../../ui/Button/Button";
import { Icon } from "../../ui/Icon/Icon";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Header.late.css";

/** The header's links on phones. */
export function HeaderSheet() {
  const { brand, nav } = useLayout();
  const { menus } = nav;
  const all = ({ name, href }: Category): Link[] =>
    href === menus.allServices.href ? [] : [{ label: `${menus.allLabel} ${name}`, href }];
  return (
    <nav className="Header-sheet" aria-label="Full menu">
      <ul className="Header-sheetList">
        <li>
          <NavLink className="Header-sheetLink" link={nav.about} />
        </li>
        <li>
          <p className="Header-sheetLabel">{menus.servicesLabel}</p>
          {menus.services.map((category) => (
            <SheetGroup key={category.href} label={category.name} links={[...all(category), ...category.services]} />
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
