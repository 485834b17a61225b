import type { StorySection } from "../../props.gen";
import { noWrap, noWrapHeading } from "../../ui/NoWrap/NoWrap";
import { Scene } from "../../ui/Scene/Scene";
import "./Story.late.css";

interface Props extends StorySection {
  /** The scene beside the text. */
  picture?: string | undefined;
}

/** The city's story in a few paragraphs, beside a picture of it. */
export function Story({ title, paragraphs, picture }: Props) {
  return (
    <section className="Story section container grid" data-pictured={!!picture} aria-labelledby="story-title">
      {picture && <Scene name={picture} className="Story-scene frame" />}
      <div className="Story-words">
        <h2 id="story-title">{noWrapHeading(title)}</h2>
        <div className="Story-text stack">
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className="Story-paragraph">
              {noWrap(paragraph)}
            </p>
          ))}
        </div>
      </div>
    </section>
  );
}
