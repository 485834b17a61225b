import type { JobsSection } from "../../props.gen";
import { Heading } from "../../ui/Heading/Heading";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./RecentJobs.css";

/** Recent jobs as a list. */
export function RecentJobs({ title, items }: JobsSection) {
  return (
    <section className="RecentJobs section container" aria-labelledby="jobs-title">
      <Heading id="jobs-title" title={title} size="medium" />
      <ul className="RecentJobs-list">
        {items.map((job) => (
          <li key={job.title} className="RecentJobs-job">
            <h3>{job.title}</h3>
            <p className="RecentJobs-text muted">{noWrap(job.text)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
