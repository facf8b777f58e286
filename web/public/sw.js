// The shell for installed clients: pages open without the network, the game itself always asks the server.
const SHELL = "flagfall-shell-1";

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
      .then((keys) => Promise.all(keys.filter((key) => key !== SHELL).map((key) => caches.delete(key))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") {
    // The newest shell if there is a network, the last one if there is none.
    event.respondWith(
      fetch(request)
        .then((answer) => {
          if (answer.ok) {
            const copy = answer.clone();
            event.waitUntil(caches.open(SHELL).then((cache) => cache.put("/", copy)));
          }
          return answer;
        })
        .catch(() => caches.match("/").then((kept) => kept || Response.error())),
    );
    return;
  }
  if (url.pathname.startsWith("/assets/")) {
    // Hashed names: what is kept is what is meant. Old ones go when there are too many.
    event.respondWith(
      caches.open(SHELL).then(async (cache) => {
        const kept = await cache.match(request);
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
