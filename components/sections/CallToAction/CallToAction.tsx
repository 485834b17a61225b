import type { CallToAction as CallToActionProps } from "../../props.gen";
import { ButtonLink } from "../../ui/Button/Button";
import { Heading } from "../../ui/Heading/Heading";
import "./CallToAction.late.css";

/** A closing line with a link to the form. */
export function CallToAction({ title, text, label }: CallToActionProps) {
  return (
    <section className="CallToAction" aria-labelledby="cta-title">
      <div className="CallToAction-inner section container grid">
        <div>
          <Heading id="cta-title" title={title} lead={text} />
        </div>
        <ButtonLink href="#contact" className="CallToAction-button">
          {label}
        </ButtonLink>
      </div>
    </section>
  );
}
