import { Island } from "@haulfront/render";
import type { ReactNode } from "react";
import { Toasts } from "../../islands/Toasts/Toasts";
import { NavLink, useLayout } from "../../LayoutContext";
import type { Link } from "../../props.gen";
import { Brand } from "../../ui/Brand/Brand";
import { Fold } from "../../ui/Fold/Fold";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "../../../assets/css/print.css";
import "../../../assets/css/text.css";
import "../../../assets/css/marks.late.css";
import "../../../assets/css/appear.late.css";
import "./Footer.late.css";

interface FooterProps {
  /** Fixed elements at the end of the page, such as the call bar. */
  children?: ReactNode;
}

/** The end of every page. */
export function Footer({ children }: FooterProps) {
  return (
    <footer className="Footer">
      <FooterColumns />
      {children}
    </footer>
  );
}

/** The region of the toasts, after the page. No first screen needs its styles. */
export function FooterToasts() {
  const { toasts } = useLayout();
  return <Island of={Toasts} id="toasts" props={toasts} when="interaction" />;
}

/** The footer's content. */
export function FooterColumns() {
  const { brand, footer } = useLayout();
  return (
    <div className="Footer-inner container grid">
      <div className="Footer-about">
        <Brand />
        <p className="Footer-blurb">{noWrap(footer.blurb)}</p>
      </div>
      <div className="Footer-contact">
        <h2 className="Footer-title">{footer.contactTitle}</h2>
        <address>
          <a className="Footer-phone figure" href={brand.phone.href}>
            {brand.phone.label}
          </a>
          <a className="Footer-link row" href={brand.email.href}>
            {brand.email.label}
          </a>
        </address>
        {footer.contactLines.map((line) => (
          <p key={line} className="Footer-line">
            {noWrap(line)}
          </p>
        ))}
      </div>
      <Links title={footer.quickLinksTitle} links={footer.quickLinks} name="quick" />
      <Links title={footer.locationsTitle} links={footer.locations} name="locations" />
      <div className="Footer-end">
        <p className="Footer-copyright">{footer.copyright}</p>
        <nav aria-label={footer.legalLabel}>
          <ul className="Footer-legal cluster">
            {footer.legal.map((link) => (
              <li key={link.href}>
                <NavLink className="Footer-link row" link={link} />
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </div>
  );
}

interface LinksProps {
  title: string;
  links: Link[];
  name: string;
}

function Links({ title, links, name }: LinksProps) {
  return (
    <div className="Footer-links" data-links={name}>
      <h2 className="Footer-title">{title}</h2>
      <Fold label={title}>
        <ul className="Footer-list">
          {links.map((link) => (
            <li key={link.href}>
              <NavLink className="Footer-link row" link={link} />
            </li>
          ))}
        </ul>
      </Fold>
    </div>
  );
}
