import type { Step } from "../../props.gen";
import { Heading } from "../../ui/Heading/Heading";
import "./Feature.late.css";

interface FeatureProps {
  /** Topics by a word that prefixes their headings' ids. */
  topics: Record<string, Step | undefined>;
}

/** One or two topics at length, side by side. */
export function Feature({ topics }: FeatureProps) {
  const given = Object.entries(topics).flatMap(([id, topic]) => (topic ? [{ id, ...topic }] : []));
  if (given.length === 0) return null;
  return (
    <section className="Feature sand" aria-labelledby={`${given[0]!.id}-title`}>
      <div className="Feature-inner section container grid" data-topics={given.length}>
        {given.map(({ id, title, text }) => (
          <div key={id}>
            <Heading id={`${id}-title`} title={title} lead={text} size="medium" />
          </div>
        ))}
      </div>
    </section>
  );
}
