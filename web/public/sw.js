// The shell for installed clients: pages open without the network, the game itself always asks the server.
// Who has made a browser ready for playing without a connection has a pack besides (src/offline/pack.svelte.ts),
// complete once its list is in it: it is filled by the page, and only read here.
const SHELL = "flagfall-shell-1";
const PACK = "flagfall-offline-";
const LIST = "/offline.json";

/** The complete pack, if there is one. */
async function pack() {
  for (const key of (await caches.keys()).filter((one) => one.startsWith(PACK)).reverse()) {
    const cache = await caches.open(key);
    if (await cache.match(LIST)) return cache;
  }
  return null;
}

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) => cache.addAll(["/", "/icon.svg", "/manifest.webmanifest"]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((keys) => keys.filter((key) => key !== SHELL && !key.startsWith(PACK)))
      .then((keys) => Promise.all(keys.map((key) => caches.delete(key))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || /^\/help(\/|$)/.test(url.pathname)) return;
  // What goes into a pack comes from the network.
  if (request.headers.has("x-flagfall-pack")) return;
  if (url.pathname.startsWith("/api/")) {
    // Of the server's answers a pack holds only what is the same for everybody: editions and bots.
    if (/^\/api\/(games(\/[^/]+)?|bots)$/.test(url.pathname))
      event.respondWith(fetch(request).catch(async () => (await (await pack())?.match(request)) || Response.error()));
    return;
  }
  if (request.mode === "navigate") {
    // The newest shell if there is a network; if there is none that of the pack, whose files are all here, or the last.
    event.respondWith(
      fetch(request)
        .then((answer) => {
          if (answer.ok) {
            const copy = answer.clone();
            event.waitUntil(caches.open(SHELL).then((cache) => cache.put("/", copy)));
          }
          return answer;
        })
        .catch(async () => (await (await pack())?.match("/offline")) || (await caches.match("/")) || Response.error()),
    );
    return;
  }
  if (/^\/(icon[^/]*|manifest\.webmanifest)$/.test(url.pathname)) {
    event.respondWith(fetch(request).catch(async () => (await caches.match(request)) || Response.error()));
    return;
  }
  if (url.pathname.startsWith("/assets/")) {
    // Hashed names: what is kept is what is meant. Old ones go when there are too many.
    event.respondWith(
      caches.open(SHELL).then(async (cache) => {
        const kept = (await cache.match(request)) || (await (await pack())?.match(request));
        if (kept) return kept;
        const answer = await fetch(request);
        if (answer.ok) {
          await cache.put(request, answer.clone());
          const keys = (await cache.keys()).filter((key) => new URL(key.url).pathname.startsWith("/assets/"));
          if (keys.length > 120) await Promise.all(keys.slice(0, keys.length - 120).map((key) => cache.delete(key)));
        }
        return answer;
      }),
    );
  }
});

// A notice for somebody who has no page open: what it says was put into words by the server.
self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data.json();
  } catch {
    // Browsers want something shown for every message.
  }
  const { title = "Flagfall", body = "", lang = "", tag = "flagfall", path = "/games" } = told;
  event.waitUntil(
    self.registration.showNotification(title, { body, lang, tag, icon: "/icon-192.png", data: { path } }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { path } = event.notification.data ?? {};
  const wanted = new URL(typeof path === "string" ? path : "/", location.origin);
  if (wanted.origin !== location.origin) return;
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((pages) => {
      const open = pages.find((page) => new URL(page.url).pathname === wanted.pathname);
      return open ? open.focus() : self.clients.openWindow(wanted.href);
    }),
  );
});
