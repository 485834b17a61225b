// The server's half of @haulfront/render. It runs in goja and is not part of the browser's bundle.
import { createElement, version as react } from "react";
import type { ComponentType, ElementType, HTMLAttributes, ReactElement, ReactNode } from "react";
import "./island.css";
import { renderToString, version as reactDOM } from "react-dom/server";

type Registry = Record<string, ComponentType<any>>;

const names = new Map<ComponentType<any>, string>();

// From Go, see tree.go and overflow.go.
declare const __haulfrontMarker: string;
declare const __haulfrontSlot: (
  id: string,
  name: string,
  props: string,
  inFile: readonly string[],
  children: boolean,
  never: boolean,
) => void;
declare const process: { env: { NODE_ENV: string } };
declare const __haulfrontRun: <T>(f: () => T) => T;
// The islands that the browser's entry gives to start: null if it does not, undefined if that is unknown.
declare const __haulfrontStarted: readonly string[] | null | undefined;

// Whether a page is being rendered, and not an island. A runtime renders one at a time.
let inPage = false;

/** When an island is hydrated. A pointer or the focus on it hydrates it at once in any case. */
export type When =
  /** as soon as the page's script runs */
  | "load"
  /** when the browser is idle */
  | "idle"
  /** once it is near the viewport */
  | "visible"
  /** at the first interaction with the page */
  | "interaction"
  /** once the media query in the prop media holds */
  | "media"
  /** never: the page has its HTML only, without props and code */
  | "never";

export interface IslandProps<P extends object> extends HTMLAttributes<HTMLElement> {
  /** The component, as registered in serve. */
  of: ComponentType<P>;
  /** Unique on the page; it prefixes the ids that the component makes with useId. */
  id: string;
  /** The component's props on both sides. They have to survive JSON: others are an error in development. */
  props: Omit<P, "children">;
  /**
   * A JSON file with some of the props, which the browser fetches with the component's code, so that they are not in
   * each page. They are in props too; the page sends those that have another value. Without src, only the server has
   * them.
   */
  file?: { src?: string; has: readonly string[] } | undefined;
  /**
   * The component's children, which only the server renders. They may contain islands. The component may show them
   * once, later, or not at all.
   */
  children?: ReactNode;
  /** The element that holds the island. */
  as?: ElementType;
  /** When the island is hydrated; "visible" by default. */
  when?: When;
  /** The media query of when="media". */
  media?: string;
}

// The engine replaces these, and the elements around them.
const mark = (...of: string[]): { __html: string } => ({ __html: `<!--${[__haulfrontMarker, ...of].join(" ")}-->` });
function Mark({ part, id }: { part: string; id: string }): ReactElement {
  return createElement("island-mark", { dangerouslySetInnerHTML: mark(part, id) });
}

/** Assets links the stylesheet and the browser's script of the engine. It belongs into the head of a page. */
export function Assets(): ReactElement {
  return createElement("island-mark", { dangerouslySetInnerHTML: mark("assets") });
}

const strategies: readonly unknown[] = ["load", "idle", "visible", "interaction", "media", "never"] satisfies When[];

// Elements without attributes of their own, and the attributes of all elements: React writes any text as one.
const plain = /^(article|aside|div|figure|footer|header|main|nav|p|section|span|ul)$/;
const globalAttribute = new RegExp(
  "^((data|aria)-.+|accessKey|autoFocus|className|contentEditable|dir|draggable|enterKeyHint|exportparts|hidden|" +
    "inert|inputMode|is|item(ID|Prop|Ref|Scope|Type)|lang|nonce|part|popover|role|slot|spellCheck|style|tabIndex|title|" +
    "translate|suppress(ContentEditable|Hydration)Warning)$",
);

const withoutJSON = /^((Weak)?(Map|Set)|Promise|RegExp|Error|ArrayBuffer|DataView)$/;

// What a value is that JSON leaves out or replaces.
function lost(value: unknown, inList: boolean): string | undefined {
  switch (typeof value) {
    case "function":
    case "symbol":
      return `a ${typeof value}`;
    case "bigint":
      return "a BigInt";
    case "number":
      return Number.isFinite(value) ? undefined : String(value);
    case "undefined":
      return inList ? "undefined in a list" : undefined;
  }
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  return withoutJSON.test(tag) ? `a ${tag}` : undefined;
}

// The JSON of an island's props. In development, lost values are errors: the component would not get them, on either
// side.
function toJSON(props: object, wrong: (problem: string) => Error): string {
  try {
    if (process.env.NODE_ENV === "production") return JSON.stringify(props);
  } catch {
    // the errors below have the place
  }
  const around: unknown[] = [];
  const path: string[] = [];
  return JSON.stringify(props, function (this: unknown, key: string, value: unknown) {
    for (; around.length > 0 && around[around.length - 1] !== this; path.pop()) around.pop();
    const place = [...path, key].slice(1, 11).join(".");
    const is = lost(value, Array.isArray(this));
    if (is !== undefined) throw wrong(`${place} is ${is}, which JSON does not have`);
    if (around.includes(value)) throw wrong(`${place} contains itself`);
    if (typeof value === "object" && value !== null) {
      around.push(value);
      path.push(key);
    }
    return value;
  });
}

/** Island renders a component that is hydrated in the browser. */
export function Island<P extends object>(island: IslandProps<P>): ReactElement {
  const { of, id, props, file, children, as = "div", when = "visible", media, ...others } = island;
  const rest: Record<string, unknown> = others;
  const name = names.get(of);
  const wrong = (message: string): Error => new Error(`Island ${id}${message}`);
  if (!inPage) throw wrong(" is inside of another island's component: pass it as a child");
  if (name === undefined) throw wrong(": its component is not among the islands given to serve");
  if (typeof id !== "string" || !/^[a-z][a-z0-9-]*$/.test(id)) {
    throw wrong(`: its id is ${JSON.stringify(id)}: want lower-case letters, digits and "-"`);
  }
  if (typeof props !== "object" || props === null) throw wrong(": it has no props: want an object");
  if (!strategies.includes(when)) throw wrong(`: when is ${JSON.stringify(when)}: want ${strategies.join(", ")}`);
  if ((when === "media") !== (media !== undefined)) throw wrong(': when="media" and media go together');
  const unknown = Object.keys(rest).filter((prop) => plain.test(String(as)) && !globalAttribute.test(prop));
  if (unknown.length > 0) throw wrong(`: it has no prop ${unknown.join(", ")}: those of ${name} are in props`);
  const never = when === "never";
  if (!never && __haulfrontStarted === null) throw wrong(": no entry for browsers calls start");
  const around = children !== undefined && children !== null && children !== false;
  const json = toJSON(props, (problem) => wrong(` of ${name}: its prop ${problem}`));
  __haulfrontSlot(id, name, json, file?.has ?? [], around, never);
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

// React writes the HTML to Go chunk by chunk. The option is the engine's own, see the patches of React.
function renderForGo(element: ReactElement, identifierPrefix?: string): void {
  renderToString(element, { identifierPrefix, forGo: true } as object);
}

/** The server's entry, as Go sees it. */
interface Entry {
  pages: Registry;
  islands?: Registry;
  /** Values for Engine.Value, or functions that return them. They have to survive JSON, as do the arguments. */
  values?: Record<string, unknown>;
}

/** serve registers what the engine can render. The server's entry calls it once. */
export function serve({ pages, islands = {}, values = {} }: Entry): void {
  if (react !== reactDOM) {
    throw new Error(`react is ${react} and react-dom ${reactDOM}: install the same version of both`);
  }
  if ("__haulfront" in globalThis) throw new Error("serve was called before: call it once, with all pages and islands");
  const missing = Object.keys(islands).filter((name) => __haulfrontStarted?.includes(name) === false);
  if (missing.length > 0) {
    const added = missing.map((name) => `${name}: () => import("./${name}")`).join(", ");
    throw new Error(`the browser does not know ${missing.join(", ")}: add ${added} to start in the entry for browsers`);
  }
  for (const name of Object.keys(islands)) names.set(islands[name]!, name);

  function find<T>(kind: string, registry: Record<string, T>, name: string): T {
    if (!Object.prototype.hasOwnProperty.call(registry, name)) {
      throw new Error(`no ${kind} is registered as ${name}; there are ${Object.keys(registry).join(", ")}`);
    }
    return registry[name]!;
  }

  (globalThis as { __haulfront?: unknown }).__haulfront = {
    renderPage(name: string, props: object): void {
      inPage = true;
      const Page = find("page", pages, name);
      __haulfrontRun(() => renderForGo(<Page {...props} />));
    },
    renderIsland(name: string, id: string, props: Record<string, unknown>, around: boolean): void {
      inPage = false;
      if (around) props.children = createElement("island-children", { dangerouslySetInnerHTML: mark("children") });
      const Component = find("island", islands, name);
      __haulfrontRun(() => renderForGo(<Component {...props} />, id));
    },
    readValue(name: string, ...args: unknown[]): string {
      const value = find("value", values, name);
      return __haulfrontRun(() => JSON.stringify(typeof value === "function" ? value(...args) : value));
    },
  };
}
