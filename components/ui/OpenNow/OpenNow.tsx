import clsx from "clsx";
import { clock } from "../../islands/opening";
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
  const { days, opens, closes, words } = useLayout().opening;
  const texts = days.flatMap((name, i) => [
    ...[words.sameDay, words.open].map((text) => text.replaceAll("[closes]", clock(closes[i]!))),
    ...[words.today, name].map((day) =>
      words.closed.replaceAll("[day]", day).replaceAll("[opens]", clock(opens[i]!)),
    ),
  ]);
  const longest = texts.reduce((a, b) => (b.length > a.length ? b : a), words.hours);
  return (
    <p className={clsx("OpenNow", className)} data-longest={longest}>
      <span className="OpenNow-text">{noWrap(words.hours)}</span>
    </p>
  );
}
