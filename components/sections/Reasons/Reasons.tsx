import type { ReasonsSection } from "../../props.gen";
import { Heading } from "../../ui/Heading/Heading";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Reasons.late.css";

/** Short texts under their titles: why a city's customers call, or a job's paperwork. */
export function Reasons({ title, reasons }: ReasonsSection) {
  return (
    <section className="Reasons section container" aria-labelledby="reasons-title">
      <Heading id="reasons-title" title={title} />
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
