import { useEffect, useRef, type HTMLAttributes, type SyntheticEvent } from "react";
import { headsFor, trail, type Trail } from "./aim";

// Delays in milliseconds before a category under the mouse is shown; the second while the mouse heads for the visible
// list.
const categoryDelay = 110;
const aimDelay = 350;

function categoryOf(event: SyntheticEvent): Element | null {
  return (event.target as Element).closest(".Menus-category");
}

function shownIn(panel: Element): Element {
  return panel.querySelector(".Menus-category[data-active]")!;
}

/**
 * The handlers of the services' panel. All lists share one grid cell and one of them is visible, so the panel is as tall
 * as the longest and never resizes. The server renders the lists, so data-active says which one.
 */
export function useCategories(): HTMLAttributes<HTMLElement> {
  const lastTrail = useRef<Trail>(undefined);
  const waiting = useRef<{ category: Element; delay: number; timer: ReturnType<typeof setTimeout> }>(undefined);
  // Whether activating a category follows its link: the first tap only shows the category.
  const follows = useRef(true);

  const cancel = (): void => {
    clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
  };
  useEffect(() => cancel, []);

  const show = (panel: Element, category: Element | null): void => {
    cancel();
    if (!category) return;
    shownIn(panel).removeAttribute("data-active");
    category.setAttribute("data-active", "");
  };
  return {
    onPointerMove(event) {
      if (event.pointerType === "touch") return;
      const panel = event.currentTarget;
      const category = categoryOf(event);
      if (!category) return cancel();
      lastTrail.current = trail(lastTrail.current, event);
      const shown = shownIn(panel);
      if (category === shown) return cancel();
      const list = shown.querySelector(".Menus-services")!;
      const aims = headsFor(lastTrail.current, event, list.getBoundingClientRect());
      const delay = aims ? aimDelay : categoryDelay;
      // While the mouse heads for the list, every move restarts the timer; otherwise the timer keeps running.
      if (!aims && waiting.current?.category === category && waiting.current.delay === delay) return;
      cancel();
      waiting.current = { category, delay, timer: setTimeout(show, delay, panel, category) };
    },
    onPointerLeave: cancel,
    onFocus: (event) => show(event.currentTarget, categoryOf(event)),
    onPointerDown(event) {
      follows.current = event.pointerType !== "touch" || categoryOf(event) === shownIn(event.currentTarget);
    },
    onClick(event) {
      if (!(event.target as Element).closest(".Menus-head")) return;
      if (!follows.current) event.preventDefault();
      follows.current = true;
      show(event.currentTarget, categoryOf(event));
    },
  };
}
