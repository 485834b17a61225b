import type { StepsSection } from "../../props.gen";
import { Heading } from "../../ui/Heading/Heading";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Steps.css";

/** The steps of a job, in order. */
export function Steps({ title, lead, steps }: StepsSection) {
  return (
    <section className="Steps dark" aria-labelledby="steps-title">
      <div className="Steps-inner section container">
        <div className="Steps-head">
          <Heading id="steps-title" title={title} lead={lead} />
        </div>
        <ol className="Steps-list" data-steps={steps.length}>
          {steps.map((step) => (
            <li key={step.title} className="Steps-step">
              <h3>{noWrap(step.title)}</h3>
              <p className="Steps-text">{noWrap(step.text)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
