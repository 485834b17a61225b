import type { JobsSection } from "../../props.gen";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./RecentJobs.css";

/** Recent jobs as a list. */
export function RecentJobs({ title, items }: JobsSection) {
  return (
    <section className="RecentJobs container" aria-labelledby="jobs-title">
      <h2 className="RecentJobs-title" id="jobs-title">
        {title}
      </h2>
      <ul className="RecentJobs-list">
        {items.map((job) => (
          <li key={job.title} className="RecentJobs-job">
            <h3>{job.title}</h3>
            <p className="RecentJobs-text">{noWrap(job.text)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
