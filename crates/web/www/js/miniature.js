// A living miniature of a game: the moves of a lesson, played over and over, quietly.

import * as api from "./api.js";
import { h } from "./dom.js";
import { patch } from "./patch.js";
import { reducedMotion } from "./settings.js";

const PAUSE = 1400;

export class Miniature {
  constructor(game) {
    this.lessons = game.lessons;
    this.el = h("div", { class: "miniature stamp", role: "img", "aria-label": `A small ${game.title} board` });
    this.#show(game.card);
  }

  /** Begins to play, unless things should keep still. */
  async start() {
    if (reducedMotion() || this.lessons.length === 0) return;
    this.running = true;
    try {
      const frames = await this.#frames();
      for (let i = 0; this.running; i = (i + 1) % frames.length) {
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
    const lesson = this.lessons.at(-1);
    const level = { document: lesson.level, game: undefined };
    let moves = null;
    const frames = [lesson.svg];
    for (const gesture of lesson.demo) {
      const answer = await api.play(level, { moves, gesture });
      moves = answer.moves;
      frames.push(answer.svg);
    }
    return [...frames, frames.at(-1)];
  }

  // Several miniatures stand on one page: their ids must not meet.
  #show(text) {
    const prefix = (this.prefix ??= `m${(counter += 1)}-`);
    const drawing = patch(this.el, text.replaceAll(/ id="/g, ` id="${prefix}`));
    drawing.removeAttribute("role");
    drawing.setAttribute("aria-hidden", "true");
  }
}

let counter = 0;
