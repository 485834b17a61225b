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

// The phone's sheet is a native popover. Following one of its links down the same page has to close it.
const sheet = document.querySelector<HTMLElement>(".Header-sheet");
const opener = document.querySelector(`.Header-actions [popovertarget="${sheet?.id}"]`);
sheet?.addEventListener("toggle", (event) => opener?.setAttribute("aria-expanded", String((event as ToggleEvent).newState === "open")));
sheet?.addEventListener("click", (event) => {
  if ((event.target as Element).closest("a")) sheet.hidePopover();
});

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

// The interactive map takes the drawn one's place when it is scrolled to, but only once its site has answered: a frame
// that cannot be loaded shows the browser's error page, and says nothing about it to us.
const maps = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    const { embed, embedTitle } = (target as HTMLElement).dataset;
    if (!isIntersecting || !embed || !navigator.onLine) continue;
    maps.unobserve(target);
    fetch(embed, { mode: "no-cors", credentials: "omit" }).then(
      () => {
        const frame = document.createElement("iframe");
        frame.className = "AreaMap-embed";
        frame.title = embedTitle ?? "";
        frame.loading = "lazy";
        frame.referrerPolicy = "strict-origin-when-cross-origin";
        frame.addEventListener("load", () => target.toggleAttribute("data-loaded", true), { once: true });
        frame.src = embed;
        target.append(frame);
      },
      () => {},
    );
  }
});
for (const map of document.querySelectorAll("[data-embed]")) maps.observe(map);

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
  navigator.sendBeacon("/pageview", JSON.stringify({ path: location.pathname.slice(0, 300), query: location.search.slice(0, 600) }));
};
const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean };
if (root.dataset.views && !globalPrivacyControl && doNotTrack !== "1") {
  if ((document as Document & { prerendering?: boolean }).prerendering) document.addEventListener("prerenderingchange", shown, { once: true });
  else shown();
  addEventListener("pageshow", (event) => event.persisted && shown());
}
