// Loaded when the first island is due: React, and the function that hydrates an island with it.
import { createElement, useEffect, type ComponentType, type ReactElement } from "react";
import { hydrateRoot } from "react-dom/client";
import { report, reportLogged } from "./report";

declare const process: { env: { NODE_ENV: string } };
// esbuild leaves these conditions, and the code that only they need, out of a build for production.
if (process.env.NODE_ENV !== "production") reportLogged();

/** hydrate resolves when the island is hydrated and its effects have run. */
export function hydrate(element: Element, component: ComponentType<any>, props: object, id: string): Promise<void> {
  // React keeps typed text and choices, but resets a textarea that was rendered with text.
  const typed = new Map<HTMLTextAreaElement, string>();
  const remember = (): void => {
    for (const area of element.querySelectorAll("textarea")) typed.set(area, area.value);
  };
  remember();
  addEventListener("input", remember, true);
  return new Promise((resolve) => {
    const ready = (): void => {
      removeEventListener("input", remember, true);
      for (const [area, text] of typed) if (area.value !== text) area.value = text;
      element.setAttribute("data-hydrated", "");
      resolve();
    };
    hydrateRoot(element, createElement(Ready, { ready, component, props }), {
      identifierPrefix: id,
      onRecoverableError: (error, { componentStack }) => {
        console.error(`island ${id} did not hydrate:`, error);
        if (process.env.NODE_ENV !== "production") report(error, componentStack);
      },
    });
  });
}

interface ReadyProps {
  ready: () => void;
  component: ComponentType<any>;
  props: object;
}

// It renders nothing of its own, so that ids below it match the server's.
function Ready({ ready, component, props }: ReadyProps): ReactElement {
  // oxlint-disable-next-line react/exhaustive-deps -- ready never changes
  useEffect(ready, []);
  return createElement(component, props);
}
