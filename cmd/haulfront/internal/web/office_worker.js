// The service worker of the office: it keeps the last list of requests, with its styles, for when there is no network,
// and shows notifications. Signing out removes what it has kept (Clear-Site-Data).
"use strict";

const kept = "office";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const list = request.mode === "navigate" && new URL(request.url).pathname === "/office";
  if (list || request.destination === "style") event.respondWith(keep(request, list ? "/office" : request.url));
});

// keep answers from the network, and without one with what it kept last. The page of the sign-in form is kept too, in
// place of a list that its reader may no longer see.
async function keep(request, name) {
  const cache = await caches.open(kept);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(name, response.clone());
    return response;
  } catch (error) {
    const last = await cache.match(name);
    if (!last) throw error;
    // Shows the notice of OfficePage.
    const text = (await last.text()).replace(/(<p[^>]* data-offline[^>]*) hidden=""/, "$1");
    return new Response(text, { headers: last.headers });
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
