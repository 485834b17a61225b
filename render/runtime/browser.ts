// The browser's half of @haulfront/render: small, without React, and loaded with the page. It waits for the first
// interaction, then fetches React and hydrates each island once it is near the viewport. Clicks and submits before that
// are held back and repeated once the island is hydrated.
import type { ComponentType } from "react";
import type { hydrate } from "./hydrate";

/** For each island, how the module is loaded that exports it under its name. */
export type IslandModules<Names extends string> = { [Name in Names]: () => Promise<{ [Export in NoInfer<Name>]: ComponentType<any> }> };

const waiting = "[data-island]:not([data-hydrated])";

// How far outside of the viewport an island is hydrated, so that it is ready when it is scrolled into view.
const near = "300px";

/** start waits for the first interaction. The browser's entry calls it once. */
export function start<Names extends string>(islands: IslandModules<Names>): void {
  let react: Promise<{ hydrate: typeof hydrate }> | undefined;
  const hydrating = new Map<Element, Promise<void>>();

  const hydrateIsland = (element: Element): Promise<void> => {
    let ready = hydrating.get(element);
    if (!ready) {
      ready = load(element).catch((error: unknown) => {
        // From here on the page works as it does without scripts: CSS reads this attribute, and forms post natively.
        document.documentElement.dataset["islands"] = "failed";
        throw error;
      });
      hydrating.set(element, ready);
    }
    return ready;
  };

  const load = async (element: Element): Promise<void> => {
    const name = element.getAttribute("data-island") as Names;
    const id = element.getAttribute("data-island-id")!;
    const [runtime, module] = await Promise.all([(react ??= import("./hydrate")), islands[name]()]);
    const props = document.querySelector(`[data-island-props="${id}"]`)!.textContent!;
    await runtime.hydrate(element, module[name]!, JSON.parse(props), id);
  };

  const onPointerOrFocus = (event: Event): void => {
    const island = event.target instanceof Element && event.target.closest(waiting);
    if (island) hydrateIsland(island).catch(() => {});
  };

  const onFirstInteraction = (): void => {
    for (const type of interactions) removeEventListener(type, onFirstInteraction, true);
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          if (!entry.isIntersecting) continue;
          observer.unobserve(entry.target);
          hydrateIsland(entry.target).catch(() => {});
        }
      },
      { rootMargin: near },
    );
    for (const island of document.querySelectorAll(waiting)) {
      if (island.getAttribute("data-island-when") === "interaction") hydrateIsland(island).catch(() => {});
      else observer.observe(island);
    }
  };

  // A click on a button of an island that is not hydrated yet is held back and repeated once it is. Links need no
  // script and are left alone.
  const holdClick = (event: Event): void => {
    const target = event.target as Element;
    const island = target.closest(waiting);
    const button = target.closest<HTMLButtonElement>("button:not([popovertarget])");
    if (!island || !button || button.type === "submit" || failed()) return;
    event.preventDefault();
    event.stopPropagation();
    hydrateIsland(island).then(
      () => button.click(),
      () => {},
    );
  };

  // A submit before hydration is held back and repeated after it; data-pending on the island shows that at once. If
  // React cannot be loaded, the form posts natively, but only with a connection: without one, the browser's error page
  // would replace everything that was typed. Then the page stays, and data-offline shows why.
  const holdSubmit = (event: SubmitEvent): void => {
    const form = event.target as HTMLFormElement;
    const island = form.closest<HTMLElement>(waiting);
    if (!island) return;
    event.preventDefault();
    event.stopPropagation();
    if (held.has(form)) return;
    held.add(form);
    island.removeAttribute("data-offline");
    island.setAttribute("data-pending", "");
    hydrateIsland(island)
      .then(
        () => form.requestSubmit(event.submitter),
        () =>
          fetch(location.pathname, { method: "HEAD", cache: "no-store" }).then(
            () => form.submit(),
            () => island.setAttribute("data-offline", ""),
          ),
      )
      .finally(() => {
        held.delete(form);
        island.removeAttribute("data-pending");
      });
  };

  const held = new Set<HTMLFormElement>();
  const failed = (): boolean => document.documentElement.dataset["islands"] === "failed";
  const interactions = ["pointerdown", "pointermove", "keydown", "touchstart", "wheel", "scroll"];
  for (const type of interactions) addEventListener(type, onFirstInteraction, { capture: true, passive: true });
  for (const type of ["pointerover", "focusin", "touchstart"]) addEventListener(type, onPointerOrFocus, { capture: true, passive: true });
  addEventListener("click", holdClick, true);
  addEventListener("submit", holdSubmit, true);
}
