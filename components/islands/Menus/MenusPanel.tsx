import { useEffect, useRef, useState, type PointerEvent, type ReactNode } from "react";
import type { Category, Link } from "../../props.gen";
import { headsFor, trail, type Trail } from "./aim";
import "./Menus.late.css";

// Delays in milliseconds before a category under the mouse is shown; the second while the mouse heads for the visible
// list.
const categoryDelay = 110;
const aimDelay = 350;

interface PanelLinkProps {
  link: Link & { price?: string };
  current: string;
}

/** A line of a panel. */
export function PanelLink({ link: { label, href, price }, current }: PanelLinkProps) {
  return (
    <a className="Menus-link" href={href} aria-current={href === current ? "page" : undefined}>
      {label}
      {price && <span className="Menus-price">{price}</span>}
    </a>
  );
}

interface ServicesProps {
  categories: Category[];
  allLabel: string;
  /** The page of all services, which an only category leads to. */
  allHref: string;
  current: string;
  /** What follows the categories. */
  children: ReactNode;
}

/**
 * The panel of the services. All lists share one grid cell and one of them is visible, so the panel is as tall as the
 * longest and never resizes.
 */
export function Services({ categories, allLabel, allHref, current, children }: ServicesProps) {
  const [shown, setShown] = useState(0);
  const lastTrail = useRef<Trail>(undefined);
  const waiting = useRef<{ i: number; delay: number; timer: ReturnType<typeof setTimeout> }>(undefined);
  // Whether activating a category follows its link: the first tap only shows the category.
  const follows = useRef(true);

  const cancel = () => {
    clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
  };
  useEffect(() => cancel, []);

  const show = (i: number) => {
    cancel();
    setShown(i);
  };
  const move = (event: PointerEvent<HTMLElement>, i: number) => {
    if (event.pointerType === "touch") return;
    lastTrail.current = trail(lastTrail.current, event);
    if (i === shown) return cancel();
    const list = event.currentTarget.parentElement!.children[shown]!.lastElementChild!;
    const delay = headsFor(lastTrail.current, event, list.getBoundingClientRect()) ? aimDelay : categoryDelay;
    // While the mouse heads for the list, every move restarts the timer; otherwise the timer keeps running.
    if (delay === categoryDelay && waiting.current?.i === i && waiting.current.delay === delay) return;
    cancel();
    waiting.current = { i, delay, timer: setTimeout(show, delay, i) };
  };
  return (
    <ul className="Menus-categories">
      {categories.map(({ name, href, services }, i) => (
        <li
          key={href}
          className="Menus-category"
          data-active={i === shown ? "" : undefined}
          onPointerMove={(event) => move(event, i)}
          onPointerLeave={cancel}
          onFocus={() => show(i)}
        >
          <a
            className="Menus-link Menus-head"
            href={href}
            onPointerDown={({ pointerType }) => {
              follows.current = pointerType !== "touch" || i === shown;
            }}
            onClick={(event) => {
              if (!follows.current) event.preventDefault();
              follows.current = true;
              show(i);
            }}
          >
            {name}
          </a>
          <ul className="Menus-services">
            {(href === allHref ? services : [...services, { label: `${allLabel} ${name}`, href }]).map((link) => (
              <li key={link.href}>
                <PanelLink link={link} current={current} />
              </li>
            ))}
          </ul>
        </li>
      ))}
      {children}
    </ul>
  );
}
