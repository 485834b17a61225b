import type { AreaBlock as AreaBlockProps } from "../../props.gen";
import { ButtonLink } from "../../ui/Button/Button";
import { Heading } from "../../ui/Heading/Heading";
import "./AreaBlock.late.css";

/** Where a service is offered, and links to the form, to the cities and to the page of all places. */
export function AreaBlock({ title, text, cta, cities, all }: AreaBlockProps) {
  return (
    <section className="AreaBlock" aria-labelledby="area-title">
      <div className="AreaBlock-inner section container grid">
        <div>
          <Heading id="area-title" title={title} lead={text} size="medium" />
        </div>
        <div>
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
          <p className="AreaBlock-ways cluster">
            <ButtonLink className="AreaBlock-button" href="#contact">
              {cta}
            </ButtonLink>
            <a className="AreaBlock-all row underlined" href={all.href}>
              {all.label}
            </a>
          </p>
        </div>
      </div>
    </section>
  );
}
