import type { NotAcceptedSection } from "../../props.gen";
import { Checklist } from "../../ui/Checklist/Checklist";
import { Heading } from "../../ui/Heading/Heading";
import "./NotAccepted.css";

/** The items that are not accepted. */
export function NotAccepted({ title, lead, items }: NotAcceptedSection) {
  return (
    <section className="NotAccepted container" aria-labelledby="not-accepted-title">
      <div className="NotAccepted-box grid">
        <div>
          <Heading id="not-accepted-title" title={title} lead={lead} />
        </div>
        <Checklist items={items} mark="x" className="NotAccepted-items" />
      </div>
    </section>
  );
}
