import clsx from "clsx";
import { useLayout } from "../../LayoutContext";
import { noWrap } from "../NoWrap/NoWrap";
import "./OpenNow.css";

interface Props {
  className?: string;
}

/**
 * Whether the office is open. Pages stay in memory and in caches, so that the server says the hours, and the browser what they
 * mean at the moment. The box has room for the longest of the texts from the start.
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
