import type { ChecklistSection } from "../../props.gen";
import { Checklist } from "../../ui/Checklist/Checklist";
import { Heading } from "../../ui/Heading/Heading";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Premium.late.css";

/** Services beyond hauling, as a card. */
export function Premium({ title, lead, groups }: ChecklistSection) {
  return (
    <section className="Premium section container" aria-labelledby="premium-title">
      <div className="Premium-card">
        <Heading id="premium-title" title={title} size="medium" />
        {lead && <p>{noWrap(lead)}</p>}
        {groups.map((group, i) => (
          <Checklist key={i} items={group.items} className="Premium-list" />
        ))}
      </div>
    </section>
  );
}
