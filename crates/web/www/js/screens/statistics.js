// What a person has reached, and taking it elsewhere.

import * as api from "../api.js";
import { h, replace } from "../dom.js";
import { ask, button, download, page } from "../shell.js";
import { today } from "../words.js";

export async function statistics() {
  const [games, progress] = await Promise.all([api.games(), api.progress.all()]);
  const mine = (game) => progress.games[game.id] ?? { completed: 0, levels: 0, stars: 0, begun: 0 };
  const sum = (key) => games.reduce((total, game) => total + (mine(game)[key] ?? 0), 0);
  const line = h("p", { role: "status" });
  const file = h("input", { type: "file", id: "import", accept: ".json,application/json" });
  file.addEventListener("change", async () => {
    if (!file.files[0]) return;
    try {
      const { changed } = await api.progress.imported(await file.files[0].text());
      line.textContent = changed === 0 ? "Nothing in it was new." : `Taken over: ${changed} changes. Better results were kept on both sides.`;
    } catch (error) {
      replace(line, h("span", { class: "bad" }, `Nothing was taken over: ${error.message}`));
    }
  });
  const row = (game) => {
    const { completed, levels, stars, begun } = mine(game);
    return h("tr", {}, h("th", { scope: "row" }, h("a", { href: `#/game/${game.id}` }, game.title)), [completed, levels - completed, begun, stars].map((value) => h("td", { class: "figures" }, String(value))));
  };
  return page({
    title: "Statistics",
    back: "#/",
    content: [
      h("div", { class: "numbers" }, number(sum("completed"), "solved"), number(progress.untouched, "untouched"), number(sum("stars"), "stars"), number(progress.streak, progress.streak === 1 ? "day in a row" : "days in a row")),
      h("div", { class: "card scrolls", tabindex: "0", role: "group", "aria-label": "Games" }, h("table", { class: "keys" }, h("thead", {}, h("tr", {}, ["Game", "Solved", "To do", "Begun", "Stars"].map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, games.map(row)))),
      h(
        "section",
        { class: "card", "aria-label": "Your progress as a file" },
        h("h2", {}, "Your progress as a file"),
        h("div", { class: "row" }, button("Export", async () => download(`gridwright-progress-${today()}.json`, await api.progress.exported())), button("Erase everything", () => erase(line))),
        h("label", { for: "import" }, "Import: the better of both results stays", file),
        line,
      ),
    ],
  });
}

const number = (value, what) => h("div", { class: "card" }, h("b", { class: "figures" }, String(value ?? 0)), h("span", { class: "soft" }, what));

async function erase(line) {
  const sure = await ask({ title: "Erase everything?", content: [h("p", {}, "All solved levels, results and unfinished attempts of all games. Export them first if in doubt.")], choices: [["Keep my progress", false, "primary"], ["Erase", true]] });
  if (!sure) return;
  await api.progress.reset(null);
  line.textContent = "Erased.";
}
