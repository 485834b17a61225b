import type { AreaBlock as AreaBlockProps } from "../../props.gen";
import { ButtonLink } from "../../ui/Button/Button";
import { CityGrid } from "../../ui/CityGrid/CityGrid";
import { Heading } from "../../ui/Heading/Heading";
import "./AreaBlock.css";

/** Where a service is offered, with a link to the form. */
export function AreaBlock({ title, text, cta, cities }: AreaBlockProps) {
  return (
    <section className="AreaBlock container" aria-labelledby="area-title">
      <div className="AreaBlock-box grid">
        <div>
          <Heading id="area-title" title={title} lead={text} size="medium" />
          <ButtonLink href="#contact">{cta}</ButtonLink>
        </div>
        <CityGrid cities={cities} />
      </div>
    </section>
  );
}
