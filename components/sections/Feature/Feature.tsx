import type { Step } from "../../props.gen";
import { Heading } from "../../ui/Heading/Heading";
import "./Feature.css";

interface FeatureProps extends Step {
  /** Prefixes the heading's id, which is unique on the page. */
  id: string;
}

/** One topic at length. */
export function Feature({ id, title, text }: FeatureProps) {
  return (
    <section className="Feature sand" aria-labelledby={`${id}-title`}>
      <div className="Feature-inner section container grid">
        <Heading id={`${id}-title`} title={title} lead={text} />
      </div>
    </section>
  );
}
