// A game's shelf: its packs, the levels page by page, and the ways to other levels.

import * as api from "../api.js";
import { h, replace } from "../dom.js";
import { icon } from "../icons.js";
import { ask, button, page } from "../shell.js";
import { go } from "../router.js";
import { settings } from "../settings.js";
import { firstCost, starWords, time, title } from "../words.js";

const PER_PAGE = 24;

export async function shelf([id, packName], query) {
  const game = await api.game(id);
  const name = packName ?? game.packs[0].name;
  const [pack, progress] = await Promise.all([api.pack(id, name, settings().unlockAll), api.progress.all()]);
  const mine = progress.games[id] ?? {};
  const pages = Math.max(1, Math.ceil(pack.levels.length / PER_PAGE));
  const firstOpen = pack.levels.findIndex((level) => !level.completed && !level.locked);
  const wanted = Number(query.get("page")) || Math.floor(Math.max(0, firstOpen) / PER_PAGE) + 1;
  const number = Math.min(pages, Math.max(1, wanted));

  const list = h("ol", { class: "levels" });
  const pager = h("nav", { class: "row", "aria-label": "Pages of levels" });
  const turn = (to) => {
    replace(list, pack.levels.slice((to - 1) * PER_PAGE, to * PER_PAGE).map((level) => entry(level, game)));
    replace(pager, pages > 1 ? [
      button("Earlier", () => turn(to - 1), { sign: "back", disabled: to === 1 }),
      h("span", { class: "figures" }, `Page ${to} of ${pages}`),
      button("Later", () => turn(to + 1), { sign: "next", disabled: to === pages }),
    ] : []);
  };
  turn(number);

  return page({
    title: game.title,
    back: "#/",
    content: [
      h("p", { class: "soft lead" }, game.summary),
      h(
        "div",
        { class: "row" },
        mine.current ? h("a", { class: "button primary", href: `#/play/${mine.current}` }, icon("play"), "Continue") : null,
        h("a", { class: "button", href: `#/play/daily/${id}` }, "Daily level"),
        h("a", { class: "button", href: `#/generate/${id}` }, "Generate"),
        h("a", { class: "button", href: `#/edit/${id}` }, "Edit"),
        h("a", { class: "button", href: "#/open" }, "Open"),
        h("a", { class: "button", href: `#/learn/${id}` }, "Explain"),
        button("New game", () => newGame(game, name), {}),
      ),
      game.packs.length > 1 ? h("nav", { class: "row tabs", "aria-label": "Packs" }, game.packs.map((one) =>
        h("a", { class: "button", href: `#/game/${id}/${one.name}`, "aria-current": one.name === name ? "page" : null }, `${one.title} (${one.count})`))) : null,
      h("section", { class: "stack", "aria-label": pack.title }, h("h2", {}, pack.title), list, pager),
    ],
  });
}

async function newGame(game, pack) {
  const sure = await ask({
    title: "New game?",
    content: [h("p", {}, `This erases everything you have reached in ${game.title}: solved levels, best results and unfinished attempts. Statistics can be exported first.`)],
    choices: [["Keep my progress", false, "primary"], ["Erase and begin anew", true]],
  });
  if (!sure) return;
  await api.progress.reset(game.id);
  const first = (await api.pack(game.id, pack)).levels[0];
  go(`#/play/${first.address}`);
}

function entry(level, game) {
  const name = level.title ?? level.id;
  const par = firstCost(level.par, game.metrics[0]);
  const best = firstCost(level.best, game.metrics[0]);
  if (level.locked) {
    return h("li", {}, h("span", { class: "level locked" }, h("span", { class: "unseen" }, `Level ${name}, locked: solve the levels before it`), h("b", { "aria-hidden": "true" }, name), icon("lock")));
  }
  const state = level.completed
    ? `solved${best ? ` in ${best}` : ""}${level.stars ? `, ${starWords(level.stars)}` : ""}${level.ms ? `, best time ${time(level.ms)}` : ""}`
    : level.begun ? "begun" : "not solved yet";
  return h(
    "li",
    {},
    h(
      "a",
      { class: `level${level.completed ? " completed" : ""}${level.begun ? " begun" : ""}`, href: `#/play/${level.address}` },
      h("span", { class: "unseen" }, `Level ${name}${level.tier ? `, ${title(level.tier)}` : ""}, ${state}${par ? `, par ${par}` : ""}`),
      h("b", { "aria-hidden": "true" }, name),
      h("span", { class: "small soft", "aria-hidden": "true" }, level.completed ? best || "solved" : par ? `par ${par}` : title(level.tier ?? "")),
      level.completed ? h("span", { class: "stars", "aria-hidden": "true" }, level.stars ? Array.from({ length: 3 }, (_, i) => h("span", { class: i < level.stars ? "lit" : "" }, icon("star"))) : icon("good")) : null,
    ),
  );
}
