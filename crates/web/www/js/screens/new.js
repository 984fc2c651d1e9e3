// A new level of a chosen difficulty in one tap: made, then played.

import * as api from "../api.js";
import { h } from "../dom.js";
import { go } from "../router.js";
import { change, settings } from "../settings.js";
import { page } from "../shell.js";
import { title } from "../words.js";

/**
 * Makes a level of a difficulty, the first of the game if none is named, and of a size.
 * @param {{ id: string, tiers: { name: string }[], sizes: any[] }} game
 * @param {{ tier?: string, size?: string, seed?: number, signal?: AbortSignal }} wanted
 */
export async function makeLevel(game, { tier, size, seed, signal }) {
  const chosen = game.sizes.find(({ name, tiers }) => name === size && tiers.includes(tier));
  const answer = await api.job(
    "generate",
    {
      game: game.id,
      tier: tier ?? game.tiers[0]?.name,
      set: Object.fromEntries(chosen?.settings ?? []),
      seed: seed ?? Math.floor(Math.random() * 2 ** 48),
    },
    { signal },
  );
  if (!answer.level?.code) throw new Error("The level is too large for a link.");
  return answer;
}

/** The size of new levels that a person chose for a game; none where the difficulty sets it. */
export const sizeOf = (id) => settings()[`size.${id}`] ?? "";

/** Chooses the size of new levels of a game. */
export const chooseSize = (id, name) => change({ [`size.${id}`]: name });

export async function making([id, tier], query) {
  const game = await api.game(id);
  const work = new AbortController();
  const line = h("p", { role: "status" }, "Making a level…");
  const make = async () => {
    try {
      const { level } = await makeLevel(game, {
        tier,
        size: sizeOf(id),
        seed: numbered(query),
        signal: work.signal,
      });
      history.replaceState(null, "", `#/game/${id}`);
      go(`#/play/code/${level.code}`);
    } catch (error) {
      if (error.name !== "AbortError") line.textContent = error.message;
    }
  };
  return page({
    title: `A new level, ${title(tier ?? "")}`,
    back: `#/game/${id}`,
    content: [
      line,
      h("div", { class: "row" }, h("a", { class: "button", href: `#/game/${id}` }, "Cancel")),
    ],
    shown: () => make(),
    close: () => work.abort(),
  });
}

const numbered = (query) => (query.has("seed") ? Number(query.get("seed")) : undefined);
