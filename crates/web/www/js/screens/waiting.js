// What stands where a screen will be while its engine is still on the way or its level is being made: a
// small board of the game that was asked for. The descriptions of the games come before the engine does.

import { picture } from "../board.js";
import { h } from "../dom.js";
import { isBeyond } from "../level.js";
import { page } from "../shell.js";

/** The place of a screen with these arguments, or `null` where they name none of the games. */
export function waiting(games, args) {
  const game = games.find(({ id }) => args.includes(id));
  const lesson = game?.lessons.at(-1);
  if (!lesson) return null;
  return page({
    title: game.title,
    back: `#/game/${game.id}`,
    content: [
      h("div", { class: "awaited" }, picture(lesson.svg, `A small ${game.title} board`)),
      h("p", { class: "soft", role: "status" }, words(args, game)),
      h("p", {}, h("a", { class: "button", href: `#/game/${game.id}` }, "Cancel")),
    ],
  });
}

function words([screen, ...level], game) {
  if (screen === "play" && level[0] === "daily") return "Making the level of the day…";
  if (screen === "play" && isBeyond(level.join("/"), game)) return `Making level ${level[2]}…`;
  return "Your board is on its way.";
}
