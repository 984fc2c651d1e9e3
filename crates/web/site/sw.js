// The service worker of the static site: everything is there without a network after the first
// visit. `scripts/site` writes the version and the list of files above this line.
//
// A version is fetched as a whole before it answers anything. It waits until no page uses the one
// before it, or until a person asks for it; the files of the version before stay, since a page of
// it may still be open.

const PREFIX = "gridwright-";
const CACHE = PREFIX + VERSION;

addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      // Names without a version must not come from a cache on the way.
      await cache.addAll(
        FILES.map((file) =>
          file.startsWith(`./${VERSION}/`) ? file : new Request(file, { cache: "reload" }),
        ),
      );
    })(),
  );
});

addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const ours = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
      const before = ours.filter((name) => name !== CACHE).at(-1);
      const old = ours.filter((name) => name !== CACHE && name !== before);
      await Promise.all(old.map((name) => caches.delete(name)));
      await clients.claim();
    })(),
  );
});

addEventListener("message", ({ data }) => {
  if (data === "take over") skipWaiting();
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(registration.scope))
    event.respondWith(answer(request));
});

/** The files of this version, opened once for as long as the worker lives. */
let own;

async function answer(request) {
  const asked = request.mode === "navigate" ? "./" : request;
  own ??= caches.open(CACHE);
  const cache = await own;
  const found = (await cache.match(asked)) ?? (await caches.match(asked));
  return found ?? fetch(request);
}
