import type { NotAcceptedSection } from "../../props.gen";
import { Checklist } from "../../ui/Checklist/Checklist";
import { unbroken } from "../../ui/Unbroken/Unbroken";
import "./Refused.css";

/** What stays behind. */
export function Refused({ title, lead, items }: NotAcceptedSection) {
  return (
    <section className="Refused" aria-labelledby="refused-title">
      <div className="Refused-box">
        <div>
          <h2 className="Refused-title" id="refused-title">
            {title}
          </h2>
          <p className="Refused-lead">{unbroken(lead)}</p>
        </div>
        <Checklist items={items} mark="x" className="Refused-items" />
      </div>
    </section>
  );
}
