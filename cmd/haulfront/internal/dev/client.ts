// Follows the state of a site that is being developed: loads the page again when it has changed, without losing what was typed,
// the focus or the place in the page; swaps a changed stylesheet; shows problems.
interface State {
  edition: string;
  stylesheet: string;
  problems: Problem[] | null;
}

const edition = document.querySelector<HTMLScriptElement>('script[src="/_dev/client.js"]')!.dataset["edition"]!;
const page = location.pathname;
let reloading = false;

const follow = (loaded: boolean): void => {
  const events = new EventSource(`/_dev/events?page=${encodeURIComponent(page)}${loaded ? "&loaded" : ""}`);
  events.onmessage = (event: MessageEvent<string>) => {
    const state = JSON.parse(event.data) as State;
    // The answer to a form is not loaded again: that would send the form again.
    if (state.edition && state.edition !== edition && page !== "/quote") return reload();
    if (state.stylesheet) swapStylesheet(state.stylesheet);
    show(state.problems ?? []);
  };
  // A browser gives up where the connection is refused, and then says so.
  events.onerror = () => {
    if (events.readyState !== EventSource.CLOSED || reloading) return;
    setTimeout(() => follow(false), 250);
  };
};

const swapStylesheet = (address: string, page = document): void => {
  for (const frame of page.querySelectorAll("iframe")) if (frame.contentDocument) swapStylesheet(address, frame.contentDocument);
  const links = [...page.querySelectorAll<HTMLLinkElement>('head link[rel="stylesheet"]')];
  const last = links.at(-1);
  if (!last || new URL(last.href).pathname === address) return;
  const next = last.cloneNode() as HTMLLinkElement;
  next.href = address;
  next.addEventListener("load", () => links.forEach((link) => link.remove()));
  last.after(next);
};

// What a person has done to the page, from before it is loaded again until after.
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
  const left: Left = { scroll: [scrollX, scrollY], focus: active && active !== document.body ? pathOf(active) : "", selection: selectionOf(active), fields: {}, open: [] };
  for (const field of document.querySelectorAll<Field>("input, textarea, select")) {
    const value = typed(field);
    if (value !== undefined) left.fields[pathOf(field)] = value;
  }
  document.querySelectorAll("details").forEach((details, i) => details.open && left.open.push(i));
  sessionStorage.setItem(storageKey, JSON.stringify(left));
  location.reload();
};

/** What was typed or chosen in a field; undefined where it is as the server sent it. */
const typed = (field: Field): string | boolean | undefined => {
  if (field instanceof HTMLSelectElement) return [...field.options].some((o) => o.selected !== o.defaultSelected) ? field.value : undefined;
  if (field.type === "checkbox" || field.type === "radio") {
    const { checked, defaultChecked } = field as HTMLInputElement;
    return checked === defaultChecked ? undefined : checked;
  }
  if (["hidden", "password", "file", "submit", "button"].includes(field.type) || field.value === field.defaultValue) return undefined;
  return field.value;
};

const selectionOf = (element: Element | null): [number | null, number | null] | undefined =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? [element.selectionStart, element.selectionEnd] : undefined;

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
    if (left.selection && left.selection[0] !== null) (active as HTMLInputElement).setSelectionRange(left.selection[0], left.selection[1]);
  }
  const scroll = (): void => scrollTo({ left: left.scroll[0], top: left.scroll[1], behavior: "instant" });
  scroll();
  addEventListener("load", scroll);
};

// A failure is reported to the server, which knows the sources; what it makes of it comes back as a problem.
const tell = (kind: string, error: unknown, components = ""): void => {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: "" };
  // Of React's message the general explanations are left out; what differs follows them. The server takes 4 KB.
  const reason = message.replace(/(This won't be patched up\. )?This can happen if[^]*?hydration-mismatch/, "").slice(0, 1500);
  const fault = { page, kind, message: reason, stack: (stack ?? "").slice(0, 1000), components: components.slice(0, 600) };
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
  panel.append(close, ...problems.map(describe), element("p", "The page behind this is the last one that was right. This goes when the problem is mended; Escape closes it.", "note"));
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
      const row = element("span", `${String(number).padStart(4)} | ${text}\n`, number === problem.line ? "line at" : "line");
      code.append(row);
      if (number === problem.line && problem.column) code.append(element("span", `     | ${text.slice(0, problem.column - 1).replace(/[^\t]/g, " ")}^\n`, "line at"));
    });
    section.append(code);
  }
  if (problem.components?.length) section.append(element("pre", problem.components.map((name) => `at ${name}`).join("\n"), "components"));
  return section;
}

const titles: Record<string, string> = {
  build: "The sources cannot be bundled",
  render: "A component failed on the server",
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

// In the gallery a frame is as high as what is in it, and as wide as was chosen.
const widths = document.querySelectorAll<HTMLButtonElement>("button[data-width]");
const fit = (frame: HTMLIFrameElement): void => {
  const shown = frame.contentDocument;
  if (!shown?.body || shown.URL === "about:blank") return;
  new ResizeObserver(() => frame.style.setProperty("--Styleguide-height", `${shown.documentElement.offsetHeight}px`)).observe(shown.documentElement);
};
for (const frame of document.querySelectorAll<HTMLIFrameElement>(".Styleguide-frame")) {
  fit(frame);
  frame.addEventListener("load", () => fit(frame));
}
for (const button of widths) {
  button.addEventListener("click", () => {
    for (const other of widths) other.setAttribute("aria-pressed", String(other === button));
    const { width } = button.dataset;
    document.body.style.setProperty("--Styleguide-width", width ? `${width}px` : "");
  });
}

// A frame is loaded again with the page that it is in.
if (self === top) {
  restore();
  follow(true);
}

export {};
