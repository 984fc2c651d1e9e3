// A game's shelf: a new level in one tap, its packs with their levels as pictures, and the ways to
// other levels.

import * as api from "../api.js";
import { picture } from "../board.js";
import { h, replace } from "../dom.js";
import { icon } from "../icons.js";
import { go } from "../router.js";
import { settings } from "../settings.js";
import { ask, button, page } from "../shell.js";
import { Stamps } from "../stamps.js";
import { recoloring } from "../themes.js";
import { finaleWords, firstCost, starWords, time, title } from "../words.js";
import { chooseSize, sizeOf } from "./new.js";

const PER_PAGE = 24;

export async function shelf([id, packName], query) {
  const game = await api.game(id);
  const name = packName ?? game.packs[0].name;
  const [pack, progress] = await Promise.all([
    api.pack(id, name, settings().unlockAll),
    api.progress.all(),
  ]);
  const mine = progress.games[id];
  const stamps = new Stamps(recoloring(game));
  const { list, pager } = levelsOf(pack, game, stamps, Number(query.get("page")));
  return page({
    title: game.title,
    back: "#/",
    content: [
      h("p", { class: "soft lead" }, game.summary),
      h(
        "div",
        { class: "row" },
        h(
          "a",
          { class: "button primary", href: `#/continue/${id}` },
          icon("play"),
          mine?.current || mine?.completed ? "Continue" : "Play",
        ),
        link(`#/play/daily/${id}`, "Daily level"),
        link(`#/rush/${id}`, "Rush"),
        link(`#/learn/${id}`, "Explain"),
        game.sandbox ? link(`#/sandbox/${id}`, "Sandbox") : null,
      ),
      newLevel(game),
      rules(game),
      game.packs.length > 1 ? tabs(game, name) : null,
      h(
        "section",
        { class: "stack", "aria-label": pack.title },
        h("h2", {}, pack.title),
        packProgress(pack),
        list,
        pager,
      ),
      h(
        "section",
        { class: "stack", "aria-label": "Workshop" },
        h("h2", {}, "Workshop"),
        h(
          "div",
          { class: "row" },
          link(`#/generate/${id}`, "Generate"),
          link(`#/edit/${id}`, "Edit"),
          link("#/open", "Open"),
          link(`#/run/${id}/${name}`, "Run the solver"),
          link(`#/print/${id}/${name}`, "Print"),
          button("New game", () => newGame(game, name), {}),
        ),
      ),
    ],
    close: () => stamps.stop(),
  });
}

const link = (href, words) => h("a", { class: "button", href }, words);

// A new level of a difficulty in one tap, of the size that was chosen last.
function newLevel(game) {
  const tiers = game.tiers.map(({ name }) => ({
    name,
    el: link(`#/new/${game.id}/${name}`, title(name)),
  }));
  // Some difficulties have one size only.
  const offer = () => {
    const chosen = game.sizes.find(({ name }) => name === sizeOf(game.id));
    for (const { name, el } of tiers) el.hidden = chosen && !chosen.tiers.includes(name);
  };
  const choose = () => {
    chooseSize(game.id, size.value);
    offer();
  };
  const size = h(
    "select",
    { "aria-label": "Size of a new level", onchange: choose },
    h("option", { value: "" }, "Any size"),
    game.sizes.map(({ name }) =>
      h("option", { value: name, selected: name === sizeOf(game.id) }, title(name)),
    ),
  );
  offer();
  return h(
    "div",
    { class: "row", role: "group", "aria-label": "A new level" },
    h("span", { class: "soft" }, "New level:"),
    game.sizes.length ? size : null,
    tiers.map(({ el }) => el),
  );
}

// The rules in pictures: what the lessons teach.
function rules(game) {
  return h(
    "details",
    { class: "rules card" },
    h("summary", {}, "The rules in pictures"),
    h(
      "ul",
      { class: "plates" },
      [...game.lessons, ...game.mechanics].map(({ svg, text }) =>
        h(
          "li",
          { class: "stack" },
          picture(svg, text, recoloring(game)),
          h("p", { class: "small" }, text),
        ),
      ),
    ),
  );
}

function tabs(game, current) {
  return h(
    "nav",
    { class: "row tabs", "aria-label": "Packs" },
    game.packs.map((one) =>
      h(
        "a",
        {
          class: "button",
          href: `#/game/${game.id}/${one.name}`,
          "aria-current": one.name === current ? "page" : null,
        },
        `${one.title} (${one.count})`,
      ),
    ),
  );
}

// How much of a pack is solved, and its end.
function packProgress(pack) {
  const { levels } = pack;
  const solved = levels.filter((level) => level.completed).length;
  if (solved === levels.length && solved > 0)
    return h(
      "p",
      { class: "good finale" },
      icon("star"),
      `${finaleWords(pack)} New ones never run out above.`,
    );
  return h(
    "label",
    { class: "progress" },
    h("span", { class: "small soft figures" }, `${solved} of ${levels.length} solved`),
    h("progress", { max: String(levels.length), value: String(solved) }),
  );
}

function levelsOf(pack, game, stamps, wanted) {
  const pages = Math.max(1, Math.ceil(pack.levels.length / PER_PAGE));
  const firstOpen = pack.levels.findIndex((level) => !level.completed && !level.locked);
  const first = wanted || Math.floor(Math.max(0, firstOpen) / PER_PAGE) + 1;
  const list = h("ol", { class: "levels" });
  const pager = h("nav", { class: "row", "aria-label": "Pages of levels" });
  const turn = (to) => {
    replace(
      list,
      pack.levels
        .slice((to - 1) * PER_PAGE, to * PER_PAGE)
        .map((level) => entry(level, pack, game, stamps)),
    );
    replace(
      pager,
      pages > 1
        ? [
            button("Previous page", () => turn(to - 1), { sign: "back", disabled: to === 1 }),
            h("span", { class: "figures" }, `Page ${to} of ${pages}`),
            button("Next page", () => turn(to + 1), { sign: "next", disabled: to === pages }),
          ]
        : [],
    );
  };
  turn(Math.min(pages, Math.max(1, first)));
  return { list, pager };
}

async function newGame(game, pack) {
  const sure = await ask({
    title: "New game?",
    content: [
      h(
        "p",
        {},
        `This erases everything you have reached in ${game.title}: solved levels, best results and unfinished attempts. Statistics can be exported first.`,
      ),
    ],
    choices: [
      ["Keep my progress", false, "primary"],
      ["Erase and begin anew", true],
    ],
  });
  if (!sure) return;
  await api.progress.reset(game.id);
  const first = (await api.pack(game.id, pack)).levels[0];
  go(`#/play/${first.address}`);
}

function entry(level, pack, game, stamps) {
  const name = level.title ?? level.id;
  const par = firstCost(level.par, game.metrics[0]);
  const best = firstCost(level.best, game.metrics[0]);
  if (level.locked) {
    const before = pack.levels[pack.levels.indexOf(level) - 1];
    const opens = `solve ${before?.title ?? before?.id ?? "the one before"} to open it`;
    return h(
      "li",
      {},
      h(
        "span",
        { class: "level locked" },
        h("span", { class: "unseen" }, `Level ${name}, locked: ${opens}`),
        h("b", { "aria-hidden": "true" }, name),
        icon("lock"),
        h("span", { class: "small", "aria-hidden": "true" }, opens),
      ),
    );
  }
  const stamp = h("span", { class: "level-stamp", "aria-hidden": "true" });
  stamps.add(stamp, level.address, `Level ${name}`);
  const state = level.completed
    ? `solved${best ? ` in ${best}` : ""}${level.stars ? `, ${starWords(level.stars)}` : ""}${level.ms ? `, best time ${time(level.ms)}` : ""}`
    : level.begun
      ? "begun"
      : "not solved yet";
  const words = `Level ${name}${level.tier ? `, ${title(level.tier)}` : ""}, ${state}${par ? `, par ${par}` : ""}`;
  return h(
    "li",
    {},
    h(
      "a",
      {
        class: `level${level.completed ? " completed" : ""}${level.begun ? " begun" : ""}`,
        href: `#/play/${level.address}`,
      },
      h("span", { class: "unseen" }, words),
      stamp,
      h("b", { "aria-hidden": "true" }, name),
      h(
        "span",
        { class: "small soft", "aria-hidden": "true" },
        level.completed ? best || "solved" : par ? `par ${par}` : title(level.tier ?? ""),
      ),
      level.completed ? earned(level.stars) : null,
    ),
  );
}

function earned(stars) {
  return h(
    "span",
    { class: "stars", "aria-hidden": "true" },
    stars
      ? Array.from({ length: 3 }, (_, i) =>
          h("span", { class: i < stars ? "lit" : "" }, icon("star")),
        )
      : icon("good"),
  );
}
