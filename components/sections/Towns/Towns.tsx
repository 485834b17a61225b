import type { TownsSection } from "../../props.gen";
import { ButtonLink } from "../../ui/Button/Button";
import { Heading } from "../../ui/Heading/Heading";
import "./Towns.late.css";

/** Towns without their own page, and a link to the form for any other. */
export function Towns({ title, text, towns, cta }: TownsSection) {
  return (
    <section className="Towns" aria-labelledby="towns-title">
      <div className="Towns-inner section container grid">
        <div>
          <Heading id="towns-title" title={title} lead={text} size="medium" />
          <ButtonLink href="#contact" tone="plain">
            {cta}
          </ButtonLink>
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
