import type { TownsSection } from "../../props.gen";
import { ButtonLink } from "../../ui/Button/Button";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Towns.css";

/** The towns without a page of their own, with a link to the form for any other. */
export function Towns({ title, text, towns, cta }: TownsSection) {
  return (
    <section className="Towns" aria-labelledby="towns-title">
      <div className="Towns-inner container grid">
        <div>
          <h2 className="Towns-title" id="towns-title">
            {title}
          </h2>
          <p className="Towns-text">{noWrap(text)}</p>
          <ButtonLink href="#contact" tone="light">
            {cta}
          </ButtonLink>
        </div>
        <ul className="Towns-list">
          {towns.map((town) => (
            <li key={town} className="Towns-town">
              {town}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
