import clsx from "clsx";
import { useLayout } from "../../LayoutContext";
import { noWrap } from "../NoWrap/NoWrap";
import "./OpenNow.css";

interface Props {
  className?: string;
}

/**
 * The office's hours. Pages stay in caches, so the browser replaces the hours with whether the office is open now. The
 * box has space for the longest text from the start.
 */
export function OpenNow({ className }: Props) {
  const { first, last, days, words } = useLayout().opening;
  const closed = [words.today, ...days.slice(first, last + 1)].map((day) => words.closed.replaceAll("[day]", day));
  const longest = [words.hours, words.sameDay, words.open, ...closed].reduce((a, b) => (b.length > a.length ? b : a));
  return (
    <p className={clsx("OpenNow", className)} data-longest={longest}>
      <span className="OpenNow-text">{noWrap(words.hours)}</span>
    </p>
  );
}
