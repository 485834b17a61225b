import clsx from "clsx";
import type { ComponentPropsWithoutRef } from "react";
import { Icon } from "../Icon/Icon";
import { noWrap } from "../NoWrap/NoWrap";
import "./Checklist.css";

interface ChecklistProps extends ComponentPropsWithoutRef<"ul"> {
  items: string[];
  /** "x" marks what is not accepted. */
  mark?: "check" | "x";
}

/** Short lines, each with a check mark. */
export function Checklist({ items, mark = "check", className, ...rest }: ChecklistProps) {
  return (
    <ul className={clsx("Checklist", className)} data-mark={mark} {...rest}>
      {items.map((item) => (
        <li key={item} className="Checklist-item">
          <Icon name={mark} className="Checklist-mark" />
          <span>{noWrap(item)}</span>
        </li>
      ))}
    </ul>
  );
}
