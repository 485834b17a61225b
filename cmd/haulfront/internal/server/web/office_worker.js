// The service worker of the office: for when there is no network, it keeps the last list of requests, and today's jobs
// with their requests and photographs. It also shows notifications. Signing out removes what it has kept
// (Clear-Site-Data).
"use strict";

const kept = "office";
const keptDay = "office-day";
const dayPath = "/office/day";
const maxRequests = 60; // of a day

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, search } = new URL(request.url);
  const opened = request.mode === "navigate" && request.method === "GET";
  if (opened && pathname === dayPath && search === "") {
    const answer = keep(request, dayPath);
    event.respondWith(answer);
    event.waitUntil(answer.then(keepDay));
  } else if ((opened && pathname === "/office") || request.destination === "style") {
    event.respondWith(keep(request, opened ? "/office" : request.url));
  } else if (opened && pathname.startsWith("/office/leads/")) {
    event.respondWith(fetch(request).catch((error) => last(pathname, error)));
  } else if (request.destination === "image" && pathname.startsWith("/photos/")) {
    event.respondWith(caches.match(pathname).then((photo) => photo ?? fetch(request)));
  }
});

// keep answers from the network, and without one with what it kept last. The page of the sign-in form, or the refusal of
// the crew, is kept too, in place of a list that its reader may no longer see.
async function keep(request, name) {
  const cache = await caches.open(kept);
  try {
    const response = await fetch(request);
    if (response.ok || [401, 403].includes(response.status)) await cache.put(name, response.clone());
    return response;
  } catch (error) {
    return last(name, error);
  }
}

// last answers with what was kept, and shows the notice of OfficePage.
async function last(name, error) {
  const response = await caches.match(name);
  if (!response) throw error;
  const text = (await response.text()).replace(/(<p[^>]* data-offline[^>]*) hidden=""/, "$1");
  return new Response(text, { headers: response.headers });
}

// keepDay keeps the requests and the photographs of today's page, and nothing of another day. The links to photographs
// change, but the photographs do not.
async function keepDay() {
  const cache = await caches.open(keptDay);
  const names = new Set();
  const add = async (address, once) => {
    const name = address.split("?")[0];
    names.add(name);
    if (once && (await cache.match(name))) return "";
    const response = await fetch(address);
    if (response.ok) await cache.put(name, response.clone());
    return once ? "" : response.text();
  };
  const find = (text, pattern) =>
    new Set(Array.from(text.matchAll(pattern), ([, path]) => path.replaceAll("&amp;", "&")));
  try {
    const day = await (await caches.match(dayPath)).text();
    for (const photo of find(day, / src="(\/photos\/[^"]+)"/g)) await add(photo, true);
    for (const path of [...find(day, / href="(\/office\/leads\/[\w-]+)"/g)].slice(0, maxRequests)) {
      const page = await add(path, false);
      for (const style of find(page, / href="(\/[^"]+\.css)"/g)) await add(style, true);
      for (const photo of find(page, / src="(\/photos\/[^"]+)"/g)) await add(photo, true);
    }
    for (const { url } of await cache.keys()) {
      if (!names.has(new URL(url).pathname)) await cache.delete(url);
    }
  } catch {
    // Without a network, what was kept stays.
  }
}

self.addEventListener("push", (event) => {
  const { title, body, path, tag } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, data: path, icon: "/apple-touch-icon.png" }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data));
});
