import type { PricedService } from "../../props.gen";
import { Icon } from "../Icon/Icon";
import "./ServiceLinks.css";

interface ServiceLinksProps {
  services: PricedService[];
}

/** Services with what they cost, each line a link; an arrow where there is no price to name. */
export function ServiceLinks({ services }: ServiceLinksProps) {
  return (
    <ul className="ServiceLinks">
      {services.map((service) => (
        <li key={service.href}>
          <a className="ServiceLinks-service" href={service.href}>
            <span className="ServiceLinks-name">{service.name}</span>
            {service.price ? <span className="ServiceLinks-price">{service.price}</span> : <Icon name="arrow-right" className="ServiceLinks-arrow" />}
          </a>
        </li>
      ))}
    </ul>
  );
}
