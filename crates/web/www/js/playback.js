// Plays a list of pictures forwards and backwards at a chosen speed.

import { h } from "./dom.js";
import { button } from "./shell.js";

const SPEEDS = [
  ["Slow", 1200],
  ["Calm", 600],
  ["Brisk", 250],
  ["Fast", 60],
  ["Faster", 16],
  ["Fastest", 0],
];

export class Playback {
  /** `count` frames; `show(i)` puts frame i on the board and answers when it is there. */
  constructor(count, show, { label = "Playback" } = {}) {
    this.count = count;
    this.show = show;
    this.at = 0;
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: count - 1,
      value: 0,
      "aria-label": "Step",
      oninput: () => this.go(Number(this.slider.value)),
    });
    this.speed = h(
      "select",
      { "aria-label": "Speed" },
      SPEEDS.map(([name, ms]) => h("option", { value: ms, selected: ms === 600 }, name)),
    );
    this.toggle = button("Play", () => (this.timer ? this.stop() : this.play()), {
      sign: "play",
      kind: "primary",
    });
    this.step = h("output", {}, this.#words());
    this.el = h(
      "div",
      { class: "stack playback", role: "group", "aria-label": label },
      h(
        "div",
        { class: "row" },
        button("First", () => this.go(0), { sign: "first" }),
        button("Back", () => this.go(this.at - 1), { sign: "back" }),
        this.toggle,
        button("Forward", () => this.go(this.at + 1), { sign: "next" }),
        button("Last", () => this.go(this.count - 1), { sign: "last" }),
      ),
      h("div", { class: "row" }, this.slider, this.step, this.speed),
    );
  }

  async go(to) {
    const at = Math.max(0, Math.min(this.count - 1, to));
    this.at = at;
    this.slider.value = String(at);
    this.step.textContent = this.#words();
    // Frames that were overtaken are left out.
    this.wanted = at;
    if (this.showing) return;
    this.showing = true;
    while (this.wanted !== null) {
      const next = this.wanted;
      this.wanted = null;
      await this.show(next);
    }
    this.showing = false;
  }

  play() {
    if (this.at === this.count - 1) this.go(0);
    this.toggle.lastChild.textContent = "Pause";
    const tick = async () => {
      if (!this.timer) return;
      if (this.at >= this.count - 1) {
        this.stop();
        return;
      }
      await this.go(this.at + this.#stride());
      if (this.timer) this.timer = setTimeout(tick, Number(this.speed.value));
    };
    this.timer = setTimeout(tick, 0);
  }

  // At the fastest, frames are left out so that thousands of steps a second go by.
  #stride() {
    return Number(this.speed.value) > 0 ? 1 : Math.max(1, Math.ceil(this.count / 200));
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.toggle.lastChild.textContent = "Play";
  }

  #words() {
    return `${this.at} of ${this.count - 1}`;
  }
}
