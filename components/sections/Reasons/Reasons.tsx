import type { ReasonsSection } from "../../props.gen";
import { Heading } from "../../ui/Heading/Heading";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Reasons.late.css";

interface Props extends ReasonsSection {
  /** The heading's id, which is unique on the page. */
  id?: string;
}

/** Short texts under their titles: why a city's customers call, or a job's paperwork, a service's benefits. */
export function Reasons({ title, reasons, id = "reasons-title" }: Props) {
  return (
    <section className="Reasons section container" aria-labelledby={id}>
      <Heading id={id} title={title} />
      <ul className="Reasons-list">
        {reasons.map((reason) => (
          <li key={reason.title} className="Reasons-reason">
            <h3>{noWrap(reason.title)}</h3>
            <p className="Reasons-text muted">{noWrap(reason.text)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
