import { useLayout } from "../../LayoutContext";
import type { ChecklistSection, NotAcceptedSection } from "../../props.gen";
import { ButtonLink } from "../../ui/Button/Button";
import { Checklist } from "../../ui/Checklist/Checklist";
import { Fold } from "../../ui/Fold/Fold";
import { Heading } from "../../ui/Heading/Heading";
import { Lineup } from "../../ui/Lineup/Lineup";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Accepted.late.css";

interface Props extends ChecklistSection {
  /** The scene of what is accepted, as wide as the page. */
  picture?: string | undefined;
  /** The query of an estimate of things as these. */
  estimate?: string | undefined;
  /** Makes phones fold the list. */
  folded?: boolean;
  /** The items that are not accepted, in a sentence below the list. */
  notAccepted?: NotAcceptedSection | undefined;
}

/** Items of a list as the end of a sentence: "wet paint, chemicals". */
function inSentence(items: string[]): string {
  return items.map((item) => item.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())).join(", "); // not TVs
}

/** The accepted items, in groups. */
export function Accepted({ title, lead, groups, picture, estimate, folded = false, notAccepted }: Props) {
  const layout = useLayout();
  const list = (
    <div className="Accepted-groups">
      {groups.map((group, i) => (
        <div key={i} className="Accepted-group">
          {group.title && <h3 className="Accepted-name">{group.title}</h3>}
          <Checklist items={group.items} className="Accepted-list" />
        </div>
      ))}
    </div>
  );
  return (
    <section className="Accepted section" data-groups={groups.length} aria-labelledby="items-title">
      <div className="container">
        <Heading id="items-title" title={title} lead={lead} />
      </div>
      {picture && <Lineup name={picture} className="Accepted-picture" />}
      <div className="Accepted-lists container">
        {folded ? <Fold label="See the whole list">{list}</Fold> : list}
        {notAccepted && (
          <p className="Accepted-not cross">
            <a className="Accepted-link underlined" href="/services#terms-title">
              {notAccepted.title}
            </a>
            {". "}
            {noWrap(`${notAccepted.lead} ${inSentence(notAccepted.items)}.`)}
          </p>
        )}
        {estimate && (
          <p className="Accepted-estimate">
            <ButtonLink href={`${layout.estimate.href}?${estimate}`} tone="plain">
              {layout.estimate.label}
            </ButtonLink>
          </p>
        )}
      </div>
    </section>
  );
}
