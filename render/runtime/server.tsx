// The server's half of @haulfront/render. It runs in goja and is not part of the browser's bundle.
import { createElement, version as react, type ComponentType, type ElementType, type HTMLAttributes, type ReactElement, type ReactNode } from "react";
import "./island.css";
import { renderToString, version as reactDOM } from "react-dom/server";

type Registry = Record<string, ComponentType<any>>;

const names = new Map<ComponentType<any>, string>();

// What Go offers, see tree.go.
declare const __haulfrontSlot: (slot: string) => void;

// Whether a page is being rendered, and no island. A runtime renders one thing at a time, from start to end.
let inPage = false;

/** When an island is hydrated. Pointing at it or moving the focus into it does so at once, whatever this says. */
export type When =
  /** as soon as the page's script runs */
  | "load"
  /** when the browser has nothing else to do */
  | "idle"
  /** once it is near the viewport */
  | "visible"
  /** at the first interaction with the page */
  | "interaction"
  /** once a media query holds: give it as media */
  | "media"
  /** never: it is HTML only, without its props and its code */
  | "never";

export interface IslandProps<P extends object> extends HTMLAttributes<HTMLElement> {
  /** The component, as registered in serve. */
  of: ComponentType<P>;
  /** Unique on the page; it prefixes all ids that the component makes with useId. */
  id: string;
  /** What the component is rendered with, on both sides. It has to survive JSON. */
  props: Omit<P, "children">;
  /**
   * A JSON file with some of the props, as they stand in props too, which is fetched with the component's code. What many pages have
   * in common is not in each of them then. Props that a page gives another value come with the page.
   */
  file?: { src: string; has: readonly string[] } | undefined;
  /**
   * What the component gets as its children: rendered on the server alone, and kept in place. There may be islands in it. The
   * component may show it once, later, or not at all.
   */
  children?: ReactNode;
  /** The element that holds the island. */
  as?: ElementType;
  /** When the island is hydrated; "visible" by default. */
  when?: When;
  /** The media query of when="media". */
  media?: string;
}

// The engine puts something in the place of these, and of the element around them. Text cannot forge them.
const mark = (part: string, id: string): { __html: string } => ({ __html: `<!--island ${part} ${id}-->` });
const Mark = ({ part, id }: { part: string; id: string }): ReactElement => createElement("island-mark", { dangerouslySetInnerHTML: mark(part, id) });

/** Island renders a component that is hydrated in the browser. */
export function Island<P extends object>({ of, id, props, file, children, as = "div", when = "visible", media, ...rest }: IslandProps<P>): ReactElement {
  const name = names.get(of);
  if (!inPage) throw new Error(`Island ${id} stands in the component of another island: hand it over as children`);
  if (name === undefined) throw new Error(`Island ${id}: its component is not among the islands given to serve`);
  if (!/^[a-z][a-z0-9-]*$/.test(id)) throw new Error(`Island id ${JSON.stringify(id)}: want lower-case letters, digits and "-"`);
  if ((when === "media") !== (media !== undefined)) throw new Error(`Island ${id}: when="media" and media go together`);
  const never = when === "never";
  const around = children !== undefined && children !== null && children !== false;
  __haulfrontSlot(JSON.stringify({ id, name, props, inFile: file?.has, children: around, never }));
  const attributes = never
    ? rest
    : {
        ...rest,
        "data-island": name,
        "data-island-id": id,
        "data-island-when": when,
        "data-island-media": media,
        "data-island-file": file?.src,
        "data-island-children": around ? "" : undefined,
      };
  const content = around
    ? createElement(as, attributes, <Mark part="open" id={id} />, children, <Mark part="close" id={id} />)
    : createElement(as, { ...attributes, dangerouslySetInnerHTML: mark("html", id) });
  return never ? (
    content
  ) : (
    <>
      {content}
      <Mark part="props" id={id} />
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
    renderPage(name: string, props: object): void {
      inPage = true;
      renderToString(createElement(find("page", pages, name), props));
    },
    renderIsland(name: string, id: string, props: Record<string, unknown>, around: boolean): void {
      inPage = false;
      if (around) props.children = createElement("island-children", { dangerouslySetInnerHTML: { __html: "<!--island children-->" } });
      renderToString(createElement(find("island", islands, name), props), { identifierPrefix: id });
    },
    readValue(name: string): string {
      return JSON.stringify(find("value", values, name));
    },
  };
}
