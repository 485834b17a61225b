import type { NotAcceptedSection } from "../../props.gen";
import { Checklist } from "../../ui/Checklist/Checklist";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./NotAccepted.css";

/** What is not accepted. */
export function NotAccepted({ title, lead, items }: NotAcceptedSection) {
  return (
    <section className="NotAccepted container" aria-labelledby="not-accepted-title">
      <div className="NotAccepted-box grid">
        <div>
          <h2 className="NotAccepted-title" id="not-accepted-title">
            {title}
          </h2>
          <p className="NotAccepted-lead">{noWrap(lead)}</p>
        </div>
        <Checklist items={items} mark="x" className="NotAccepted-items" />
      </div>
    </section>
  );
}
