import type { Step } from "../../props.gen";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Feature.css";

interface FeatureProps extends Step {
  /** Prefixes the heading's id, which is unique on the page. */
  id: string;
}

/** One topic at length. */
export function Feature({ id, title, text }: FeatureProps) {
  return (
    <section className="Feature" aria-labelledby={`${id}-title`}>
      <div className="Feature-inner container">
        <h2 className="Feature-title" id={`${id}-title`}>
          {title}
        </h2>
        <p className="Feature-text">{noWrap(text)}</p>
      </div>
    </section>
  );
}
