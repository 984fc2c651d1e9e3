// What a person has reached, in numbers and plots, and taking it elsewhere.

import * as api from "../api.js";
import { h, replace, svg } from "../dom.js";
import { dayBefore, solvedLevels, streak } from "../history.js";
import { ask, button, download, page } from "../shell.js";
import { title, today } from "../words.js";
import { forgetRush, mergeRush, rushResults } from "./rush.js";

/** So many days back does the plot begin. */
const DAYS = 30;

export async function statistics() {
  const figures = h("div", { class: "stack" });
  const show = async () => replace(figures, await counted());
  await show();
  return page({
    title: "Statistics",
    back: "#/",
    content: [figures, asFile(show)],
  });
}

async function counted() {
  const [games, progress, solved] = await Promise.all([
    api.games(),
    api.progress.all(),
    solvedLevels(),
  ]);
  const nothing = { completed: 0, levels: 0, stars: 0, begun: 0, tiers: [] };
  const mine = (game) => progress.games[game.id] ?? nothing;
  const sum = (key) => games.reduce((total, game) => total + (mine(game)[key] ?? 0), 0);
  const now = today();
  const days = new Set(solved.flatMap(({ first, last }) => [first, last]));
  const row = streak(days, now);
  return [
    h(
      "div",
      { class: "numbers" },
      number(sum("completed"), "solved"),
      number(progress.untouched, "untouched"),
      number(sum("stars"), "stars"),
      number(row, row === 1 ? "day in a row" : "days in a row"),
    ),
    overTime(solved, now),
    byTier(games, mine),
    table(games, mine),
  ];
}

const number = (value, what) =>
  h(
    "div",
    { class: "card" },
    h("b", { class: "figures" }, String(value ?? 0)),
    h("span", { class: "soft" }, what),
  );

// A bar for each of the last days.
function overTime(solved, now) {
  const days = [now];
  while (days.length < DAYS) days.unshift(dayBefore(days[0]));
  const counts = days.map((day) => solved.filter(({ first }) => first === day).length);
  const most = Math.max(1, ...counts);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const bars = counts.map((count, i) =>
    svg("rect", {
      class: count ? "bar" : "bar empty",
      x: 4 + i * 10,
      width: 8,
      y: 100 - (count ? (count / most) * 90 : 2),
      height: count ? (count / most) * 90 : 2,
    }),
  );
  const label = total
    ? `Levels solved for the first time in the last ${DAYS} days: ${total}, at most ${most} in a day.`
    : `No level was solved for the first time in the last ${DAYS} days.`;
  return h(
    "section",
    { class: "card", "aria-label": "Solved over time" },
    h("h2", {}, "Solved over time"),
    svg(
      "svg",
      {
        class: "chart",
        viewBox: "0 0 308 104",
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": label,
      },
      bars,
    ),
    h("p", { class: "small soft" }, label),
  );
}

// A bar for each tier of each game: how much of it is solved, and how much of that at par.
function byTier(games, mine) {
  return h(
    "section",
    { class: "card stack", "aria-label": "Solved by game and tier" },
    h("h2", {}, "Solved by game and tier"),
    h(
      "p",
      { class: "small soft legend" },
      h("span", { class: "key at-par" }, "at par"),
      h("span", { class: "key solved" }, "solved"),
      h("span", { class: "key" }, "to do"),
    ),
    games.flatMap((game) => [
      h("h3", {}, game.title),
      h("ul", { class: "tiers" }, mine(game).tiers.map(tierBar)),
    ]),
  );
}

function tierBar({ name, levels, completed, measured, atPar }) {
  const part = (look, value) =>
    value ? h("span", { class: look, style: { flex: String(value) } }) : null;
  const words = [
    `${completed} of ${levels} solved`,
    measured ? `${Math.round((100 * atPar) / measured)}% at par` : "",
  ];
  return h(
    "li",
    {},
    h("span", {}, title(name ?? "other")),
    h(
      "span",
      { class: "tier-bar", "aria-hidden": "true" },
      part("at-par", atPar),
      part("solved", completed - atPar),
      part("rest", levels - completed),
    ),
    h("span", { class: "small figures" }, words.filter(Boolean).join(", ")),
  );
}

// A line for each game: numbers, the share solved and the share of stars as bars.
function table(games, mine) {
  const share = (part, whole, words) =>
    h("progress", { max: String(Math.max(1, whole)), value: String(part), "aria-label": words });
  const row = (game) => {
    const { completed, levels, stars, begun } = mine(game);
    const best = `${stars} of ${completed * 3} stars`;
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, h("a", { href: `#/game/${game.id}` }, game.title)),
      [completed, levels - completed, begun].map((value) =>
        h("td", { class: "figures" }, String(value)),
      ),
      h("td", {}, share(completed, levels, `${completed} of ${levels} solved`)),
      h("td", {}, game.metrics.length ? share(stars, completed * 3, best) : ""),
    );
  };
  const heads = ["Game", "Solved", "To do", "Begun", "Share", "Stars"];
  return h(
    "div",
    { class: "card scrolls", tabindex: "0", role: "group", "aria-label": "Games" },
    h(
      "table",
      { class: "keys" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heads.map((name) => h("th", { scope: "col" }, name)),
        ),
      ),
      h("tbody", {}, games.map(row)),
    ),
  );
}

// Whatever changes the progress shows the new figures.
function asFile(show) {
  const line = h("p", { role: "status" });
  const file = h("input", { type: "file", id: "import", accept: ".json,application/json" });
  file.addEventListener("change", async () => {
    if (!file.files[0]) return;
    try {
      const text = await file.files[0].text();
      const imported = await api.progress.imported(text);
      const changed = imported.changed + mergeRush(JSON.parse(text).rush);
      await show();
      line.textContent =
        changed === 0
          ? "Nothing in it was new."
          : `Taken over: ${changed} ${changed === 1 ? "change" : "changes"}. Better results were kept on both sides.`;
    } catch (error) {
      replace(line, h("span", { class: "bad" }, `Nothing was taken over: ${error.message}`));
    }
  });
  // The engine passes over what the browser keeps and adds.
  const save = async () => {
    const document = { ...JSON.parse(await api.progress.exported()), rush: rushResults() };
    download(`gridwright-progress-${today()}.json`, JSON.stringify(document));
  };
  const erase = async () => {
    const sure = await ask({
      title: "Erase everything?",
      content: [
        h(
          "p",
          {},
          "All solved levels, results, unfinished attempts and the best of every rush. Export them first if in doubt.",
        ),
      ],
      choices: [
        ["Keep my progress", false, "primary"],
        ["Erase", true],
      ],
    });
    if (!sure) return;
    await api.progress.reset(null);
    forgetRush();
    await show();
    line.textContent = "Erased.";
  };
  return h(
    "section",
    { class: "card", "aria-label": "Your progress as a file" },
    h("h2", {}, "Your progress as a file"),
    h("div", { class: "row" }, button("Export", save), button("Erase everything", erase)),
    h("label", { for: "import" }, "Import: the better of both results stays", file),
    line,
  );
}
