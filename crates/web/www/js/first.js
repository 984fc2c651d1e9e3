// What is to be seen first: a static site brings the pictures of its games in the page itself, and they
// stand before the program and its engine are there. Then the page is started. The page names this module as
// one to wait for before anything is drawn: an empty frame would cost a slow phone a tenth of a second.

import { front } from "./screens/home.js";
import { waiting } from "./screens/waiting.js";
import { apply } from "./settings.js";
import { begin } from "./transport/workers.js";

apply();
const brought = document.getElementById("first");
if (brought) {
  // The engine comes in a worker, and who asks for it hears of it if it does not.
  begin().catch(() => {});
  show(JSON.parse(brought.textContent ?? "[]"));
  await drawn();
}
await import("./main.js");

function show(games) {
  const args = location.hash.replace(/^#\/?/, "").split("?")[0].split("/");
  const place = args[0] === "" ? front(games).screen : waiting(games, args);
  if (place) document.getElementById("app")?.replaceChildren(...place.nodes);
}

/** Comes after the next frame; a page that nobody sees has none. */
function drawn() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 100);
  });
}
