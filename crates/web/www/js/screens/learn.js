// Three tiny boards that teach a game; a ghost finger shows the way after two idle seconds.

import * as api from "../api.js";
import { Attempt } from "../attempt.js";
import { h, svg } from "../dom.js";
import { keep, stored } from "../settings.js";
import { ask, button, page } from "../shell.js";
import { Table } from "../table.js";

const IDLE = 2000;
const SEEN = "gridwright.lessons";

export async function learning([id]) {
  const game = await api.game(id);
  const lessons = await Promise.all(game.lessons.map((lesson, i) => Lesson.open(lesson, i, game)));
  keep(SEEN, { ...stored(SEEN), [id]: true });
  return page({
    title: `${game.title} explained`,
    back: `#/game/${id}`,
    content: [
      h(
        "ol",
        { class: "lessons" },
        lessons.map((lesson) => lesson.el),
      ),
      h(
        "div",
        { class: "row" },
        h("a", { class: "button primary", href: `#/game/${id}` }, "To the levels"),
      ),
    ],
    shown() {
      for (const lesson of lessons) lesson.start();
    },
    close() {
      for (const lesson of lessons) lesson.stop();
    },
  });
}

/** Offers the lessons the first time a game is played; never again. */
export async function firstLesson(game) {
  const seen = stored(SEEN) ?? {};
  if (seen[game.id] || game.lessons.length === 0) return;
  keep(SEEN, { ...seen, [game.id]: true });
  const learn = await ask({
    title: `New to ${game.title}?`,
    content: [
      h("p", {}, "Three tiny boards explain it in thirty seconds. They are always under Explain."),
    ],
    choices: [
      ["Show me", true, "primary"],
      ["Skip", false],
    ],
  });
  if (learn) location.hash = `#/learn/${game.id}`;
}

class Lesson {
  static async open(lesson, index, game) {
    const level = await api.open({ document: lesson.level, game: game.id });
    return new Lesson(lesson, index, game, level);
  }

  constructor(lesson, index, game, level) {
    this.lesson = lesson;
    this.attempt = new Attempt(
      { ...level, moves: null, svg: lesson.svg, solved: false },
      { saved: false },
    );
    this.table = new Table(this.attempt, game, `Lesson ${index + 1}: ${lesson.text}`);
    const { board, status } = this.table;
    this.el = h(
      "li",
      { class: "lesson" },
      h("h2", {}, lesson.text),
      this.table.parts,
      status.el,
      status.whisper,
      button("Again", () => this.attempt.reset()),
    );
    this.onKey = (event) => {
      if (event.key !== "Tab" && this.table.keys.press(event)) event.preventDefault();
    };
    board.el.addEventListener("keydown", this.onKey);
    board.el.addEventListener("pointerdown", () => this.#touched(), { capture: true });
    board.el.addEventListener("keydown", () => this.#touched(), { capture: true });
    this.attempt.addEventListener("solved", () => {
      board.ripple();
      this.table.say("That is it.", { kind: "good" });
    });
  }

  start() {
    this.timer = setTimeout(() => this.#demo(), IDLE);
  }

  stop() {
    clearTimeout(this.timer);
    this.attempt.close();
    this.table.dropPicked();
  }

  #touched() {
    clearTimeout(this.timer);
    this.shownOnce = true;
    this.table.board.lay("finger");
  }

  // Plays once, over the board and without touching it.
  async #demo() {
    const { board } = this.table;
    for (const gesture of this.lesson.demo) {
      const path = gesture.path ?? [gesture.at];
      const points = path.map((place) => board.middle(place));
      const finger = svg("circle", { class: "finger", r: 12, cx: 0, cy: 0 });
      board.lay("finger", finger);
      const frames = [points[0], ...points].map(({ x, y }) => ({
        transform: `translate(${x}px, ${y}px)`,
      }));
      await finger
        .animate(frames.length > 2 ? frames : [frames[0], frames[0]], {
          duration: 500 + 200 * points.length,
          fill: "forwards",
        })
        .finished.catch(() => {});
      if (this.shownOnce || !board.el.isConnected) break;
    }
    board.lay("finger");
    this.shownOnce = true;
  }
}
