// The script of the office's pages. They work without it: it updates the list by itself, marks a request as contacted
// when its phone number is pressed, and notifies of new requests.
import htmx from "htmx.org";
import "htmx-ext-sse";

// htmx starts when the page is complete. The policy of the office's pages forbids eval and inline styles, and nothing
// about customers may stay in the browser's storage.
Object.assign(htmx.config, {
  allowEval: false,
  includeIndicatorStyles: false,
  selfRequestsOnly: true,
  historyEnabled: false,
});

// <a href="tel:…" data-contacted="/office/leads/…">: the link opens the phone, and the script marks the request as
// contacted. The attributes around it say what is loaded again.
document.addEventListener("click", ({ target }) => {
  const link = (target as Element).closest<HTMLElement>("a[data-contacted]");
  if (!link) return;
  void htmx.ajax("post", link.dataset["contacted"]!, { values: { stage: "contacted", tapped: "on" }, source: link });
});

// On phones, the list that is open may be out of sight among the others.
document.querySelector(".OfficeInbox-filters [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

// A list that is loaded again keeps the focus: on the same link or button of the same card, or on the card's title.
let focused: [card: string, text: string] | undefined;
const cardOf = (element: Element | null) => element?.closest("[data-card]")?.querySelector("a")?.getAttribute("href");
document.addEventListener("htmx:beforeSwap", () => {
  const card = cardOf(document.activeElement);
  focused = card ? [card, document.activeElement!.textContent] : undefined;
});
document.addEventListener("htmx:afterSwap", () => {
  if (!focused) return;
  const [card, text] = focused;
  const all = [...document.querySelectorAll<HTMLElement>("[data-card] a, [data-card] button")];
  const its = all.filter((element) => cardOf(element) === card);
  (its.find((element) => element.textContent === text) ?? its[0])?.focus();
});

// What was not saved says so, in the words of the answer if it has any, and the list is loaded again. Without a session,
// the page becomes the one to sign in.
const unsaved = document.querySelector<HTMLElement>("[data-unsaved]");
function showUnsaved(status: number, body: string): void {
  if (status === 401) return location.reload();
  const answer = new DOMParser().parseFromString(body, "text/html").querySelector("[role=alert]:not([hidden])");
  unsaved!.textContent = answer?.textContent ?? unsaved!.dataset["unsaved"]!;
  unsaved!.hidden = false;
  if (document.querySelector("[sse-connect]")) htmx.trigger("[sse-connect]", "sse:changed");
}
for (const name of ["htmx:beforeRequest", "htmx:responseError", "htmx:sendError"])
  document.addEventListener(name, (event) => {
    const { requestConfig, xhr } = (event as CustomEvent).detail;
    if (requestConfig.verb !== "post") return;
    if (name === "htmx:beforeRequest") unsaved!.hidden = true;
    else showUnsaved(xhr.status, xhr.responseText);
  });

// Notifications, also while no page of the office is open.
const bell = document.querySelector<HTMLButtonElement>("button[data-push-key]");
async function watchNotifications(button: HTMLButtonElement, registration: ServiceWorkerRegistration): Promise<void> {
  const show = async () => {
    const subscription = await registration.pushManager.getSubscription();
    button.setAttribute("aria-pressed", String(!!subscription));
    return subscription;
  };
  const send = async (values: Record<string, string>) => {
    const body = new URLSearchParams(values);
    const { ok, status } = await fetch("/office/push", { method: "POST", body }).catch(() => Response.error());
    if (!ok) showUnsaved(status, "");
    return ok;
  };
  await show();
  button.hidden = false;
  button.addEventListener("click", async () => {
    const subscription = await show();
    if (subscription) {
      if (await send({ endpoint: subscription.endpoint, end: "on" })) await subscription.unsubscribe();
    } else if ((await Notification.requestPermission()) === "granted") {
      const applicationServerKey = button.dataset["pushKey"]!;
      const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
      const { endpoint, keys } = made.toJSON();
      if (!(await send({ endpoint: endpoint!, ...keys }))) await made.unsubscribe();
    }
    await show();
  });
}
// The worker also keeps the last list for when there is no network.
navigator.serviceWorker
  ?.register("/office/worker.js", { scope: "/office" })
  .then(async (registration) => {
    if (bell && "PushManager" in window) await watchNotifications(bell, registration);
  })
  .catch(() => {}); // private windows have none

// The worker shows the notice too, in a page that it has kept.
const offline = document.querySelector<HTMLElement>("[data-offline]");
for (const event of ["online", "offline"])
  addEventListener(event, () => offline?.toggleAttribute("hidden", navigator.onLine));
