import type { AreaBlock as AreaBlockProps } from "../../props.gen";
import { ButtonLink } from "../../ui/Button/Button";
import { Heading } from "../../ui/Heading/Heading";
import { AreaMap } from "../Area/AreaMap";
import "./AreaBlock.css";

/** Where a service is offered: a small map, and links to the form and to the page of all places. */
export function AreaBlock({ title, text, cta, map, cities, all }: AreaBlockProps) {
  return (
    <section className="AreaBlock" aria-labelledby="area-title">
      <div className="AreaBlock-inner section container grid">
        <div>
          <Heading id="area-title" title={title} lead={text} size="medium" />
          <p className="AreaBlock-ways cluster">
            <ButtonLink className="AreaBlock-button" href="#contact">{cta}</ButtonLink>
            <a className="AreaBlock-all row underlined" href={all.href}>
              {all.label}
            </a>
          </p>
          {cities.length > 0 && (
            <ul className="AreaBlock-cities cluster">
              {cities.map((city) => (
                <li key={city.href}>
                  <a className="AreaBlock-city row underlined" href={city.href}>
                    {city.label}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        <AreaMap className="AreaBlock-map" map={map} small />
      </div>
    </section>
  );
}
