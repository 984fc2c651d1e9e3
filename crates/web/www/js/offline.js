// The page without a network: the static site registers its service worker once the first screen
// stands, and offers a new version when one has come. It is never taken over unasked: who is in the
// middle of a level finishes it with the page that began it.

import { tell } from "./notices.js";
import { begin, engineFolder } from "./transport/workers.js";

/** Makes the site work offline from the next visit on; a served page needs its server anyway. */
export async function workOffline() {
  if (!engineFolder() || !navigator.serviceWorker) return;
  // The first visit has enough to fetch; what it fetched is not fetched again at the same time.
  const engine = await begin().catch(() => null);
  const address = new URL("sw.js", document.baseURI);
  // A browser that allows no service worker plays online.
  const registration = await navigator.serviceWorker.register(address).catch(() => null);
  if (!registration) return;
  engine?.keep();
  if (registration.waiting) offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const coming = registration.installing;
    if (!coming) return;
    coming.addEventListener("statechange", () => {
      // The first version has nobody to replace.
      if (coming.state === "installed" && navigator.serviceWorker.controller) offer(coming);
    });
  });
}

function offer(coming) {
  tell("update", "A new version of Gridwright is here.", [
    "Use it now",
    () => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), {
        once: true,
      });
      coming.postMessage("take over");
    },
  ]);
}
