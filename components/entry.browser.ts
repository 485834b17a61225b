// The script of every page, before and without React: small behaviors that CSS and HTML cannot express. Each looks for
// its own markup and does nothing on pages that lack it.
import { nextFrame, start } from "@haulfront/render/browser";

const common = () => import("./islands/common");
const interaction = start(
  {
    Menus: common,
    QuoteForm: common,
    Toasts: common,
    FaqAccordion: () => import("./islands/FaqAccordion/FaqAccordion"),
    Estimator: () => import("./islands/Estimator/Estimator"),
    LoadPicker: () => import("./islands/LoadPicker/LoadPicker"),
  },
  { afterInteraction: true },
);

// Prerenders a page when the pointer rests on its link or presses it. The rules are added at the first pointer event:
// in a header or in the page they would compete with the first screen. Only pages are prerendered: no files, no
// queries, no jumps within the page. In development, a prerendered page would miss the next change.
declare const process: { env: { NODE_ENV: string } };
if (process.env.NODE_ENV === "production") {
  const prerender = (): void => {
    const rules = document.createElement("script");
    rules.type = "speculationrules";
    const where = {
      and: [
        { href_matches: "/*" },
        { not: { href_matches: ["/quote", "/pageview", "/assets/*", "/*.xml", "/*.txt", "/*.json", "/*\\?(.+)"] } },
        { not: { selector_matches: '[href^="#"],[download],[target]' } },
      ],
    };
    rules.textContent = JSON.stringify({ prerender: [{ source: "document", where, eagerness: "moderate" }] });
    document.head.append(rules);
  };
  addEventListener("pointerover", () => nextFrame().then(prerender), { once: true });
}

const root = document.documentElement;

// The phone's menu is a details element. While it is open, the page below the header is inert for keyboards and screen
// readers. It closes when one of the header's links is followed, also within the page, when the focus leaves the header,
// as it can in browsers without inert, by Escape, and when the window becomes too wide.
const menu = document.querySelector<HTMLDetailsElement>(".Header-menu");
if (menu) {
  const header = menu.closest(".Header")!;
  const update = (): void => {
    for (const element of document.querySelectorAll<HTMLElement>("body > :not(.Header)")) element.inert = menu.open;
  };
  const close = (focused?: HTMLElement | null): void => {
    if (!menu.open) return;
    menu.open = false;
    update(); // the event comes later, and nothing inert can be focused
    focused?.focus();
  };
  // Each style of the page depends on it: the menu is painted first.
  menu.addEventListener("toggle", () => nextFrame().then(update));
  header.addEventListener("click", ({ target }) => (target as Element).closest("a") && close());
  addEventListener("focusin", ({ target }) => header.contains(target as Element) || close());
  addEventListener("keydown", ({ key }) => key === "Escape" && close(menu.querySelector("summary")));
  matchMedia("(min-width: 48rem)").addEventListener("change", () =>
    close(document.querySelector<HTMLElement>(".Header-nav a")),
  );
}

// Whether the office is open: shown from the first interaction on, since Intl takes as long as all else at the start, and
// updated at each full minute and when a background page becomes visible.
const hours = document.querySelectorAll<HTMLElement>(".OpenNow");
let nextMinute: number;
const showOpening = (): void => {
  clearTimeout(nextMinute);
  nextMinute = setTimeout(showOpening, 6e4 - (Date.now() % 6e4));
  import("./islands/opening")
    .then(({ openingNow }) => {
      const { open, text } = openingNow(JSON.parse(document.body.dataset["opening"]!));
      for (const place of hours) {
        place.dataset["open"] = String(open);
        place.firstElementChild!.textContent = text;
      }
    })
    .catch(() => {}); // what the server said stays
};
if (hours.length) {
  interaction.then(showOpening);
  document.addEventListener("visibilitychange", showOpening);
}

// The call bar is hidden while a form or the estimator is in view, from the moment its top is on the screen. After a
// failed submission visitors may want to call, so it stays.
const inView = new Set<Element>();
const forms = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) {
      if (entry.isIntersecting) inView.add(entry.target);
      else inView.delete(entry.target);
    }
    root.toggleAttribute("data-form-in-view", inView.size > 0 && !document.querySelector(".QuoteForm-result"));
  },
  { rootMargin: "0px 0px -15% 0px" },
);
for (const form of document.querySelectorAll("[data-island=QuoteForm], [data-island=Estimator]")) forms.observe(form);

// A reload keeps what was typed, which browsers do only on the way back. The controls are queried each time, since React
// replaces a form that a translator has changed.
const controls = () =>
  document.querySelectorAll<HTMLInputElement>(".QuoteForm-control, .QuoteForm-radio, .QuoteForm-consent [type=checkbox]");
if (controls().length) {
  const isBox = ({ type }: HTMLInputElement) => type === "radio" || type === "checkbox";
  addEventListener("pagehide", () => {
    const typed = Array.from(controls(), (control) => (isBox(control) ? control.checked : control.value));
    try {
      if (typed.some(Boolean)) sessionStorage.setItem("typed", JSON.stringify([location.pathname, typed]));
      else sessionStorage.removeItem("typed");
    } catch {
      // Storage may be blocked.
    }
  });
  const restore = (): void => {
    const [path, typed] = JSON.parse(sessionStorage.getItem("typed") ?? "[]") as [string?, (string | boolean)[]?];
    sessionStorage.removeItem("typed");
    if (path !== location.pathname) return;
    controls().forEach((control, i) => {
      if (isBox(control)) control.checked = typed![i] as boolean;
      else if (typed![i]) control.value = typed![i] as string;
    });
  };
  const [{ type }] = performance.getEntriesByType("navigation") as [PerformanceNavigationTiming];
  try {
    if (type === "reload") restore(); // the first access to storage takes milliseconds
  } catch {
    // As above.
  }
}

// Choosing a plan puts it at the start of the form's message, and answers the choices that it answers. Without scripts the link loads this page with the message
// filled in; with scripts the page, and everything typed, stays.
const choices = [...document.querySelectorAll<HTMLAnchorElement>("a[data-message]")];
for (const link of choices) {
  link.addEventListener("click", (event) => {
    const box = document.querySelector<HTMLTextAreaElement>("#contact textarea");
    if (!box || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const before = choices.reduce((text, { dataset }) => text.replace(dataset.message!, ""), box.value).trim();
    box.value = before ? `${link.dataset.message}\n${before}` : link.dataset.message!;
    for (const name of ["serviceType", "serviceTimeframe"]) {
      const choice = box.form!.elements.namedItem(name) as HTMLSelectElement;
      const planned = choices.map(({ dataset }) => dataset[name]);
      if (link.dataset[name] && (!choice.value || planned.includes(choice.value))) choice.value = link.dataset[name]!;
    }
    box.dispatchEvent(new Event("input", { bubbles: true }));
    location.assign("#contact");
  });
}

// The answer to a ZIP code stands below its field. Without scripts, and if the server does not answer, the estimator's
// page has it.
for (const form of document.querySelectorAll<HTMLFormElement>(".ZipCheck")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    import("./islands/Estimator/area")
      .then(({ askArea }) => askArea(form.querySelector("input")!.value))
      .then((found) => {
        const { title, text, link, href } = found!;
        const more = document.createElement("a");
        more.href = href;
        more.textContent = link;
        form.querySelector(".ZipCheck-answer")!.replaceChildren(`${title} ${text} `, link && more);
      })
      .catch(() => form.submit());
  });
}

// The divider between before and after follows the slider over the pictures; the buttons in the corners, which work
// without scripts, move the slider to its ends.
for (const frame of document.querySelectorAll<HTMLElement>(".BeforeAfter-frame")) {
  const [slider, ...ends] = frame.querySelectorAll("input");
  frame.addEventListener("input", ({ target }) => {
    if (target === slider) for (const end of ends) end.checked = false;
    else slider!.value = (target as HTMLInputElement).value;
    frame.style.setProperty("--BeforeAfter-edge", `${slider!.value}%`);
  });
}

// The interactive map is loaded only on request; until then its site gets none. It opens below the drawn map instead of
// replacing it, because a page cannot detect whether a frame shows a map or an error.
for (const button of document.querySelectorAll<HTMLButtonElement>("[data-embed]")) {
  const { embed, embedTitle, show, hide } = button.dataset;
  const place = document.getElementById(button.getAttribute("aria-controls")!)!;
  button.hidden = false;
  button.addEventListener("click", () => {
    const open = place.hidden;
    place.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    button.textContent = (open ? hide : show)!;
    if (!open) return place.replaceChildren();
    const frame = document.createElement("iframe");
    frame.className = "Area-frame";
    frame.title = embedTitle!;
    frame.referrerPolicy = "strict-origin-when-cross-origin";
    frame.src = embed!;
    place.append(frame);
    place.scrollIntoView({ block: "nearest" });
  });
}

// The first input in a form starts a session with the backend, on sites that have sessions.
if (root.dataset.sessions) {
  addEventListener("input", (event) => {
    if ((event.target as Element).closest(".QuoteForm"))
      common()
        .then(({ startSession }) => startSession())
        .catch(() => {});
  });
}

// Each page view is reported to the site's own server only: on load, when a prerendered page is activated, and when it
// returns from the back/forward cache. Nothing is sent if analytics are off or the visitor has opted out of tracking.
// The server limits the length of both strings.
const shown = (): void => {
  navigator.sendBeacon(
    `${root.dataset.server ?? ""}/pageview`,
    JSON.stringify({ path: location.pathname.slice(0, 300), query: location.search.slice(0, 600) }),
  );
};

// Attribution is sent with the form, and nowhere else: the first page of the visit and the last one reached from
// another site, each as a query, separated by "|". Session storage keeps them while the tab is open.
let touches = "";
const touched = (): void => {
  const touch = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (/^(utm_(source|medium|campaign|term|content)|gclid|gbraid|wbraid|msclkid)$/.test(name) && value.length < 201)
      touch.set(name, value);
  }
  try {
    const from = document.referrer && new URL(document.referrer).host;
    const outside = from && from !== location.host;
    const begins = outside || `${touch}`;
    touch.set("page", location.pathname.slice(0, 300));
    if (outside) touch.set("referrer", from);
    touches = `${touch}|${touch}`;
    const known = sessionStorage.getItem("touches");
    if (known) touches = begins ? `${known.split("|")[0]}|${touch}` : known;
    sessionStorage.setItem("touches", touches);
  } catch {
    // Storage may be blocked: then only this page's touch is sent.
  }
};
addEventListener("formdata", ({ formData, target }) => {
  if (!(target as Element).matches(".QuoteForm")) return;
  if (touches) formData.set("attribution", touches);
  // Translators set the language of the page to theirs.
  formData.set("language", root.lang);
});

const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean };
if (!globalPrivacyControl && doNotTrack !== "1") {
  const arrived = (): void => {
    touched();
    if (root.dataset.views) shown();
  };
  if ((document as Document & { prerendering?: boolean }).prerendering)
    document.addEventListener("prerenderingchange", arrived, { once: true });
  else setTimeout(arrived); // storage, as above, in a task of its own
  if (root.dataset.views) addEventListener("pageshow", (event) => event.persisted && shown());
  if (root.dataset.trackers) interaction.then(() => import("./islands/trackers")).catch(() => {});
}

// The pages of the office and of customers load these modules instead of this one. They are named here to be built.
export const office = () => [import("./office/browser"), import("./office/browser-customer")];
