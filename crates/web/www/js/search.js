// Watching a search: every piece it lays and lifts, with single prunings switched off on request.

import * as api from "./api.js";
import { noteShown } from "./attempt.js";
import { h, replace } from "./dom.js";
import { miniature } from "./patch.js";
import { Playback } from "./playback.js";
import { button } from "./shell.js";
import { joined } from "./way.js";
import { large, title } from "./words.js";
import { Zoom } from "./zoom.js";

export class Search {
  /** `show` puts a picture on the board. */
  constructor(level, game, show) {
    this.level = level;
    this.show = show;
    this.place = h("div", { class: "stack" });
    this.treePlace = h("div", { class: "stack" });
    this.cancel = button("Cancel", () => this.work?.abort(), { disabled: true });
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
        this.cancel,
        this.only,
      ),
      this.figures,
      this.place,
      this.treePlace,
    );
  }

  async run() {
    const without = this.prunings
      .filter(({ box }) => !box.checked)
      .map(({ pruning }) => pruning.name);
    this.player?.stop();
    const events = [];
    await this.#working("Searching…", async (watch) => {
      const ask = (without, item) =>
        api.job(
          "solve",
          { level: this.level, all: "best", trace: Boolean(item), without },
          { ...watch, item },
        );
      const report = await ask(without, ({ trace }) => events.push(...trace));
      const full = without.length ? await ask([]) : report;
      const more = without.length
        ? ` With every pruning ${large(full.stats.nodes)}: they save ${large(report.stats.nodes - full.stats.nodes)}.`
        : "";
      this.events = events;
      noteShown(this.level);
      this.#playback();
      return `${large(report.stats.nodes)} nodes in ${report.stats.ms} ms, ${boards(report.solutions)}.${more}`;
    });
  }

  // One piece of work at a time, with what it has done so far, until it is done or cancelled.
  async #working(words, work) {
    this.work?.abort();
    const mine = new AbortController();
    this.work = mine;
    this.cancel.disabled = false;
    this.figures.textContent = words;
    const progress = ({ nodes, ms }) => {
      if (this.work === mine)
        this.figures.textContent = `${words} ${(ms / 1000).toFixed(1)} s, ${large(nodes)} nodes`;
    };
    let said;
    try {
      said = await work({ signal: mine.signal, progress });
    } catch (error) {
      said = error.name === "AbortError" ? "Cancelled." : error.message;
    }
    if (this.work !== mine) return;
    this.figures.textContent = said;
    this.cancel.disabled = true;
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
        if (answer) this.show(answer.svg);
      },
      { label: "The search" },
    );
    replace(this.place, this.player.el, words, order);
  }

  // The tree has a place of its own: what plays goes on.
  #tree() {
    const before = this.figures.textContent;
    return this.#working("Drawing the tree…", async (watch) => {
      const { svg } = await api.job("tree", { level: this.level }, watch);
      noteShown(this.level);
      replace(this.treePlace, new Zoom(miniature(svg), "The search tree").el);
      return before;
    });
  }

  stop() {
    this.player?.stop();
    this.work?.abort();
  }
}

function boards(solutions) {
  if (!solutions) return "boards not counted";
  const many = String(solutions.count) === "1" ? "valid board" : "valid boards";
  return `${solutions.complete ? "" : "at least "}${large(solutions.count)} ${many}`;
}

/** What was on the board after each event, with the event in words. */
export function framesOf(events, only) {
  /** @type {{ file: unknown, text: string }[]} */
  let laid = [];
  const frames = [{ laid, text: "The search begins." }];
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
