import clsx from "clsx";
import type { ComponentPropsWithoutRef } from "react";
import type { LinkedText } from "../../props.gen";
import { Icon } from "../Icon/Icon";
import { linked, noWrap } from "../NoWrap/NoWrap";
import "./Checklist.css";

interface ChecklistProps extends ComponentPropsWithoutRef<"ul"> {
  /** Texts, some of which lead to a page. */
  items: (string | LinkedText)[];
  /** "x" marks what is not accepted. */
  mark?: "check" | "x";
}

/** Short lines, each with a check mark. */
export function Checklist({ items, mark = "check", className, ...rest }: ChecklistProps) {
  return (
    <ul className={clsx("Checklist", className)} data-mark={mark} {...rest}>
      {items.map((item) => (
        <li key={typeof item === "string" ? item : item.text} className="Checklist-item">
          <Icon name={mark} className="Checklist-mark" />
          <span>{typeof item === "string" ? noWrap(item) : linked(item)}</span>
        </li>
      ))}
    </ul>
  );
}
