import type { StepsSection } from "../../props.gen";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Steps.css";

/** The steps of a job, in order. */
export function Steps({ title, lead, steps }: StepsSection) {
  return (
    <section className="Steps" aria-labelledby="steps-title">
      <div className="Steps-inner container">
        <div className="Steps-head">
          <h2 id="steps-title">{title}</h2>
          {lead && <p className="Steps-lead">{noWrap(lead)}</p>}
        </div>
        <ol className="Steps-list" data-steps={steps.length}>
          {steps.map((step) => (
            <li key={step.title} className="Steps-step">
              <h3>{step.title}</h3>
              <p className="Steps-text">{noWrap(step.text)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
