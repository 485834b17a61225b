import { useId, useState, type KeyboardEvent } from "react";
import type { FAQIsland } from "../../props.gen";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import "./FaqAccordion.late.css";

/** Questions and answers, one open at a time. Every answer is in the HTML and readable without scripts. */
export function FaqAccordion({ items }: FAQIsland) {
  const id = useId();
  const [open, setOpen] = useState(-1);
  return (
    <div className="FaqAccordion">
      {items.map(({ question, answer }, i) => {
        const state = i === open ? "open" : "closed";
        return (
          <div key={question} className="FaqAccordion-item">
            <h3 className="FaqAccordion-heading">
              <button
                type="button"
                className="FaqAccordion-trigger"
                id={`${id}${i}`}
                data-state={state}
                aria-expanded={i === open}
                aria-controls={`${id}${i}-answer`}
                onClick={() => setOpen(i === open ? -1 : i)}
                onKeyDown={move}
              >
                {question}
              </button>
            </h3>
            <div
              className="FaqAccordion-content"
              id={`${id}${i}-answer`}
              data-state={state}
              role="region"
              aria-labelledby={`${id}${i}`}
            >
              <p className="FaqAccordion-answer muted">{noWrap(answer)}</p>
            </div>
          </div>
        );
      })}
    </div>
  );
}

/** Moves the focus to the question above or below, as in other accordions. */
function move(event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by) return;
  const all = event.currentTarget.closest(".FaqAccordion")!.querySelectorAll<HTMLElement>(".FaqAccordion-trigger");
  all[([...all].indexOf(event.currentTarget as HTMLElement) + by + all.length) % all.length]!.focus();
  event.preventDefault();
}
