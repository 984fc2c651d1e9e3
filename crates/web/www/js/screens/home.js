// The desk: a card for each game, each a living miniature, and what to do today.

import * as api from "../api.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { Miniature } from "../miniature.js";
import { page } from "../shell.js";

export async function home() {
  const [games, progress] = await Promise.all([api.games(), api.progress.all()]);
  const living = games.map((game) => new Miniature(game));
  const cards = games.map((game, i) => card(game, progress.games[game.id], living[i]));
  return page({
    title: "Gridwright",
    aside: h(
      "nav",
      { "aria-label": "Workshop" },
      link("#/daily", "calendar", "Daily levels"),
      link("#/open", "open", "Open a level"),
      link("#/statistics", "stats", "Statistics"),
      link("#/settings", "settings", "Settings"),
    ),
    content: [
      progress.notice ? h("p", { class: "card warn", role: "alert" }, progress.notice) : null,
      h(
        "p",
        { class: "lead soft" },
        "Five puzzles on a quiet desk. Play them, have them solved with proof, make your own.",
      ),
      h("ul", { class: "cards" }, cards),
    ],
    shown() {
      for (const one of living) one.start();
    },
    close() {
      for (const one of living) one.stop();
    },
  });
}

const link = (href, sign, label) =>
  h("a", { class: "button quiet", href, "aria-label": label, title: label }, icon(sign));

function card(game, progress, living) {
  const levels = progress?.levels ?? game.packs.reduce((sum, pack) => sum + pack.count, 0);
  const begun = progress?.current || progress?.completed;
  return h(
    "li",
    { class: "card game-card" },
    h("a", { class: "game-link", href: `#/game/${game.id}` }, living.el, h("h2", {}, game.title)),
    h("p", { class: "soft" }, game.summary),
    h("p", { class: "small soft figures" }, `${progress?.completed ?? 0} of ${levels} solved`),
    h(
      "div",
      { class: "row" },
      begun
        ? h(
            "a",
            { class: "button primary", href: `#/continue/${game.id}` },
            icon("play"),
            "Continue",
          )
        : h("a", { class: "button primary", href: `#/learn/${game.id}` }, "Learn it"),
      h("a", { class: "button", href: `#/play/daily/${game.id}` }, "Daily"),
    ),
  );
}
