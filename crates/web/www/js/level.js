// Opening the level that an address names.

import * as api from "./api.js";

/** The level of `game/pack/id`, `daily/game/date` or `code/TEXT`, with the path it came by. */
export async function openLevel(args) {
  const path = args.join("/");
  if (args[0] === "daily") return { ...(await api.daily(args[1], args[2])), path };
  if (args[0] === "code") return { ...(await api.open({ code: args.slice(1).join("/") })), path };
  return { ...(await api.open({ address: path })), path };
}

/** What a level is called. */
export function nameOf(level, game) {
  if (level.date) return `${game.title}, ${level.date}`;
  if (level.title) return level.title;
  if (level.address) return `${game.title} ${level.address.split("/").at(-1)}`;
  return game.title;
}

/** Where the levels around a level are listed. */
export const shelfOf = (level) => `#/game/${level.game}${level.address ? `/${level.address.split("/")[1]}` : ""}`;
