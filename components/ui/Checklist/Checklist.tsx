import clsx from "clsx";
import type { ComponentPropsWithoutRef } from "react";
import type { LinkedText } from "../../props.gen";
import { linked, noWrap } from "../NoWrap/NoWrap";
import "./Checklist.css";

interface ChecklistProps extends ComponentPropsWithoutRef<"ul"> {
  /** Texts, some of which lead to a page. */
  items: (string | LinkedText)[];
  /** A cross marks what is not accepted. */
  mark?: "tick" | "cross";
}

/** Short lines, each with a check mark; lines with prices are rows, each a link as a whole. */
export function Checklist({ items, mark = "tick", className, ...rest }: ChecklistProps) {
  const lines = items.map((item) => (typeof item === "string" ? { text: item } : item));
  const rows = lines.some(({ price }) => price);
  return (
    <ul className={clsx("Checklist", className)} data-rows={rows || undefined} {...rest}>
      {lines.map((line) => (
        <li key={line.text} className={`Checklist-item ${mark}`}>
          {rows ? <Row {...line} /> : linked(line)}
        </li>
      ))}
    </ul>
  );
}

function Row({ text, href, price, detail }: LinkedText) {
  const Line = href ? "a" : "span";
  return (
    <Line className="Checklist-row" href={href}>
      <span className="Checklist-name">{noWrap(text)}</span>
      {price && <strong className="Checklist-price">{price}</strong>}
      {detail && <span className="Checklist-detail note">{noWrap(detail)}</span>}
    </Line>
  );
}
