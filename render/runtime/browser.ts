// The browser's half of @haulfront/render: small, without React, and loaded with the page. It loads React
// when the first island is due, and hydrates each island by its strategy. It holds earlier clicks and submits back, and
// repeats them once the island is hydrated.
import type { ComponentType } from "react";
import type { Find, hydrate } from "./hydrate";

/** For each island, a function that loads the module that exports it under its name. */
export type IslandModules<Names extends string> = {
  [Name in Names]: () => Promise<{ [Export in NoInfer<Name>]: ComponentType<any> }>;
};

export interface Options {
  /**
   * Whether nothing is loaded before the first interaction with the page: the strategies of all islands apply from then
   * on. Pages stay light for visitors who only read.
   */
  afterInteraction?: boolean;
}

const waiting = "[data-island]:not([data-hydrated]):not([data-island-native])";

// How far outside of the viewport an island is hydrated, so that it is ready when it is scrolled into view.
const near = "300px";

/**
 * nextFrame resolves after the next frame: what an event has changed is on the screen before further work begins. Pages
 * without frames, such as prerendered ones, wait for a fifth of a second.
 */
export const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 200);
  });

/** start begins with the islands of the page. It resolves after the first interaction. The entry calls it once. */
export function start<Names extends string>(
  islands: IslandModules<Names>,
  { afterInteraction = false }: Options = {},
): Promise<void> {
  let react: Promise<{ hydrate: typeof hydrate }> | undefined;
  let observer: IntersectionObserver | undefined;
  let interacted = false;
  const hydrating = new Map<Element, Promise<Find>>();
  // In an object, since not every page needs it.
  const further = { children: () => import("./children") };

  const hydrateIsland = (element: Element): Promise<Find> => {
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

  const load = async (element: Element): Promise<Find> => {
    const name = element.getAttribute("data-island") as Names;
    const id = element.getAttribute("data-island-id")!;
    const file = element.getAttribute("data-island-file");
    // The code takes a tenth of a second on slow phones, which the response to the event that called for it must not.
    await nextFrame();
    const [runtime, module, common, children] = await Promise.all([
      (react ??= import("./hydrate")),
      islands[name](),
      file && fetch(file).then((response) => response.json()),
      element.hasAttribute("data-island-children") && further.children(),
    ]);
    const script = document.querySelector<HTMLElement>(`[data-island-props="${id}"]`)!;
    const props = { ...common, ...JSON.parse(script.textContent!) };
    if (children) props.children = children.keep(element, begin);
    if (!module[name]) throw new Error(`the module that start loads for the island ${name} has no export of this name`);
    return runtime.hydrate(element, module[name], props, id);
  };

  // What fails is reported as an unhandled rejection.
  const soon = (element: Element): void => void hydrateIsland(element);

  const begin = (root: ParentNode): void => {
    for (const island of root.querySelectorAll<HTMLElement>(waiting)) {
      const when = island.dataset["islandWhen"];
      if ((afterInteraction || when === "interaction") && !interacted) continue;
      if (when === "load" || when === "interaction") soon(island);
      // Safari has no idle callbacks.
      else if (when === "idle") (window.requestIdleCallback ?? setTimeout)(() => soon(island));
      else if (when === "media") {
        const query = matchMedia(island.dataset["islandMedia"]!);
        if (query.matches) soon(island);
        else query.addEventListener("change", () => soon(island), { once: true });
      } else {
        observer ??= new IntersectionObserver(
          (entries) => {
            for (const { isIntersecting, target } of entries) {
              if (!isIntersecting) continue;
              observer!.unobserve(target);
              soon(target);
            }
          },
          { rootMargin: near },
        );
        observer.observe(island);
      }
    }
  };

  const islandOf = (target: Element): HTMLElement | null => {
    const island = target.closest<HTMLElement>("[data-island]");
    return island?.matches(waiting) ? island : null;
  };

  const onPointerOrFocus = (event: Event): void => {
    const island = event.target instanceof Element && islandOf(event.target);
    if (island) soon(island);
  };

  const onFirstInteraction = (): void => {
    for (const type of interactions) removeEventListener(type, onFirstInteraction, true);
    interacted = true;
    begin(document);
    nextFrame().then(resolve);
  };

  // A click on a button of an island that is not hydrated yet is held back and repeated once it is. Links need no
  // script and are left alone.
  const holdClick = (event: Event): void => {
    const target = event.target as Element;
    const island = islandOf(target);
    const button = target.closest<HTMLButtonElement>("button");
    if (!island || !button || button.type === "submit" || failed()) return;
    event.preventDefault();
    event.stopPropagation();
    hydrateIsland(island).then(
      (find) => (find(button) as HTMLElement | undefined)?.click(),
      () => {},
    );
  };

  // A submit before hydration is held back and repeated after it; data-pending on the island shows that at once. If
  // React cannot be loaded, the form posts natively, but only with a connection: without one, the browser's error page
  // would replace everything that was typed. Then the page stays, and data-offline shows why.
  const holdSubmit = (event: SubmitEvent): void => {
    const form = event.target as HTMLFormElement;
    const island = islandOf(form);
    if (!island) return;
    event.preventDefault();
    event.stopPropagation();
    if (held.has(form)) return;
    const submitter = event.submitter ?? form.querySelector("[type=submit]")!;
    held.add(form);
    island.removeAttribute("data-offline");
    island.setAttribute("data-pending", "");
    hydrateIsland(island)
      .then(
        // Not requestSubmit, which Safari lacks before 16.
        (find) => (find(submitter) as HTMLElement | undefined)?.click(),
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

  let resolve!: () => void;
  const interaction = new Promise<void>((done) => (resolve = done));
  const held = new Set<HTMLFormElement>();
  const failed = (): boolean => document.documentElement.dataset["islands"] === "failed";
  const interactions = ["pointerdown", "pointermove", "keydown", "touchstart", "wheel", "scroll"];
  for (const type of interactions) addEventListener(type, onFirstInteraction, { capture: true, passive: true });
  for (const type of ["pointerover", "focusin", "touchstart"]) {
    addEventListener(type, onPointerOrFocus, { capture: true, passive: true });
  }
  addEventListener("click", holdClick, true);
  addEventListener("submit", holdSubmit, true);
  begin(document);
  return interaction;
}
