import type { StorySection } from "../../props.gen";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./Story.css";

/** The city's story in a few paragraphs. */
export function Story({ title, paragraphs }: StorySection) {
  return (
    <section className="Story container grid" aria-labelledby="story-title">
      <h2 id="story-title">{title}</h2>
      <div className="Story-text stack">
        {paragraphs.map((paragraph) => (
          <p key={paragraph} className="Story-paragraph">
            {noWrap(paragraph)}
          </p>
        ))}
      </div>
    </section>
  );
}
