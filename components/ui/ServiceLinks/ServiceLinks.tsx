import type { PricedService } from "../../props.gen";
import "./ServiceLinks.css";

interface ServiceLinksProps {
  services: PricedService[];
}

/** Services with their prices, each line a link. */
export function ServiceLinks({ services }: ServiceLinksProps) {
  return (
    <ul className="ServiceLinks">
      {services.map((service) => (
        <li key={service.href}>
          <a className="ServiceLinks-service" href={service.href}>
            <span className="ServiceLinks-name">{service.name}</span>
            <span className="ServiceLinks-price">{service.price}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
