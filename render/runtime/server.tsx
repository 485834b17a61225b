// The server's half of @haulfront/render. It runs in goja and is not part of the browser's bundle.
import { createElement, version as react, type ComponentType, type ElementType, type HTMLAttributes, type ReactElement } from "react";
import { renderToString, version as reactDOM } from "react-dom/server";

type Registry = Record<string, ComponentType<any>>;

interface Slot {
  id: string;
  name: string;
  props: object;
}

const names = new Map<ComponentType<any>, string>();

// The islands of the page that is being rendered. A runtime renders one page at a time, from start to end.
let slots: Slot[] = [];

export interface IslandProps<P extends object> extends HTMLAttributes<HTMLElement> {
  /** The component, as registered in serve. */
  of: ComponentType<P>;
  /** Unique on the page; it prefixes all ids that the component makes with useId. */
  id: string;
  /** What the component is rendered with, on both sides. It has to survive JSON. */
  props: P;
  /** The element that holds the island. */
  as?: ElementType;
  /**
   * "visible" hydrates the island once it is near the viewport, "interaction" at the first interaction with the page.
   */
  when?: "visible" | "interaction";
}

/** Island renders a component that is hydrated in the browser. */
export function Island<P extends object>({ of, id, props, as = "div", when = "visible", ...rest }: IslandProps<P>): ReactElement {
  const name = names.get(of);
  if (name === undefined) throw new Error(`Island ${id}: its component is not among the islands given to serve`);
  if (!/^[a-z][a-z0-9-]*$/.test(id)) throw new Error(`Island id ${JSON.stringify(id)}: want lower-case letters, digits and "-"`);
  slots.push({ id, name, props });
  return (
    <>
      {createElement(as, {
        ...rest,
        "data-island": name,
        "data-island-id": id,
        "data-island-when": when,
        dangerouslySetInnerHTML: { __html: `<!--island html ${id}-->` },
      })}
      <script type="application/json" data-island-props={id} dangerouslySetInnerHTML={{ __html: `<!--island props ${id}-->` }} />
    </>
  );
}

/** What an entry offers to Go. */
interface Entry {
  pages: Registry;
  islands?: Registry;
  /** What Engine.Value returns; it has to survive JSON. */
  values?: Record<string, unknown>;
}

/** serve registers what the engine can render. The server's entry calls it once. */
export function serve({ pages, islands = {}, values = {} }: Entry): void {
  if (react !== reactDOM) throw new Error(`react is ${react} and react-dom ${reactDOM}: install the same version of both`);
  for (const name of Object.keys(islands)) names.set(islands[name]!, name);

  function find<T>(kind: string, registry: Record<string, T>, name: string): T {
    if (!Object.prototype.hasOwnProperty.call(registry, name)) {
      throw new Error(`no ${kind} is registered as ${name}; there are ${Object.keys(registry).join(", ")}`);
    }
    return registry[name]!;
  }

  // The HTML leaves through the function that takes React's chunks; what is returned is the rest.
  (globalThis as { __haulfront?: unknown }).__haulfront = {
    renderPage(name: string, props: string): string {
      slots = [];
      renderToString(createElement(find("page", pages, name), JSON.parse(props)));
      return JSON.stringify(slots);
    },
    renderIsland(name: string, id: string, props: string): void {
      renderToString(createElement(find("island", islands, name), JSON.parse(props)), { identifierPrefix: id });
    },
    readValue(name: string): string {
      return JSON.stringify(find("value", values, name));
    },
  };
}
