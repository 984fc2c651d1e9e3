// The first screen: a card for each game with a picture that moves, and what to do today. The pictures do not
// wait for what was reached; that is filled in when it is known.

import * as api from "../api.js";
import { h, replace } from "../dom.js";
import { icon } from "../icons.js";
import { Miniature } from "../miniature.js";
import { page } from "../shell.js";

export async function home() {
  const asked = api.progress.all();
  // What goes wrong is shown below.
  asked.catch(() => {});
  const { living, cards, notice, screen } = front(await api.games());
  const reached = async () => {
    try {
      const progress = await asked;
      for (const card of cards) card.reached(progress.games[card.game.id]);
      if (progress.notice) replace(notice, h("p", { class: "card warn" }, progress.notice));
    } catch (error) {
      for (const card of cards) card.reached(undefined);
      replace(notice, h("p", { class: "card warn" }, error.message));
    }
  };
  return {
    ...screen,
    shown() {
      reached();
      for (const one of living) one.start();
    },
    close() {
      for (const one of living) one.stop();
    },
  };
}

/** The screen as it stands before anything is known about its player, and its parts. */
export function front(games) {
  const living = games.map((game) => new Miniature(game));
  const cards = games.map((game, i) => new Card(game, living[i]));
  const notice = h("div", { role: "alert" });
  const screen = page({
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
      notice,
      h(
        "p",
        { class: "lead soft" },
        "Five puzzles. Play them, have them solved with proof, make your own.",
      ),
      h(
        "ul",
        { class: "cards" },
        cards.map((card) => card.el),
      ),
    ],
  });
  return { living, cards, notice, screen };
}

const link = (href, sign, label) =>
  h("a", { class: "button quiet", href, "aria-label": label, title: label }, icon(sign));

class Card {
  constructor(game, living) {
    this.game = game;
    this.figures = h("p", { class: "small soft figures" });
    this.ways = h("div", { class: "row ways" });
    this.el = h(
      "li",
      { class: "card game-card" },
      h("a", { class: "game-link", href: `#/game/${game.id}` }, living.el, h("h2", {}, game.title)),
      h("p", { class: "soft" }, game.summary),
      this.figures,
      this.ways,
    );
    this.#count(undefined);
  }

  /** Shows what was reached in the game, and the ways on from there. */
  reached(progress) {
    const { id } = this.game;
    this.#count(progress);
    replace(
      this.ways,
      progress?.current || progress?.completed
        ? h("a", { class: "button primary", href: `#/continue/${id}` }, icon("play"), "Continue")
        : h("a", { class: "button primary", href: `#/learn/${id}` }, "Learn it"),
      h("a", { class: "button", href: `#/play/daily/${id}` }, "Daily"),
    );
  }

  #count(progress) {
    const levels = progress?.levels ?? this.game.packs.reduce((sum, { count }) => sum + count, 0);
    const done = progress ? `${progress.completed} of ${levels} solved` : `${levels} levels`;
    this.figures.textContent = done;
  }
}
