import { Island } from "@haulfront/render";
import { Menus } from "../../islands/Menus/Menus";
import type { Category, Layout, Link } from "../../props.gen";
import { Brand } from "../../ui/Brand/Brand";
import { ButtonLink } from "../../ui/Button/Button";
import { Icon } from "../../ui/Icon/Icon";
import "./Header.css";

interface HeaderProps {
  layout: Layout;
}

/** The top of every page. On phones its links move into a sheet, a native popover that needs no script. */
export function Header({ layout: { brand, nav, path } }: HeaderProps) {
  return (
    <header className="Header">
      <div className="Header-inner">
        <Brand brand={brand} />
        <nav className="Header-nav" aria-label={nav.menuLabel}>
          <div className="Header-row">
            <a className="Header-link" href={nav.about.href} aria-current={nav.about.href === path ? "page" : undefined}>
              {nav.about.label}
            </a>
            <Island of={Menus} id="menus" props={nav.menus} />
            <a className="Header-link" href={nav.contact.href}>
              {nav.contact.label}
            </a>
          </div>
          <Sheet layout={{ brand, nav, path }} />
        </nav>
        <div className="Header-actions">
          <a className="Header-phone" href={brand.phone.href} aria-label={brand.phone.label}>
            <Icon name="phone" />
            <span className="Header-number">{brand.phone.label}</span>
          </a>
          <ButtonLink className="Header-quote" href={nav.quote.href}>
            {nav.quote.label}
          </ButtonLink>
          <button type="button" className="Header-open" popoverTarget="sheet" aria-label={nav.menuLabel}>
            <Icon name="menu" className="Header-bars" />
          </button>
        </div>
      </div>
    </header>
  );
}

interface SheetProps {
  layout: Pick<Layout, "brand" | "nav" | "path">;
}

function Sheet({ layout: { brand, nav, path } }: SheetProps) {
  const { menus } = nav;
  const all = (category: Category): Link => ({ label: `${menus.allLabel} ${category.name}`, href: category.href });
  return (
    <div className="Header-sheet" id="sheet" popover="auto">
      <div className="Header-sheetTop">
        <Brand brand={brand} />
        <button type="button" className="Header-open" popoverTarget="sheet" popoverTargetAction="hide" aria-label={nav.closeLabel} autoFocus>
          <Icon name="x" className="Header-bars" />
        </button>
      </div>
      <ul className="Header-sheetList">
        <SheetLink link={nav.about} path={path} />
        <li>
          <p className="Header-sheetLabel">{menus.servicesLabel}</p>
          {menus.services.map((category) => (
            <SheetGroup key={category.href} label={category.name} links={[all(category), ...category.services]} path={path} />
          ))}
          <GroupLink link={menus.allServices} path={path} />
        </li>
        <li>
          <SheetGroup label={menus.locationsLabel} links={[...menus.locations, menus.allLocations]} path={path} strong />
        </li>
        <SheetLink link={nav.contact} path={path} />
      </ul>
      <div className="Header-sheetEnd">
        <ButtonLink href={nav.quote.href}>{nav.quote.label}</ButtonLink>
        <ButtonLink href={brand.phone.href} tone="plain">
          <Icon name="phone" />
          {brand.phone.label}
        </ButtonLink>
      </div>
    </div>
  );
}

interface SheetLinkProps {
  link: Link;
  path: string;
}

function SheetLink({ link, path }: SheetLinkProps) {
  return (
    <li>
      <a className="Header-sheetLink" href={link.href} aria-current={link.href === path ? "page" : undefined}>
        {link.label}
      </a>
    </li>
  );
}

interface SheetGroupProps {
  label: string;
  links: Link[];
  path: string;
  /** Stands on its own rather than under a label. */
  strong?: boolean;
}

function SheetGroup({ label, links, path, strong = false }: SheetGroupProps) {
  return (
    <details className="Header-group" name="sheet-group" data-strong={strong || undefined}>
      <summary className="Header-summary">{label}</summary>
      <ul className="Header-groupList">
        {links.map((link) => (
          <li key={link.href}>
            <GroupLink link={link} path={path} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function GroupLink({ link, path }: SheetLinkProps) {
  return (
    <a className="Header-groupLink" href={link.href} aria-current={link.href === path ? "page" : undefined}>
      {link.label}
    </a>
  );
}
