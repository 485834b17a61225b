import type { AreaBlock as AreaBlockProps } from "../../props.gen";
import { ButtonLink } from "../../ui/Button/Button";
import { CityGrid } from "../../ui/CityGrid/CityGrid";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./AreaBlock.css";

/** Where a service is offered, with a link to the form. */
export function AreaBlock({ title, text, cta, cities }: AreaBlockProps) {
  return (
    <section className="AreaBlock container" aria-labelledby="area-title">
      <div className="AreaBlock-box grid">
        <div>
          <h2 className="AreaBlock-title" id="area-title">
            {title}
          </h2>
          <p className="AreaBlock-text">{noWrap(text)}</p>
          <ButtonLink href="#contact">{cta}</ButtonLink>
        </div>
        <CityGrid cities={cities} />
      </div>
    </section>
  );
}
