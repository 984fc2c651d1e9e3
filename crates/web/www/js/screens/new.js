// A new level of a chosen difficulty in one tap: made, then played.

import * as api from "../api.js";
import { h } from "../dom.js";
import { go } from "../router.js";
import { page } from "../shell.js";
import { title } from "../words.js";

/**
 * Makes a level of a difficulty, the first of the game if none is named.
 * @param {{ id: string, tiers: { name: string }[] }} game
 * @param {{ tier?: string, seed?: number, signal?: AbortSignal }} wanted
 */
export async function makeLevel(game, { tier, seed, signal }) {
  const answer = await api.job(
    "generate",
    {
      game: game.id,
      tier: tier ?? game.tiers[0]?.name,
      seed: seed ?? Math.floor(Math.random() * 2 ** 48),
    },
    { signal },
  );
  if (!answer.level?.code) throw new Error("The level is too large for a link.");
  return answer;
}

export async function making([id, tier], query) {
  const game = await api.game(id);
  const work = new AbortController();
  const line = h("p", { role: "status" }, "Making a level…");
  const make = async () => {
    try {
      const { level } = await makeLevel(game, { tier, seed: numbered(query), signal: work.signal });
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
