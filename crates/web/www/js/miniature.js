// A living miniature of a game: the moves of a lesson, played over and over, quietly.

import * as api from "./api.js";
import { h } from "./dom.js";
import { patch } from "./patch.js";
import { reducedMotion } from "./settings.js";
import { recoloring } from "./themes.js";

const PAUSE = 1400;

let counter = 0;

export class Miniature {
  constructor(game) {
    this.game = game.id;
    this.recolor = recoloring(game);
    this.lesson = game.lessons.at(-1);
    this.el = h("div", {
      class: "miniature stamp",
      role: "img",
      "aria-label": `A small ${game.title} board`,
    });
    counter += 1;
    this.prefix = `m${counter}-`;
    this.#show(this.lesson?.svg ?? game.card);
  }

  /** Begins to play, unless things should keep still. */
  async start() {
    if (reducedMotion() || !this.lesson) return;
    this.running = true;
    try {
      const frames = await this.#frames();
      for (let i = 0; this.running; i = (i + 1) % frames.length) {
        // It begins anew as another picture: nothing flies back over the board.
        if (i === 0) this.el.replaceChildren();
        this.#show(frames[i]);
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    } catch {
      this.running = false;
    }
  }

  stop() {
    this.running = false;
  }

  async #frames() {
    const level = { document: this.lesson.level, game: this.game };
    let moves = null;
    const frames = [this.lesson.svg];
    for (const gesture of this.lesson.demo) {
      const answer = await api.play(level, { moves, gesture });
      moves = answer.moves;
      frames.push(answer.svg);
    }
    return [...frames, frames.at(-1)];
  }

  // Several miniatures stand on one page: their ids must not meet.
  #show(text) {
    const drawing = patch(this.el, this.recolor(text).replaceAll(/ id="/g, ` id="${this.prefix}`));
    drawing.removeAttribute("role");
    drawing.setAttribute("aria-hidden", "true");
    const { width, height } = drawing.viewBox.baseVal;
    this.el.style.setProperty("--ratio", (width / height).toFixed(4));
  }
}
