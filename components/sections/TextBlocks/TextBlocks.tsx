import type { TextBlock } from "../../props.gen";
import { Checklist } from "../../ui/Checklist/Checklist";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./TextBlocks.css";

interface TextBlocksProps {
  blocks: TextBlock[];
}

/** Sections of text on a category page, each with the list that belongs to it. */
export function TextBlocks({ blocks }: TextBlocksProps) {
  return (
    <div className="TextBlocks container">
      {blocks.map((block, i) => (
        <section key={block.title} className="TextBlocks-block grid" aria-labelledby={`block-${i}-title`}>
          <div className="TextBlocks-words">
            <h2 className="TextBlocks-title" id={`block-${i}-title`}>
              {block.title}
            </h2>
            <p className="TextBlocks-text">{noWrap(block.text)}</p>
          </div>
          {block.items && <Checklist items={block.items} className="TextBlocks-list" />}
        </section>
      ))}
    </div>
  );
}
