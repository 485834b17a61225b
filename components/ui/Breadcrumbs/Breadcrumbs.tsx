import clsx from "clsx";
import type { Breadcrumbs as BreadcrumbsProps } from "../../props.gen";
import "./Breadcrumbs.css";

/** The path to the page; the last item is the page itself. */
export function Breadcrumbs({ label, items, className }: BreadcrumbsProps & { className?: string }) {
  return (
    <nav className={clsx("Breadcrumbs", className)} aria-label={label}>
      <ol className="Breadcrumbs-list">
        {items.map((item) => (
          <li key={item.label} className="Breadcrumbs-item">
            {item.href ? (
              <a className="Breadcrumbs-link row underlined" href={item.href}>
                {item.label}
              </a>
            ) : (
              <span aria-current="page">{item.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
