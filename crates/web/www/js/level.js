// Opening the level that an address names.

import * as api from "./api.js";
import { dayWords, today } from "./words.js";

/** The level of `game/pack/id`, `daily/game/date` or `code/TEXT`, with the path it came by. */
export async function openLevel(args) {
  const path = args.join("/");
  if (args[0] === "daily") {
    const date = args[2] ?? today();
    return { ...(await api.daily(args[1], date)), path: `daily/${args[1]}/${date}` };
  }
  if (args[0] === "code") return { ...(await api.open({ code: args.slice(1).join("/") })), path };
  await preparing.get(path);
  return { ...(await api.open({ address: path })), path };
}

/** Levels that are being made before anybody has asked for them. */
const preparing = new Map();

/** Lets the engine make a level that will be asked for; the engine remembers it. */
export function prepare(address) {
  if (preparing.has(address)) return;
  const done = () => preparing.delete(address);
  preparing.set(address, api.open({ address }).then(done, done));
}

/** Whether an address lies beyond the last level of a game's first pack, where levels are made. */
export function isBeyond(address, game) {
  const [, pack, number] = address.split("/");
  const [first] = game.packs;
  return pack === first.name && Number(number) > first.count;
}

/** What a level is called. */
export function nameOf(level, game) {
  if (level.date) return `${game.title}, ${dayWords(level.date)}`;
  if (level.title) return level.title;
  if (level.address) return `${game.title} ${level.address.split("/").at(-1)}`;
  return game.title;
}

/** Where the levels around a level are listed: its pack, or the game where it is in none. */
export const shelfOf = (level) =>
  level.number ? `#/game/${level.game}/${level.address.split("/")[1]}` : `#/game/${level.game}`;
