// Solving a range of the levels of a pack, one after the other, with a table that grows.

import * as api from "../api.js";
import { h, replace } from "../dom.js";
import { button, page } from "../shell.js";
import { costs, large } from "../words.js";

const HEADS = ["Level", "Result", "Nodes", "Time"];

export async function running([id, packName]) {
  const game = await api.game(id);
  const name = packName ?? game.packs[0].name;
  const { levels, title } = await api.pack(id, name, true);
  const choice = (label, chosen) =>
    h(
      "select",
      { "aria-label": label },
      levels.map((level, i) => h("option", { value: i, selected: i === chosen }, level.id)),
    );
  const from = choice("First level", 0);
  const to = choice("Last level", Math.min(9, levels.length - 1));
  const rows = h("tbody");
  const line = h("p", { class: "figures", role: "status" });
  const table = results(rows);
  let work = null;

  const run = async () => {
    if (Number(from.value) > Number(to.value)) {
      replace(rows);
      line.textContent = `${levels[from.value].id} comes after ${levels[to.value].id}: choose the first level before the last.`;
      return;
    }
    work?.abort();
    const mine = new AbortController();
    work = mine;
    replace(rows);
    table.hidden = false;
    start.disabled = true;
    cancel.disabled = false;
    const range = levels.slice(Number(from.value), Number(to.value) + 1);
    const sums = { solved: 0, nodes: 0, ms: 0 };
    for (const level of range) {
      if (mine.signal.aborted) break;
      try {
        const report = await api.job(
          "solve",
          { level: { address: level.address }, all: game.listings.length ? "best" : undefined },
          { signal: mine.signal },
        );
        sums.solved += report.status === "solved" ? 1 : 0;
        sums.nodes += report.stats.nodes;
        sums.ms += report.stats.ms;
        rows.append(row(level, report));
      } catch (error) {
        if (error.name !== "AbortError") rows.append(failed(level, error));
      }
      line.textContent = `${sums.solved} of ${range.length} solved, ${large(sums.nodes)} nodes, ${(sums.ms / 1000).toFixed(1)} s`;
    }
    start.disabled = false;
    cancel.disabled = true;
  };
  const start = button("Run", run, { kind: "primary", sign: "play" });
  const cancel = button("Cancel", () => work?.abort(), { disabled: true });
  return page({
    title: `Run ${title}`,
    back: `#/game/${id}/${name}`,
    content: [
      h("p", { class: "lead soft" }, "Solves one level after the other and counts what it took."),
      h("div", { class: "row" }, from, h("span", {}, "to"), to, start, cancel),
      line,
      table,
    ],
    close: () => work?.abort(),
  });
}

const results = (rows) =>
  h(
    "div",
    { class: "card scrolls", tabindex: "0", role: "group", "aria-label": "Results", hidden: true },
    h(
      "table",
      { class: "keys" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          HEADS.map((head) => h("th", { scope: "col" }, head)),
        ),
      ),
      rows,
    ),
  );

function row(level, report) {
  const known = report.solutions;
  const count = known
    ? `${known.complete ? "" : "at least "}${known.count} ${String(known.count) === "1" ? "solution" : "solutions"}`
    : "";
  const proof = report.optimal && report.metrics.length ? "proved" : "";
  const verdict = { unsolvable: "no solution", gave_up: "not decided" }[report.status];
  const words = verdict ?? [costs(report.costs), proof, count].filter(Boolean).join(", ");
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, h("a", { href: `#/solve/${level.address}` }, level.id)),
    h("td", {}, words || "solved"),
    h("td", { class: "figures" }, large(report.stats.nodes)),
    h("td", { class: "figures" }, `${report.stats.ms} ms`),
  );
}

const failed = (level, error) =>
  h("tr", {}, h("th", { scope: "row" }, level.id), h("td", { class: "bad" }, error.message));
