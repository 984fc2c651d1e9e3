// The review after a game: what was left to go after every move as a line, each rise a mistake,
// with the better move a tap away.

import * as api from "./api.js";
import { h, replace, svg } from "./dom.js";
import { button } from "./shell.js";
import { costs } from "./words.js";

export class Review {
  /** `show(after, best)` puts the position after so many moves on the board. */
  constructor(level, moves, show) {
    this.level = level;
    this.moves = moves;
    this.show = show;
    this.points = [];
    this.at = 0;
    this.abort = new AbortController();
    this.chart = h("div");
    this.words = h("p", { role: "status" }, "Looking back…");
    this.el = h(
      "section",
      { class: "review", "aria-label": "Review" },
      h("h2", {}, "Review"),
      this.chart,
      this.words,
      h(
        "div",
        { class: "row" },
        button("Move before", () => this.#go(this.at - 1), { sign: "back" }),
        button("Move after", () => this.#go(this.at + 1), { sign: "next" }),
        button("Better move", () => this.#better(), { sign: "hint" }),
      ),
    );
  }

  async run() {
    try {
      await api.job(
        "review",
        { level: this.level, moves: this.moves },
        {
          signal: this.abort.signal,
          item: (point) => {
            this.points.push(point);
            this.#draw();
          },
        },
      );
      const wrong = this.points.filter((_, i) => this.#isMistake(i)).length;
      this.words.textContent =
        wrong === 0
          ? "Not one wasted move."
          : `${wrong} ${wrong === 1 ? "move" : "moves"} did not bring you nearer.`;
    } catch (error) {
      if (error.name !== "AbortError") this.words.textContent = error.message;
    }
  }

  stop() {
    this.abort.abort();
  }

  #left(i) {
    const point = this.points[i];
    const value = point?.remaining ? Object.values(point.remaining)[0] : null;
    return point?.onTrack === false ? Infinity : value;
  }

  #isMistake(i) {
    return this.points[i]?.mistake === true;
  }

  #draw() {
    const known = this.points.map((_, i) => this.#left(i));
    const most = Math.max(1, ...known.filter(Number.isFinite));
    const x = (i) => 10 + (i * 280) / Math.max(1, this.points.length - 1);
    const y = (value) => (value === null ? 60 : value === Infinity ? 8 : 110 - (value / most) * 90);
    const line = known.map((value, i) => `${i ? "L" : "M"}${x(i)} ${y(value)}`).join("");
    const dots = known.map((value, i) =>
      svg("circle", {
        class: `dot${this.#isMistake(i) ? " mistake" : ""}`,
        cx: x(i),
        cy: y(value),
        r: i === this.at ? 6 : 4,
      }),
    );
    const label = `What was left after each of ${this.points.length - 1} moves`;
    replace(
      this.chart,
      svg(
        "svg",
        { class: "chart", viewBox: "0 0 300 120", role: "img", "aria-label": label },
        svg("path", { class: "axis", d: "M10 110H290" }),
        svg("path", { class: "curve", d: line }),
        dots,
      ),
    );
  }

  #go(to) {
    this.at = Math.max(0, Math.min(this.points.length - 1, to));
    this.#draw();
    const point = this.points[this.at];
    if (!point) return;
    const left =
      point.onTrack === false
        ? "it could not be solved any more"
        : point.remaining
          ? `${costs(point.remaining)} were left`
          : "on track";
    this.words.textContent = `After ${point.after} ${point.after === 1 ? "move" : "moves"} ${left}.${this.#isMistake(this.at) ? " This was a mistake." : ""}`;
    this.show(point.after, null);
  }

  #better() {
    // A mistake is mended before it: show the best move of the position it was made in.
    const from = this.#isMistake(this.at) ? this.at - 1 : this.at;
    const point = this.points[from];
    if (point?.best) this.show(point.after, point.best);
  }
}
