// Going on where a game was left: an unfinished level, or the next that is not solved yet.

import * as api from "../api.js";
import { settings } from "../settings.js";
import { playing } from "./play.js";
import { shelf } from "./shelf.js";

export async function continuing([id]) {
  const address = await nextUnsolved(id);
  const path = address ? `play/${address}` : `game/${id}`;
  history.replaceState(null, "", `#/${path}`);
  return address ? playing(address.split("/")) : shelf([id, undefined], new URLSearchParams());
}

/**
 * The address of the level to go on with: in the pack of the last one played, in the endless series
 * that it begins, or in the next pack that has one.
 */
async function nextUnsolved(id) {
  const [game, progress] = await Promise.all([api.game(id), api.progress.all()]);
  const current = progress.games[id]?.current ?? "";
  const names = game.packs.map((pack) => pack.name);
  const played = Math.max(0, names.indexOf(current.split("/")[1]));
  for (const name of [...names.slice(played), ...names.slice(0, played)]) {
    const { levels } = await api.pack(id, name, settings().unlockAll);
    const open = levels.filter((level) => !level.completed && !level.locked);
    const from = levels.findIndex((level) => level.address === current);
    const here = open.find((level) => level.address === current);
    const after = open.find((level) => levels.indexOf(level) > from);
    const found = here ?? after ?? open[0];
    if (found) return found.address;
    const beyond = current.startsWith(`${id}/${name}/`) && from === -1;
    if (beyond) return current;
  }
  return null;
}
