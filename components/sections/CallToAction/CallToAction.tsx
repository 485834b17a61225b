import type { CallToAction as CallToActionProps } from "../../props.gen";
import { ButtonLink } from "../../ui/Button/Button";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./CallToAction.css";

/** A closing line with a link to the form. */
export function CallToAction({ title, text, label }: CallToActionProps) {
  return (
    <section className="CallToAction container" aria-labelledby="cta-title">
      <div className="CallToAction-box grid">
        <div>
          <h2 className="CallToAction-title" id="cta-title">
            {title}
          </h2>
          <p className="CallToAction-text">{noWrap(text)}</p>
        </div>
        <ButtonLink href="#contact" className="CallToAction-button">
          {label}
        </ButtonLink>
      </div>
    </section>
  );
}
