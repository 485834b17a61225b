// What every page does in the browser before React is there, and where React never comes: small things that CSS and
// HTML cannot do alone. Each looks for its own markup and does nothing on pages that lack it.
import { start } from "@haulfront/render/browser";

start({
  Menus: () => import("./islands/Menus/Menus"),
  QuoteForm: () => import("./islands/QuoteForm/QuoteForm"),
  FaqAccordion: () => import("./islands/FaqAccordion/FaqAccordion"),
  Toasts: () => import("./islands/Toasts/Toasts"),
});

const root = document.documentElement;

// The phone's sheet is a native popover. While it is open nothing else is there, neither for the keyboard nor for those who
// hear the page. Following one of its links down the same page has to close it, and so does a window too wide for it.
const sheet = document.querySelector<HTMLElement>(".Header-sheet");
if (sheet) {
  const opener = document.querySelector(`.Header-actions [popovertarget="${sheet.id}"]`)!;
  const rest = document.querySelectorAll<HTMLElement>("body > :not(.Header), .Header-inner > :not(.Header-nav), .Header-row");
  const toggle = (event: Event): void => {
    const open = (event as ToggleEvent).newState === "open";
    // An inert button could not get the focus back, so it is set free before the sheet closes, and bound after it opened.
    if (open !== (event.type === "toggle")) return;
    for (const element of rest) element.inert = open;
    opener.setAttribute("aria-expanded", String(open));
  };
  sheet.addEventListener("beforetoggle", toggle);
  sheet.addEventListener("toggle", toggle);
  sheet.addEventListener("click", (event) => {
    if ((event.target as Element).closest("a")) sheet.hidePopover();
  });
  matchMedia("(min-width: 46rem)").addEventListener("change", () => {
    if (!sheet.matches(":popover-open")) return;
    sheet.hidePopover();
    // Its button is gone with it.
    document.querySelector<HTMLElement>(".Header-row a")!.focus();
  });
}

// The call bar goes while a form is being read or filled in: as soon as its head is on the screen.
const inView = new Set<Element>();
const forms = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) {
      if (entry.isIntersecting) inView.add(entry.target);
      else inView.delete(entry.target);
    }
    root.toggleAttribute("data-form-in-view", inView.size > 0);
  },
  { rootMargin: "0px 0px -15% 0px" },
);
for (const form of document.querySelectorAll(".QuoteForm")) forms.observe(form);

// A chosen plan begins the form's message. Its link leads to this page with the message in the form, which is for those
// without scripts: here the page stays, with all that was typed.
const choices = [...document.querySelectorAll<HTMLAnchorElement>("a[data-message]")];
for (const link of choices) {
  link.addEventListener("click", (event) => {
    const box = document.querySelector<HTMLTextAreaElement>("#contact textarea");
    if (!box || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const before = choices.reduce((text, { dataset }) => text.replace(dataset.message!, ""), box.value).trim();
    box.value = before ? `${link.dataset.message}\n${before}` : link.dataset.message!;
    box.dispatchEvent(new Event("input", { bubbles: true }));
    location.assign("#contact");
  });
}

// The edge between before and after follows the pointer over the picture, until a button is pressed again.
for (const frame of document.querySelectorAll<HTMLElement>(".BeforeAfter-frame")) {
  const style = frame.parentElement!.style;
  frame.addEventListener("pointermove", ({ clientX }) => {
    const { left, width } = frame.getBoundingClientRect();
    style.setProperty("--BeforeAfter-edge", `${(100 * (clientX - left)) / width}%`);
  });
  frame.parentElement!.addEventListener("change", () => style.removeProperty("--BeforeAfter-edge"));
}

// The interactive map comes when somebody asks for it, and before that nothing is asked of its site. It opens beside the
// drawn map, never in its place: a frame cannot tell whether it shows a map or an error.
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

// The answer to a form that was posted without scripts came with this query; a reload is not to show it again.
const here = new URL(location.href);
if (here.searchParams.has("received")) {
  here.searchParams.delete("received");
  history.replaceState(history.state, "", here);
}

// A form that is being used begins a session with the backend, see there, where the site has sessions.
if (root.dataset.sessions) {
  addEventListener("input", (event) => {
    if ((event.target as Element).closest(".QuoteForm")) import("./islands/QuoteForm/session").then(({ begin }) => begin()).catch(() => {});
  });
}

// Each time this page is shown, the site's own server is told, and nobody else: when it is loaded, when it was prerendered
// and is opened, when it comes back from the back/forward cache. Not where nobody wants to know, nor for those who ask not
// to be tracked. The server bounds both texts.
const shown = (): void => {
  navigator.sendBeacon(`${root.dataset.server ?? ""}/pageview`, JSON.stringify({ path: location.pathname.slice(0, 300), query: location.search.slice(0, 600) }));
};
const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean };
if (root.dataset.views && !globalPrivacyControl && doNotTrack !== "1") {
  if ((document as Document & { prerendering?: boolean }).prerendering) document.addEventListener("prerenderingchange", shown, { once: true });
  else shown();
  addEventListener("pageshow", (event) => event.persisted && shown());
}
