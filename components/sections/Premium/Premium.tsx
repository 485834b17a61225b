import type { ChecklistSection } from "../../props.gen";
import { Checklist } from "../../ui/Checklist/Checklist";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Premium.css";

/** Services beyond hauling, as a card. */
export function Premium({ title, lead, groups }: ChecklistSection) {
  return (
    <section className="Premium container" aria-labelledby="premium-title">
      <div className="Premium-card">
        <h2 className="Premium-title" id="premium-title">
          {title}
        </h2>
        {lead && <p>{noWrap(lead)}</p>}
        {groups.map((group, i) => (
          <Checklist key={i} items={group.items} className="Premium-list" />
        ))}
      </div>
    </section>
  );
}
