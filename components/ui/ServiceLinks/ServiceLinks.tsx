import clsx from "clsx";
import type { MenuLink } from "../../props.gen";
import "./ServiceLinks.late.css";

interface ServiceLinksProps {
  services: MenuLink[];
  className?: string;
}

/** Services with their prices, each line a link. */
export function ServiceLinks({ services, className }: ServiceLinksProps) {
  return (
    <ul className={clsx("ServiceLinks", className)}>
      {services.map((service) => (
        <li key={service.href} className="ServiceLinks-service link-box">
          <a className="ServiceLinks-name stretched-link" href={service.href}>
            {service.label}
          </a>
          {service.price}
        </li>
      ))}
    </ul>
  );
}
