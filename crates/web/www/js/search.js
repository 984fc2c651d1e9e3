// Watching a search: every piece it lays and lifts, with single prunings switched off on request.

import * as api from "./api.js";
import { h, replace } from "./dom.js";
import { miniature } from "./patch.js";
import { Playback } from "./playback.js";
import { button } from "./shell.js";
import { large, title } from "./words.js";

export class Search {
  constructor(level, game, board, signal) {
    this.level = level;
    this.board = board;
    this.signal = signal;
    this.place = h("div", { class: "stack" });
    this.figures = h("p", { class: "figures small" });
    this.only = h("select", { "aria-label": "Show" }, ["everything", "placements", "backtracks"].map((what) => h("option", { value: what }, title(what))));
    this.only.addEventListener("change", () => this.#playback());
    this.prunings = game.prunings.map((pruning) => ({ pruning, box: h("input", { type: "checkbox", checked: true }) }));
    this.el = h(
      "section",
      { "aria-label": "The search" },
      h("h2", {}, "Watch the search"),
      h("fieldset", { class: "prunings" }, h("legend", { class: "small soft" }, "Prunings"), this.prunings.map(({ pruning, box }) => h("label", { class: "check", title: pruning.help }, box, title(pruning.name)))),
      h("div", { class: "row" }, button("Search", () => this.run(), { kind: "primary" }), button("Tree", () => this.#tree()), this.only),
      this.figures,
      this.place,
    );
  }

  async run() {
    const without = this.prunings.filter(({ box }) => !box.checked).map(({ pruning }) => pruning.name);
    this.events = [];
    this.figures.textContent = "Searching…";
    try {
      const ask = (without, item) => api.job("solve", { level: this.level, all: "best", trace: Boolean(item), without }, { signal: this.signal, item });
      const report = await ask(without, ({ trace }) => this.events.push(...trace));
      const full = without.length ? await ask([]) : report;
      const more = without.length ? ` With every pruning ${large(full.stats.nodes)}: they save ${large(report.stats.nodes - full.stats.nodes)}.` : "";
      this.figures.textContent = `${large(report.stats.nodes)} nodes in ${report.stats.ms} ms, ${report.solutions?.count ?? "?"} solution(s).${more}`;
      this.#playback();
    } catch (error) {
      if (error.name !== "AbortError") this.figures.textContent = error.message;
    }
  }

  #playback() {
    this.player?.stop();
    if (!this.events?.length) return;
    const frames = [{ laid: [], words: "The search begins." }];
    let laid = [];
    for (const event of this.events) {
      if (event.event === "lay") laid = [...laid, event.placement];
      else if (event.event === "lift") laid = laid.filter(({ piece }) => piece !== (event.piece ?? event.placement?.piece));
      const wanted = { everything: true, placements: event.event === "lay", backtracks: event.event !== "lay" }[this.only.value];
      if (wanted) frames.push({ laid, words: describe(event) });
    }
    const words = h("p", { class: "small" });
    this.player = new Playback(frames.length, async (i) => {
      words.textContent = frames[i].words;
      const moves = frames[i].laid.length ? { placements: frames[i].laid } : null;
      const answer = await api.play(this.level, { moves }).catch(() => null);
      if (answer) this.board.show(answer.svg);
    }, { label: "The search" });
    replace(this.place, this.player.el, words);
  }

  async #tree() {
    try {
      const { svg } = await api.job("tree", { level: this.level }, { signal: this.signal });
      const drawing = miniature(svg);
      drawing.setAttribute("width", drawing.viewBox.baseVal.width);
      replace(this.place, h("div", { class: "search-tree", tabindex: "0", role: "group", "aria-label": "The search tree" }, drawing));
    } catch (error) {
      this.figures.textContent = error.message;
    }
  }

  stop() {
    this.player?.stop();
  }
}

function describe(event) {
  const piece = event.placement?.piece ?? event.piece ?? "";
  if (event.event === "lay") return `Node ${event.node}: lays ${piece}, depth ${event.depth}.`;
  if (event.event === "lift") return `Backtracks: lifts ${piece}.`;
  if (event.event === "found") return "A solution.";
  if (event.event === "cut") return `Cut: ${event.why ?? event.cut ?? event.reason ?? "no way on"}.`;
  return title(event.event);
}
