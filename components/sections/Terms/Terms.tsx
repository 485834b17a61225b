import type { TermsSection } from "../../props.gen";
import { Checklist } from "../../ui/Checklist/Checklist";
import { Heading } from "../../ui/Heading/Heading";
import { Scene } from "../../ui/Scene/Scene";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Terms.late.css";

/** What every price includes and what is not accepted, beside a finished scene. */
export function Terms({
  title,
  lead,
  scene,
  includedTitle,
  included,
  notAcceptedTitle,
  notAccepted,
  notAcceptedNote,
}: TermsSection) {
  return (
    <section className="Terms" aria-labelledby="terms-title">
      <div className="Terms-inner section container grid">
        <div>
          <Heading id="terms-title" title={title} lead={lead} size="medium" />
          <div className="Terms-lists cluster">
            <div>
              <h3>{includedTitle}</h3>
              <Checklist items={included} className="Terms-items" />
            </div>
            <div>
              <h3>{notAcceptedTitle}</h3>
              <Checklist items={notAccepted} mark="cross" className="Terms-items" />
            </div>
          </div>
          <p className="Terms-note muted">{noWrap(notAcceptedNote)}</p>
        </div>
        <Scene name={scene} className="Terms-scene" />
      </div>
    </section>
  );
}
