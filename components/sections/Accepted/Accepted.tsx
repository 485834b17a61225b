import { useLayout } from "../../LayoutContext";
import type { ChecklistSection } from "../../props.gen";
import { ButtonLink } from "../../ui/Button/Button";
import { Checklist } from "../../ui/Checklist/Checklist";
import { Heading } from "../../ui/Heading/Heading";
import { Lineup } from "../../ui/Lineup/Lineup";
import "./Accepted.css";

interface Props extends ChecklistSection {
  /** Puts the text above the list, which then has the full width. */
  wide?: boolean;
  /** The scene of what is accepted, above the list, which then has the full width, too. */
  picture?: string | undefined;
  /** The query of an estimate of things as these. */
  estimate?: string | undefined;
}

/** The accepted items, in groups. */
export function Accepted({ title, lead, groups, picture, estimate, wide = picture !== undefined }: Props) {
  const layout = useLayout();
  return (
    <section
      className="Accepted section container grid"
      data-wide={wide}
      data-groups={groups.length}
      aria-labelledby="items-title"
    >
      <div className="Accepted-head">
        <Heading id="items-title" title={title} lead={lead} />
      </div>
      {picture && <Lineup name={picture} />}
      <div className="Accepted-groups">
        {groups.map((group, i) => (
          <div key={i} className="Accepted-group">
            {group.title && <h3 className="Accepted-name">{group.title}</h3>}
            <Checklist items={group.items} className="Accepted-list" />
          </div>
        ))}
      </div>
      {estimate && (
        <p>
          <ButtonLink href={`${layout.estimate.href}?${estimate}`} tone="plain">
            {layout.estimate.label}
          </ButtonLink>
        </p>
      )}
    </section>
  );
}
