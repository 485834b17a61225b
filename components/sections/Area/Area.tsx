import type { AreaSection } from "../../props.gen";
import { Icon } from "../../ui/Icon/Icon";
import { AreaMap } from "./AreaMap";
import { unbroken } from "../../ui/Unbroken/Unbroken";
import "./Area.css";

/** Where the company drives: a drawn map up to the edge of the window, and the cities as links beside it. */
export function Area({ title, lead, map, cities, alsoLabel, also }: AreaSection) {
  return (
    <section className="Area" id="locations" aria-labelledby="area-title">
      <div className="Area-words">
        <h2 id="area-title">{title}</h2>
        <p className="Area-lead">{unbroken(lead)}</p>
        <ul className="Area-cities">
          {cities.map((city) => (
            <li key={city.href}>
              <a className="Area-city" href={city.href}>
                {city.label}
              </a>
            </li>
          ))}
        </ul>
        <p className="Area-also">
          {alsoLabel} {also}.
        </p>
        <a className="Area-open" href={map.open.href} rel="noopener">
          {map.open.label}
          <Icon name="external-link" />
        </a>
      </div>
      <AreaMap map={map} />
    </section>
  );
}
