// What is fetched at the first sign of a person: React, and the one function that hydrates an island with it.
import { createElement, useEffect, type ComponentType, type ReactElement } from "react";
import { hydrateRoot } from "react-dom/client";

/** hydrate resolves when the island's component is live and its effects have run. */
export function hydrate(element: Element, component: ComponentType<any>, props: object, id: string): Promise<void> {
  const chosen = Array.from(element.querySelectorAll("select"), (select) => [select, select.value] as const);
  return new Promise((resolve) => {
    // React leaves typed text alone, but gives a select its default value again, over what was chosen before.
    const ready = (): void => {
      for (const [select, value] of chosen) if (select.value !== value) select.value = value;
      element.setAttribute("data-hydrated", "");
      resolve();
    };
    hydrateRoot(element, createElement(Ready, { ready, component, props }), {
      identifierPrefix: id,
      onRecoverableError: (error) => console.error(`island ${id} did not hydrate:`, error),
    });
  });
}

// It renders nothing of its own, so that the tree below it has the ids that the server gave it.
function Ready({ ready, component, props }: { ready: () => void; component: ComponentType<any>; props: object }): ReactElement {
  useEffect(ready, []);
  return createElement(component, props);
}
