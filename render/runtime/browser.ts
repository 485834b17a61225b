// The browser's half of @haulfront/render: small, without React, and there from the start. It waits for the first sign
// of a person, then fetches React, and hydrates each island when that person comes near it. What they type or press
// before that is kept, and done once the island is ready.
import type { ComponentType } from "react";
import type { hydrate } from "./hydrate";

/** A module with a component that is exported under the island's name. */
export type IslandModule = () => Promise<Record<string, ComponentType<any>>>;

const waiting = "[data-island]:not([data-hydrated])";

// How far outside the view an island is when it is hydrated, so that a scroll does not arrive before it is ready.
const near = "300px";

/** start watches for the first sign of a person. The browser's entry calls it once. */
export function start(islands: Record<string, IslandModule>): void {
  let react: Promise<{ hydrate: typeof hydrate }> | undefined;
  const hydrating = new Map<Element, Promise<void>>();

  const hydrateIsland = (element: Element): Promise<void> => {
    let ready = hydrating.get(element);
    if (!ready) {
      ready = load(element).catch((error: unknown) => {
        // From here on the page is what it is without scripts: CSS looks at this mark, and forms post by themselves.
        document.documentElement.dataset["islands"] = "failed";
        throw error;
      });
      hydrating.set(element, ready);
    }
    return ready;
  };

  const load = async (element: Element): Promise<void> => {
    const name = element.getAttribute("data-island")!;
    const id = element.getAttribute("data-island-id")!;
    const [runtime, module] = await Promise.all([(react ??= import("./hydrate")), islands[name]!()]);
    const props = document.querySelector(`[data-island-props="${id}"]`)!.textContent!;
    await runtime.hydrate(element, module[name]!, JSON.parse(props), id);
  };

  const approach = (event: Event): void => {
    const island = event.target instanceof Element && event.target.closest(waiting);
    if (island) hydrateIsland(island).catch(() => {});
  };

  const person = (): void => {
    for (const type of signs) removeEventListener(type, person, true);
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

  // A press on something that is not ready yet is held back and done once it is. Links need no script: they are left alone.
  const press = (event: Event): void => {
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

  // A form that is not ready yet is held back and sent once it is; data-pending on its island says so at once. Where React
  // does not come, the form posts by itself, but only with a connection: without one the browser's error page would take
  // the place of everything that was typed, so that the page stays, and data-offline says why.
  const submit = (event: SubmitEvent): void => {
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
  const signs = ["pointerdown", "pointermove", "keydown", "touchstart", "wheel", "scroll"];
  for (const type of signs) addEventListener(type, person, { capture: true, passive: true });
  for (const type of ["pointerover", "focusin", "touchstart"]) addEventListener(type, approach, { capture: true, passive: true });
  addEventListener("click", press, true);
  addEventListener("submit", submit, true);
}
