import { useLayout } from "../../LayoutContext";
import type { AreaSection } from "../../props.gen";
import { Heading } from "../../ui/Heading/Heading";
import { Icon } from "../../ui/Icon/Icon";
import { ZipCheck } from "../ZipCheck/ZipCheck";
import { AreaMap } from "./AreaMap";
import "./Area.late.css";

/**
 * The service area: a drawn map that extends to the edge of the window, and links to the cities beside it.
 * entry.browser.ts opens the interactive map below on request; without scripts there is a link to its site.
 */
export function Area({ title, lead, map, cities, alsoLabel, also }: AreaSection) {
  const { areaAsk } = useLayout();
  return (
    <section className="Area" id="locations" aria-labelledby="area-title">
      <div className="Area-words">
        <Heading id="area-title" title={title} lead={lead} />
        {areaAsk && <ZipCheck {...areaAsk} id="area" />}
        <ul className="Area-cities">
          {cities.map((city) => (
            <li key={city.href}>
              <a className="Area-city underlined" href={city.href}>
                {city.label}
              </a>
            </li>
          ))}
        </ul>
        {also && (
          <p className="Area-also note">
            {alsoLabel} {also}.
          </p>
        )}
        <p className="Area-ways cluster">
          <button
            type="button"
            className="Area-show"
            hidden
            aria-expanded={false}
            aria-controls="area-live"
            data-embed={map.embedUrl}
            data-embed-title={map.embedTitle}
            data-show={map.showLabel}
            data-hide={map.hideLabel}
          >
            {map.showLabel}
          </button>
          <a className="Area-open row" href={map.open.href} rel="noopener">
            {map.open.label}
            <Icon name="external-link" />
          </a>
        </p>
      </div>
      <AreaMap map={map} />
      <div className="Area-live" id="area-live" hidden />
    </section>
  );
}
