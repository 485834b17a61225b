import clsx from "clsx";
import { useLayout } from "../../LayoutContext";
import "./OpenNow.css";

interface Props {
  className?: string;
}

/**
 * Whether the office is open. Pages stay in memory and in caches, so that the server says the hours, and the browser what they
 * mean at the moment. The box has room for the longest of the texts from the start.
 */
export function OpenNow({ className }: Props) {
  const { days, words } = useLayout().opening;
  const longest = days.reduce((a, b) => (b.length > a.length ? b : a));
  return (
    <p className={clsx("OpenNow", className)} data-longest={words.closed.replace("[day]", longest)}>
      <span className="OpenNow-text">{words.hours}</span>
    </p>
  );
}
