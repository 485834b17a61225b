import type { ChecklistSection } from "../../props.gen";
import { Checklist } from "../../ui/Checklist/Checklist";
import { unbroken } from "../../ui/Unbroken/Unbroken";
import "./Items.css";

interface Props extends ChecklistSection {
  /** Puts the words above the list, which then runs over the whole width. */
  wide?: boolean;
}

/** What is taken: a manifest in one group or a few. */
export function Items({ title, lead, groups, wide = false }: Props) {
  return (
    <section className="Items" data-wide={wide} aria-labelledby="items-title">
      <div className="Items-head">
        <h2 id="items-title">{title}</h2>
        {lead && <p className="Items-lead">{unbroken(lead)}</p>}
      </div>
      <div className="Items-groups" data-groups={groups.length}>
        {groups.map((group, i) => (
          <div key={i} className="Items-group">
            {group.title && <h3 className="Items-name">{group.title}</h3>}
            <Checklist items={group.items} className="Items-list" />
          </div>
        ))}
      </div>
    </section>
  );
}
