// From the part of the address after # to a screen: `#/play/GAME/PACK/7`.

import * as api from "./api.js";
import { h } from "./dom.js";
import { waiting } from "./screens/waiting.js";
import { closeDialogs, page } from "./shell.js";

/** So long may the first screen take before something stands in its place, and a later one with a board. */
const PATIENCE = { first: 120, board: 600 };

/** Screens that open a level, which may have to be made. */
const BOARDS = ["play", "continue"];

let current = null;
let turn = 0;

/** Shows the screen of the address, now and whenever the address changes. */
export function start(app, screens) {
  const go = () => show(app, screens);
  addEventListener("hashchange", go);
  addEventListener("pagehide", () => current?.close?.());
  go();
}

/** Goes to another screen. */
export function go(path) {
  location.hash = path;
}

/** The full address of a screen, wherever this copy of the page lies. */
export const addressOf = (path) => `${location.origin}${location.pathname}${path}`;

/** The rest of an address that names a level: a shipped one, a daily one or a code. */
export const levelPath = (level) => level.path ?? level.address ?? `code/${level.code}`;

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error("The address is damaged: a percent sign in it stands for no character.");
  }
}

async function show(app, screens) {
  turn += 1;
  const mine = turn;
  closeDialogs();
  current?.close?.();
  current = null;
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  let screen;
  const wait = async () => {
    if (screen || mine !== turn) return;
    const games = await api.games().catch(() => []);
    const place = waiting(games, path.split("/"));
    if (place && !screen && mine === turn) app.replaceChildren(...place.nodes);
  };
  // A static site has brought what stands in the place of its first screen.
  const isBare = !app.querySelector("main");
  if (mine === 1 && isBare) setTimeout(wait, PATIENCE.first);
  else if (mine > 1 && BOARDS.includes(path.split("/")[0])) setTimeout(wait, PATIENCE.board);
  try {
    const [name, ...args] = path.split("/").map(decoded);
    if (!Object.hasOwn(screens, name)) throw new Error("There is no such page.");
    screen = await screens[name](args, new URLSearchParams(query ?? ""));
  } catch (error) {
    screen = page({
      title: "That did not work",
      back: "#/",
      content: [
        h("p", { role: "alert" }, error.message),
        h("p", {}, h("a", { href: "#/" }, "Back to the games")),
      ],
    });
  }
  if (mine !== turn) {
    screen.close?.();
    return;
  }
  current = screen;
  app.replaceChildren(...screen.nodes);
  document.title = screen.title === "Gridwright" ? "Gridwright" : `${screen.title} · Gridwright`;
  screen.shown?.();
  scrollTo(0, 0);
}
