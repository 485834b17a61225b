// Loaded when the first island is due: React, and the function that hydrates an island with it.
//
// Translators and extensions change pages. If an island's HTML is not the server's any more, React renders it anew, and
// what was entered is carried along. If an island throws, it goes back to the server's HTML, which works natively.
import { Component, createElement, useEffect, type ComponentType, type ErrorInfo, type ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";
import { carry, focusable, own } from "./carry";
import { report, reportLogged } from "./report";

declare const process: { env: { NODE_ENV: string } };
// esbuild leaves these conditions, and the code that only they need, out of a build for production.
if (process.env.NODE_ENV !== "production") reportLogged();

/** Finds an element again that the island had before it was hydrated. */
export type Find = (element: Element) => Element | undefined;

/** hydrate resolves when the island is hydrated and its effects have run, or when it is back to the server's HTML. */
export function hydrate(element: Element, component: ComponentType<any>, props: object, id: string): Promise<Find> {
  const server = element.cloneNode(true);
  let parts = kept(element);
  let former = focusable(element);
  let focused: Element | null = null;
  let pairs = new Map<Element, Element>();
  // React keeps typed text and choices, but resets a textarea that was rendered with text.
  const typed = new Map<HTMLTextAreaElement, string>();
  const remember = (): void => {
    for (const area of element.querySelectorAll("textarea")) typed.set(area, area.value);
  };
  remember();
  addEventListener("input", remember, true);
  return new Promise((resolve) => {
    const settle = (): void => {
      removeEventListener("input", remember, true);
      for (const [area, text] of typed) if (area.value !== text) area.value = text;
      typed.clear();
      for (const [name, place] of kept(element)) {
        const part = parts.get(name);
        if (part !== place && part?.firstChild) place.replaceChildren(...part.childNodes);
      }
      pairs = carry(former, element, focused);
    };
    const find: Find = (former) => (element.contains(former) ? former : pairs.get(former));
    const root: RootProps = {
      rendering() {
        focused = document.activeElement;
      },
      mounted: settle,
      ready() {
        element.setAttribute("data-hydrated", "");
        resolve(find);
      },
      failing() {
        parts = kept(element);
        former = focusable(element);
        focused = document.activeElement;
      },
      failed(error, stack) {
        console.error(`island ${id} is back to the server's HTML:`, error);
        if (process.env.NODE_ENV !== "production") report(error, stack);
        // CSS reads the first; the second keeps clicks and submits from being held back.
        document.documentElement.dataset["islands"] = "failed";
        element.setAttribute("data-island-native", "");
        element.removeAttribute("data-hydrated");
        element.replaceChildren(...server.childNodes);
        settle();
        resolve(find);
      },
    };
    const posted = postIfThrown(element);
    hydrateRoot(element, createElement(Root, root, createElement(component, props)), {
      identifierPrefix: id,
      onCaughtError() {}, // see failed
      onRecoverableError(error, { componentStack }) {
        console.warn(`island ${id} was rendered anew:`, error);
        if (process.env.NODE_ENV !== "production") report(error, componentStack);
      },
    });
    posted();
  });
}

/** The elements whose content only the server renders, by name. */
const kept = (island: Element): Map<string | null, Element> =>
  new Map(own(island, "[data-island-kept], island-children").map((e) => [e.getAttribute("data-island-kept"), e]));

/**
 * Posts a form natively whose handlers have prevented that and thrown. Its listeners surround those of React: call it
 * before React adds them, and what it returns after.
 */
function postIfThrown(island: Element): () => void {
  let threw: boolean;
  // React reports what a handler throws as an event on the window.
  const note = (): void => void (threw = true);
  island.addEventListener(
    "submit",
    () => {
      threw = false;
      addEventListener("error", note);
    },
    true,
  );
  return () =>
    island.addEventListener("submit", (event) => {
      removeEventListener("error", note);
      // A control may have the name submit.
      if (threw && event.defaultPrevented) HTMLFormElement.prototype.submit.call(event.target);
    });
}

interface RootProps {
  /** Called before each change of the elements. */
  rendering: () => void;
  /** Called when React has the island's elements. */
  mounted: () => void;
  /** Called when its effects have run, too. */
  ready: () => void;
  /** Called before the elements are taken away because of an error, and after. */
  failing: () => void;
  failed: (error: unknown, stack: string | undefined) => void;
  children?: ReactNode;
}

// It renders nothing of its own, so that ids below it match the server's.
class Root extends Component<RootProps> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidMount(): void {
    if (!this.state.failed) this.props.mounted();
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    this.props.failed(error, componentStack ?? undefined);
  }

  override render(): ReactNode {
    const { rendering, failing, ready, children } = this.props;
    if (this.state.failed) {
      failing();
      return null;
    }
    rendering();
    return createElement(Ready, { ready }, children);
  }
}

function Ready({ ready, children }: { ready: () => void; children?: ReactNode }): ReactNode {
  // oxlint-disable-next-line react/exhaustive-deps -- ready never changes
  useEffect(ready, []);
  return children;
}
