import { useLayout } from "../../LayoutContext";
import type { TownsSection } from "../../props.gen";
import { ButtonLink } from "../../ui/Button/Button";
import { Heading } from "../../ui/Heading/Heading";
import { ZipCheck } from "../ZipCheck/ZipCheck";
import "./Towns.late.css";

/** Towns without their own page, and a field for the ZIP code of any other, or a link to the form. */
export function Towns({ title, text, towns, cta }: TownsSection) {
  const { areaAsk } = useLayout();
  return (
    <section className="Towns" aria-labelledby="towns-title">
      <div className="Towns-inner section container grid">
        <div>
          <Heading id="towns-title" title={title} lead={text} size="medium" />
          {areaAsk ? (
            <ZipCheck {...areaAsk} id="towns" />
          ) : (
            <ButtonLink href="#contact" tone="plain">
              {cta}
            </ButtonLink>
          )}
        </div>
        {towns.length > 0 && (
          <ul className="Towns-list">
            {towns.map((town) => (
              <li key={town} className="Towns-town figure">
                {town}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
