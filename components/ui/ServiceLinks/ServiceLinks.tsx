import type { MenuLink } from "../../props.gen";
import "./ServiceLinks.late.css";

interface ServiceLinksProps {
  services: MenuLink[];
}

/** Services with their prices, each line a link. */
export function ServiceLinks({ services }: ServiceLinksProps) {
  return (
    <ul className="ServiceLinks">
      {services.map((service) => (
        <li key={service.href}>
          <a className="ServiceLinks-service" href={service.href}>
            {service.label}
            <span className="ServiceLinks-price">{service.price}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
