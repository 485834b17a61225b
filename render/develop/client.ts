// Follows the state of a site during development: applies changes to the page in place, keeping typed values, focus and
// scroll position; swaps a changed stylesheet; shows problems. A page that cannot be changed in place is reloaded.
interface State {
  edition: string;
  stylesheet: string;
  script: string;
  problems: Problem[] | null;
}

const ownScript = 'script[src="/_dev/client.js"]';
const page = location.pathname;
let { edition, answer } = document.querySelector<HTMLScriptElement>(ownScript)!.dataset;
// The answer to a form is neither loaded again nor compared with what a link to it shows.
const isAnswer = answer !== undefined;
let reloading = false;

const follow = (loaded: boolean): void => {
  const events = new EventSource(`/_dev/events?page=${encodeURIComponent(page)}${loaded ? "&loaded" : ""}`);
  let before: Promise<void> = Promise.resolve();
  events.onmessage = (event: MessageEvent<string>) => {
    const state = JSON.parse(event.data) as State;
    before = before.then(() => take(state)).catch((error: unknown) => tell("browser", error));
  };
  // A browser gives up where the connection is refused, and then says so.
  events.onerror = () => {
    if (events.readyState !== EventSource.CLOSED || reloading) return;
    setTimeout(() => follow(false), 250);
  };
};

const take = async (state: State): Promise<void> => {
  if (state.stylesheet) swapStylesheet(state.stylesheet);
  show(state.problems ?? []);
  if (state.script) await refresh(state.script);
  if (state.edition && state.edition !== edition && !isAnswer) await update();
};

// Whether the page has to be loaded again to show what has changed.
let outdated = false;
let script = "";

/** Shows islands that have changed: their script does that when it is imported (see the README of render). */
const refresh = async (address: string): Promise<void> => {
  if (!script && document.querySelector(`script[src="${address}"]`)) script = address;
  if (address === script) return;
  script = address;
  try {
    // With a query: a browser does not run a script again, even after a change was taken back.
    const { refreshed } = (await import(`${address}?${Date.now()}`)) as { refreshed: boolean };
    outdated ||= !refreshed;
  } catch (error) {
    // A script that is gone has been replaced by that of a later change, whose event follows.
    if ((await fetch(address)).status !== 404) tell("browser", error);
  }
};

/** Shows what is different in the page as it is served now. */
const update = async (): Promise<void> => {
  const before = await served;
  if (outdated || !before || before.edition !== edition || hasFrames()) return reload();
  const next = await load();
  patch(before.root, next.root, document.documentElement);
  if (outdated) return reload();
  served = Promise.resolve(next);
  edition = next.edition;
};

/** Whether the page shows others of the site, which are loaded again with it. */
const hasFrames = (): boolean =>
  [...document.querySelectorAll("iframe")].some(({ contentDocument: shown }) => shown && shown.URL !== "about:blank");

interface Served {
  root: Element;
  edition: string | undefined;
}

/** Loads the page as the server has it: the one that is shown was changed by scripts. */
const load = async (): Promise<Served> => {
  const response = await fetch(location.href, { headers: { Accept: "text/html" } });
  const { documentElement } = new DOMParser().parseFromString(await response.text(), "text/html");
  return {
    root: documentElement,
    edition: documentElement.querySelector<HTMLScriptElement>(ownScript)?.dataset["edition"],
  };
};

// The styles are swapped by themselves, and the problems are ours.
const isOwn = (node: Node): boolean =>
  node instanceof Element && node.matches('link[rel="stylesheet"], haulfront-problems');
const childrenOf = (node: Node): ChildNode[] => [...node.childNodes].filter((child) => !isOwn(child));

// The state in which a script of the page ran: a new script in its place would do nothing.
const scripted = "[data-island], form, input, select, textarea, button, details, dialog, [popover], iframe, script";
const isScripted = (node: Node): boolean =>
  node instanceof Element &&
  (node.matches(scripted) ||
    Object.keys((node as HTMLElement).dataset).length > 0 ||
    [...node.children].some(isScripted));

/** Whether a script has props of an island that React shows. */
const isUsed = ({ dataset: { islandProps } }: HTMLScriptElement): boolean =>
  !!islandProps && document.querySelector(`[data-island-id="${islandProps}"][data-hydrated]`) !== null;

/** Changes a node of the page by what is different between two versions of what was served in its place. */
const patch = (before: Node, next: Node, shown: Node): void => {
  if (before.isEqualNode(next) || outdated) return;
  if (!(before instanceof Element && next instanceof Element && shown instanceof Element)) {
    shown.nodeValue = next.nodeValue;
    return;
  }
  if (shown instanceof HTMLScriptElement && isUsed(shown)) outdated = true;
  for (const name of new Set([...before.getAttributeNames(), ...next.getAttributeNames()])) {
    const value = next.getAttribute(name);
    if (value === before.getAttribute(name)) continue;
    if (value === null) shown.removeAttribute(name);
    else shown.setAttribute(name, value);
    if (name === "data-island-file") outdated ||= shown.hasAttribute("data-hydrated");
  }
  // A hydrated island is React's, which shows what has changed in its components.
  if (shown.hasAttribute("data-hydrated")) return;
  const [were, are, live] = [childrenOf(before), childrenOf(next), childrenOf(shown)];
  if (were.length !== live.length || were.some((child, i) => child.nodeName !== live[i]!.nodeName)) {
    outdated = true; // a script has changed them
    return;
  }
  if (were.length === are.length && were.every((child, i) => child.nodeName === are[i]!.nodeName)) {
    are.forEach((child, i) => patch(were[i]!, child, live[i]!));
    return;
  }
  // Some came or went, between those that are as they were.
  let first = 0;
  while (were[first] && are[first] && were[first]!.isEqualNode(are[first]!)) first++;
  let last = 0;
  while (last < Math.min(were.length, are.length) - first && were.at(-1 - last)!.isEqualNode(are.at(-1 - last)!))
    last++;
  const gone = live.slice(first, live.length - last);
  const come = are.slice(first, are.length - last);
  if (shown === document.head || [...gone, ...come].some(isScripted)) {
    outdated = true;
    return;
  }
  const end = live[live.length - last] ?? null;
  for (const child of gone) child.remove();
  for (const child of come) shown.insertBefore(document.importNode(child, true), end);
};

const swapStylesheet = (address: string, page = document): void => {
  for (const frame of page.querySelectorAll("iframe"))
    if (frame.contentDocument) swapStylesheet(address, frame.contentDocument);
  const links = [...page.querySelectorAll<HTMLLinkElement>('head link[rel="stylesheet"]')];
  const last = links.at(-1);
  if (!last || new URL(last.href).pathname === address) return;
  const next = last.cloneNode() as HTMLLinkElement;
  next.href = address;
  // It takes the others' place at once: the page is laid out one time, not with both and then without them.
  next.media = "not all";
  next.addEventListener("load", () => {
    next.media = links[0]!.media; // the last may still be loading
    links.forEach((link) => link.remove());
  });
  last.after(next);
};

// The visitor's changes to the page, kept over a reload.
interface Left {
  scroll: [number, number];
  focus: string;
  selection: [number | null, number | null] | undefined;
  fields: Record<string, string | boolean>;
  open: number[];
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const storageKey = `haulfront-dev ${location.pathname}${location.search}`;

const reload = (): void => {
  if (reloading) return;
  reloading = true;
  const active = document.activeElement;
  const left: Left = {
    scroll: [scrollX, scrollY],
    focus: active && active !== document.body ? pathOf(active) : "",
    selection: selectionOf(active),
    fields: {},
    open: [],
  };
  for (const field of document.querySelectorAll<Field>("input, textarea, select")) {
    const value = typed(field);
    if (value !== undefined) left.fields[pathOf(field)] = value;
  }
  document.querySelectorAll("details").forEach((details, i) => details.open && left.open.push(i));
  sessionStorage.setItem(storageKey, JSON.stringify(left));
  location.reload();
};

/** The value typed or chosen in a field; undefined if it is as the server sent it. */
const typed = (field: Field): string | boolean | undefined => {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((o) => o.selected !== o.defaultSelected) ? field.value : undefined;
  if (field.type === "checkbox" || field.type === "radio") {
    const { checked, defaultChecked } = field as HTMLInputElement;
    return checked === defaultChecked ? undefined : checked;
  }
  if (["hidden", "password", "file", "submit", "button"].includes(field.type) || field.value === field.defaultValue)
    return undefined;
  return field.value;
};

const selectionOf = (element: Element | null): [number | null, number | null] | undefined =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    ? [element.selectionStart, element.selectionEnd]
    : undefined;

/** A selector of the element that holds as long as its surroundings do. */
const pathOf = (element: Element): string => {
  if (element.id) return `#${CSS.escape(element.id)}`;
  const parent = element.parentElement;
  if (!parent) return element.localName;
  return `${pathOf(parent)} > :nth-child(${[...parent.children].indexOf(element) + 1})`;
};

const restore = (): void => {
  const text = sessionStorage.getItem(storageKey);
  if (!text) return;
  sessionStorage.removeItem(storageKey);
  const left = JSON.parse(text) as Left;
  const details = document.querySelectorAll("details");
  for (const i of left.open) if (details[i]) details[i].open = true;
  for (const [path, value] of Object.entries(left.fields)) {
    const field = document.querySelector<Field>(path);
    if (!field) continue;
    if (typeof value === "boolean") (field as HTMLInputElement).checked = value;
    else field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const active = left.focus && document.querySelector<HTMLElement>(left.focus);
  if (active) {
    active.focus({ preventScroll: true });
    if (left.selection && left.selection[0] !== null)
      (active as HTMLInputElement).setSelectionRange(left.selection[0], left.selection[1]);
  }
  const scroll = (): void => scrollTo({ left: left.scroll[0], top: left.scroll[1], behavior: "instant" });
  scroll();
  addEventListener("load", scroll);
};

// A failure is reported to the server, which knows the sources; what it makes of it comes back as a problem.
const tell = (kind: string, error: unknown, components = ""): void => {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: "" };
  // Of React's message the general explanations are left out; what differs follows them. The server takes 4 KB.
  const reason = message
    .replace(/(This won't be patched up\. )?This can happen if[^]*?hydration-mismatch/, "")
    .slice(0, 1500);
  const fault = {
    page,
    kind,
    message: reason,
    stack: (stack ?? "").slice(0, 1000),
    components: components.slice(0, 600),
  };
  void fetch("/_dev/errors", { method: "POST", body: JSON.stringify(fault) }).catch(() => {});
};

addEventListener("error", (event) => event.error && tell("browser", event.error));
addEventListener("unhandledrejection", (event) => tell("browser", event.reason));
// From @haulfront/render, which says so in development only.
addEventListener("haulfront:error", (event) => {
  const { error, componentStack } = (event as CustomEvent<{ error: unknown; componentStack?: string }>).detail;
  tell("hydration", error, componentStack);
});

// The problems, shown over the page in a shadow tree: the page's styles do not reach them, nor theirs the page.
interface Problem {
  kind: string;
  message: string;
  file?: string;
  line?: number;
  column?: number;
  lines?: string[];
  first?: number;
  components?: string[];
  editor?: string;
}

let overlay: HTMLElement | undefined;
let dismissed = "";

/** Shows the problems, in place of those that were shown before; none closes the overlay. */
function show(problems: Problem[]): void {
  const text = JSON.stringify(problems);
  if (problems.length === 0) dismissed = "";
  if (problems.length === 0 || text === dismissed) {
    overlay?.remove();
    overlay = undefined;
    return;
  }
  overlay ??= make();
  const close = element("button", "Close", "close");
  close.addEventListener("click", () => {
    dismissed = text;
    show(problems);
  });
  const panel = element("div", "", "panel");
  panel.setAttribute("role", "alertdialog");
  panel.setAttribute("aria-label", "Problems in the sources");
  panel.append(
    close,
    ...problems.map(describe),
    element(
      "p",
      "The page behind this is the last one that was right. This goes when the problem is mended; Escape closes it.",
      "note",
    ),
  );
  overlay.shadowRoot!.querySelector("main")!.replaceChildren(panel);
}

function make(): HTMLElement {
  const host = document.createElement("haulfront-problems");
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = "/_dev/overlay.css";
  host.attachShadow({ mode: "open" }).append(style, document.createElement("main"));
  document.documentElement.append(host);
  return host;
}

addEventListener("keydown", (event) => {
  if (event.key === "Escape") overlay?.shadowRoot!.querySelector("button")?.click();
});

function describe(problem: Problem): HTMLElement {
  const section = element("section", "");
  section.append(element("h1", titles[problem.kind] ?? problem.kind, "kind"), element("p", problem.message, "message"));
  if (problem.file) {
    const place = [problem.file, problem.line, problem.column].filter(Boolean).join(":");
    const link = element("a", place, "place") as HTMLAnchorElement;
    if (problem.editor) link.href = problem.editor;
    section.append(link);
  }
  if (problem.lines?.length) {
    const code = element("pre", "");
    problem.lines.forEach((text, i) => {
      const number = problem.first! + i;
      const row = element(
        "span",
        `${String(number).padStart(4)} | ${text}\n`,
        number === problem.line ? "line at" : "line",
      );
      code.append(row);
      if (number === problem.line && problem.column)
        code.append(
          element("span", `     | ${text.slice(0, problem.column - 1).replace(/[^\t]/g, " ")}^\n`, "line at"),
        );
    });
    section.append(code);
  }
  if (problem.components?.length)
    section.append(element("pre", problem.components.map((name) => `at ${name}`).join("\n"), "components"));
  return section;
}

const titles: Record<string, string> = {
  build: "The sources cannot be bundled",
  render: "A component failed on the server",
  warning: "React warns about a component",
  content: "The content has a problem",
  hydration: "The browser rendered something else than the server",
  browser: "A script failed in the browser",
  program: "The program cannot be built or started",
};

function element(name: string, text: string, className = ""): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}

// A frame is loaded again with the page that it is in.
let served: Promise<Served | undefined>;
if (self === top) {
  served = isAnswer ? Promise.resolve(undefined) : load().catch(() => undefined);
  restore();
  follow(true);
}

export {};
