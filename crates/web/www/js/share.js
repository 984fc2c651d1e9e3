// Handing a level or a result on: in words first, with a link or a code that carries the level.

import { h } from "./dom.js";
import { addressOf, levelPath } from "./router.js";
import { ask, copy } from "./shell.js";
import { costs, time } from "./words.js";

/** The address that opens a level on any copy of the page. */
export const linkTo = (level) =>
  addressOf(`#/play/${level.code ? `code/${level.code}` : levelPath(level)}`);

/** Asks what to copy, copies it, and says so at the table. */
export async function shareLevel(level, table) {
  const link = linkTo(level);
  /** @type {import("./shell.js").Choice[]} */
  const code = level.code ? [["Copy code", "code"]] : [];
  const what = await ask({
    title: "Share this level",
    content: [
      h("p", {}, "The link and the code carry the whole level."),
      h("label", {}, "Link", h("input", { readonly: true, value: link })),
      level.code ? h("label", {}, "Code", h("input", { readonly: true, value: level.code })) : null,
    ],
    choices: [["Copy link", "link", "primary"], ...code, ["Close", null]],
  });
  if (what && (await copy(what === "link" ? link : level.code)))
    table.say("Copied.", { kind: "good", of: "moment" });
}

/**
 * A result in words: the game, what it cost, whether that is the fewest possible, and the time.
 * @param {{ game: { title: string }, level: any, answer: any, ms: number, shown: boolean, stars: number | null }} result
 */
export function resultWords({ game, level, answer, ms, shown, stars }) {
  const paid = costs(answer.costs).split(", ")[0];
  const best = !shown && stars === 3 ? "the fewest possible" : "";
  const name = level.date
    ? `Gridwright daily ${level.date}, ${game.title}`
    : `Gridwright, ${game.title}`;
  return `${name}: ${[paid || "solved", best, time(ms)].filter(Boolean).join(", ")}`;
}

/** Asks how a result should read, copies it with the link, and says so at the table. */
export async function shareResult(result, table) {
  const words = resultWords(result);
  const stars = result.stars && !result.shown ? ` ${"⭐".repeat(result.stars)}` : "";
  const text = (extra) => `${words}${extra}\n${linkTo(result.level)}`;
  /** @type {import("./shell.js").Choice[]} */
  const starred = stars ? [["Copy with stars", stars]] : [];
  const what = await ask({
    title: "Share the result",
    content: [
      h("textarea", { readonly: true, rows: "3", "aria-label": "What is shared" }, text("")),
    ],
    choices: [["Copy", "", "primary"], ...starred, ["Close", null]],
  });
  if (what !== null && (await copy(text(what))))
    table.say("Copied.", { kind: "good", of: "moment" });
}
