import type { JobsSection } from "../../props.gen";
import { Heading } from "../../ui/Heading/Heading";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import { Photo, Scene } from "../../ui/Scene/Scene";
import "./RecentJobs.late.css";

interface Props extends JobsSection {
  /** The scene of one of them, beside the list. */
  picture?: string | undefined;
}

/** Recent jobs as a list. */
export function RecentJobs({ title, items, picture }: Props) {
  return (
    <section className="RecentJobs section container grid" data-pictured={!!picture} aria-labelledby="jobs-title">
      {picture && <Scene name={picture} className="RecentJobs-scene frame" />}
      <div>
        <Heading id="jobs-title" title={title} size="medium" />
        <ul className="RecentJobs-list">
          {items.map((job) => (
            <li key={job.title} className="RecentJobs-job">
              <Photo name={job.photo} className="RecentJobs-photo" />
              <h3>{noWrap(job.title)}</h3>
              <p className="RecentJobs-text muted">{noWrap(job.text)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
