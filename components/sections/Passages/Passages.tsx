import type { TextBlock } from "../../props.gen";
import { Checklist } from "../../ui/Checklist/Checklist";
import { unbroken } from "../../ui/Unbroken/Unbroken";
import "./Passages.css";

interface PassagesProps {
  passages: TextBlock[];
}

/** Passages of a category's page, one after another, each with the list that belongs to it. */
export function Passages({ passages }: PassagesProps) {
  return (
    <div className="Passages">
      {passages.map((passage, i) => (
        <section key={passage.title} className="Passages-passage" aria-labelledby={`passage-${i}-title`}>
          <div className="Passages-words">
            <h2 className="Passages-title" id={`passage-${i}-title`}>
              {passage.title}
            </h2>
            <p className="Passages-text">{unbroken(passage.text)}</p>
          </div>
          {passage.items && <Checklist items={passage.items} className="Passages-list" />}
        </section>
      ))}
    </div>
  );
}
