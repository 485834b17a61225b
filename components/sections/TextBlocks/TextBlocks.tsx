import type { TextBlock } from "../../props.gen";
import { Checklist } from "../../ui/Checklist/Checklist";
import { Heading } from "../../ui/Heading/Heading";
import "./TextBlocks.late.css";

interface TextBlocksProps {
  blocks: TextBlock[];
}

/** Sections of text on a category page, each with the list that belongs to it. */
export function TextBlocks({ blocks }: TextBlocksProps) {
  return (
    <div className="TextBlocks container">
      {blocks.map((block, i) => (
        <section
          key={block.title}
          className="TextBlocks-block grid"
          data-list={!!block.items}
          aria-labelledby={`block-${i}-title`}
        >
          <div className="TextBlocks-words">
            <Heading id={`block-${i}-title`} title={block.title} lead={block.text} size="medium" />
          </div>
          {block.items && <Checklist items={block.items} className="TextBlocks-list" />}
        </section>
      ))}
    </div>
  );
}
