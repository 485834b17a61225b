import type { Link, MenusIsland } from "../../props.gen";
import "../../ui/Fold/Fold.css";
import "./Menus.late.css";

/** The panel of the services: categories, each with its list. On phones a line in its place unfolds the list. */
export function Services({ services, servicesLabel, allLabel, allServices, callLabel, phone, current }: MenusIsland) {
  return (
    <>
      <p className="Menus-label">{servicesLabel}</p>
      <ul className="Menus-categories">
        {services.map(({ name, href, services }, i) => (
          <li key={href} className="Menus-category" data-active={i === 0 ? "" : undefined}>
            <a className="Menus-link Menus-head" href={href}>
              {name}
            </a>
            <Fold label={name} />
            <ul className="Menus-services">
              {services.map((service) => (
                <Line key={service.href} link={service} current={current} />
              ))}
              {href !== allServices.href && href !== services[0]?.href && <Line link={{ label: `${allLabel} ${name}`, href }} current={current} />}
            </ul>
          </li>
        ))}
        <Line className="Menus-all" link={allServices} current={current} />
        <Line className="Menus-call" link={{ label: `${callLabel} ${phone.label}`, href: phone.href }} current={current} />
      </ul>
    </>
  );
}

/** The panel of the locations. */
export function Locations({ locations, locationsLabel, allLocations, current }: MenusIsland) {
  return (
    <>
      <Fold label={locationsLabel} />
      <ul className="Menus-locations">
        {locations.map((city) => (
          <Line key={city.href} link={city} current={current} />
        ))}
        <Line className="Menus-all" link={allLocations} current={current} />
      </ul>
    </>
  );
}

/** Unfolds the list after it on phones, see ui/Fold. One of them is open at a time. */
function Fold({ label }: { label: string }) {
  return (
    <details className="Fold" name="menu">
      <summary className="Fold-summary Menus-summary">{label}</summary>
    </details>
  );
}

interface LineProps {
  className?: string;
  link: Link & { price?: string };
  current: string;
}

function Line({ className, link: { label, href, price }, current }: LineProps) {
  return (
    <li className={className}>
      <a className="Menus-link" href={href} aria-current={href === current ? "page" : undefined}>
        {label}
        {price && <span className="Menus-price">{price}</span>}
      </a>
    </li>
  );
}
