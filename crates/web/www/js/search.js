// Watching a search: every piece it lays and lifts, with single prunings switched off on request.

import * as api from "./api.js";
import { h, replace } from "./dom.js";
import { miniature } from "./patch.js";
import { Playback } from "./playback.js";
import { button } from "./shell.js";
import { joined } from "./way.js";
import { large, title } from "./words.js";

export class Search {
  constructor(level, game, board, signal) {
    this.level = level;
    this.board = board;
    this.signal = signal;
    this.place = h("div", { class: "stack" });
    this.figures = h("p", { class: "figures small" });
    this.only = h(
      "select",
      { "aria-label": "Show" },
      ["everything", "placements", "backtracks"].map((what) =>
        h("option", { value: what }, title(what)),
      ),
    );
    this.only.addEventListener("change", () => this.#playback());
    this.prunings = game.prunings.map((pruning) => ({
      pruning,
      box: h("input", { type: "checkbox", checked: true }),
    }));
    this.el = h(
      "section",
      { "aria-label": "The search" },
      h("h2", {}, "Watch the search"),
      h(
        "fieldset",
        { class: "prunings" },
        h("legend", { class: "small soft" }, "Prunings"),
        this.prunings.map(({ pruning, box }) =>
          h("label", { class: "check", title: pruning.help }, box, title(pruning.name)),
        ),
      ),
      h(
        "div",
        { class: "row" },
        button("Search", () => this.run(), { kind: "primary" }),
        button("Tree", () => this.#tree()),
        this.only,
      ),
      this.figures,
      this.place,
    );
  }

  async run() {
    const without = this.prunings
      .filter(({ box }) => !box.checked)
      .map(({ pruning }) => pruning.name);
    this.events = [];
    this.figures.textContent = "Searching…";
    try {
      const ask = (without, item) =>
        api.job(
          "solve",
          { level: this.level, all: "best", trace: Boolean(item), without },
          { signal: this.signal, item },
        );
      const report = await ask(without, ({ trace }) => this.events.push(...trace));
      const full = without.length ? await ask([]) : report;
      const more = without.length
        ? ` With every pruning ${large(full.stats.nodes)}: they save ${large(report.stats.nodes - full.stats.nodes)}.`
        : "";
      this.figures.textContent = `${large(report.stats.nodes)} nodes in ${report.stats.ms} ms, ${boards(report.solutions)}.${more}`;
      this.#playback();
    } catch (error) {
      if (error.name !== "AbortError") this.figures.textContent = error.message;
    }
  }

  #playback() {
    this.player?.stop();
    if (!this.events?.length) return;
    const frames = framesOf(this.events, this.only.value);
    const words = h("p", { class: "small" });
    const order = h("ol", { class: "order small", "aria-label": "On the board, in order" });
    this.player = new Playback(
      frames.length,
      async (i) => {
        const { laid, text } = frames[i];
        words.textContent = text;
        replace(
          order,
          laid.map((step) => h("li", {}, step.text)),
        );
        const moves = laid.reduce((moves, step) => joined(moves, step.file), null);
        const answer = await api.play(this.level, { moves }).catch(() => null);
        if (answer) this.board.show(answer.svg);
      },
      { label: "The search" },
    );
    replace(this.place, this.player.el, words, order);
  }

  async #tree() {
    try {
      const { svg } = await api.job("tree", { level: this.level }, { signal: this.signal });
      const drawing = miniature(svg);
      const { width } = drawing.viewBox.baseVal;
      let zoom = 0;
      const fit = (by) => {
        zoom = Math.max(0, Math.min(6, zoom + by));
        drawing.style.width = zoom === 0 ? "100%" : `${Math.round((width * zoom) / 6)}px`;
      };
      fit(0);
      replace(
        this.place,
        h(
          "div",
          { class: "row" },
          button("Closer", () => fit(1)),
          button("Farther", () => fit(-1)),
          button("Fit", () => fit(-6)),
        ),
        h(
          "div",
          { class: "search-tree", tabindex: "0", role: "group", "aria-label": "The search tree" },
          drawing,
        ),
      );
    } catch (error) {
      this.figures.textContent = error.message;
    }
  }

  stop() {
    this.player?.stop();
  }
}

function boards(solutions) {
  if (!solutions) return "boards not counted";
  const many = String(solutions.count) === "1" ? "valid board" : "valid boards";
  return `${solutions.complete ? "" : "at least "}${large(solutions.count)} ${many}`;
}

/** What was on the board after each event, with the event in words. */
export function framesOf(events, only) {
  const frames = [{ laid: [], text: "The search begins." }];
  let laid = [];
  for (const event of events) {
    const { text } = event;
    if (event.event === "lay") laid = [...laid, { file: event.forward, text }];
    else if (event.event === "lift") laid = laid.slice(0, -1);
    const forward = event.event === "lay";
    const wanted = { placements: forward, backtracks: !forward }[only] ?? true;
    if (wanted) frames.push({ laid, text });
  }
  return frames;
}
