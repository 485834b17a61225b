import type { TermsSection } from "../../props.gen";
import { Checklist } from "../../ui/Checklist/Checklist";
import { Scene } from "../../ui/Scene/Scene";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Terms.css";

/** What every price includes and what is not accepted, beside a finished scene. */
export function Terms({ title, lead, scene, includedTitle, included, notAcceptedTitle, notAccepted, notAcceptedNote }: TermsSection) {
  return (
    <section className="Terms" aria-labelledby="terms-title">
      <div className="Terms-inner container grid">
        <div>
          <h2 className="Terms-title" id="terms-title">
            {title}
          </h2>
          <p className="Terms-lead">{noWrap(lead)}</p>
          <div className="Terms-lists cluster">
            <div>
              <h3>{includedTitle}</h3>
              <Checklist items={included} className="Terms-items" />
            </div>
            <div>
              <h3>{notAcceptedTitle}</h3>
              <Checklist items={notAccepted} mark="x" className="Terms-items" />
            </div>
          </div>
          <p className="Terms-note">{noWrap(notAcceptedNote)}</p>
        </div>
        <Scene name={scene} className="Terms-scene" />
      </div>
    </section>
  );
}
