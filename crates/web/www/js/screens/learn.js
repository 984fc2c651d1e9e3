// Tiny boards that teach a game: three to begin with, and one for every mechanic that some levels
// have, offered when it is first met. A drawn finger shows the way after two idle seconds.

import * as api from "../api.js";
import { Attempt } from "../attempt.js";
import { picture } from "../board.js";
import { h, svg } from "../dom.js";
import { go, levelPath } from "../router.js";
import { keep, settings, stored } from "../settings.js";
import { ask, button, page } from "../shell.js";
import { Table } from "../table.js";
import { recoloring } from "../themes.js";

const IDLE = 2000;
const SEEN = "gridwright.lessons";

/** All lessons of a game, or the one about a mechanic; `from` is the level that it is met in. */
export async function learning([id, mechanic], query) {
  const game = await api.game(id);
  const from = query.get("from");
  const shown = mechanic
    ? [lessonOn(game, mechanic)].filter(Boolean)
    : [...game.lessons, ...game.mechanics];
  const lessons = await Promise.all(shown.map((lesson, i) => Lesson.open(lesson, i, game)));
  know([id, ...game.lessons.flatMap(({ teaches }) => teaches.map((one) => `${id}/${one}`))]);
  const first = lessons.slice(0, mechanic ? lessons.length : game.lessons.length);
  const later = lessons.slice(first.length);
  const list = (some) =>
    h(
      "ol",
      { class: "lessons" },
      some.map((lesson) => lesson.el),
    );
  return page({
    title: `${game.title} explained`,
    back: from ? `#/play/${from}` : `#/game/${id}`,
    content: [
      list(first),
      later.length ? [h("h2", {}, "What comes later"), list(later)] : null,
      h(
        "div",
        { class: "row" },
        from ? h("a", { class: "button primary", href: `#/play/${from}` }, "To the level") : null,
        h(
          "a",
          { class: from ? "button" : "button primary", href: `#/game/${id}` },
          from ? "All levels" : "To the levels",
        ),
      ),
    ].flat(),
    shown() {
      for (const lesson of lessons) lesson.start();
    },
    close() {
      for (const lesson of lessons) lesson.stop();
    },
  });
}

/** Offers what a level needs to be understood, the first time it is met; never again. */
export async function offerLessons(game, level) {
  const seen = stored(SEEN) ?? {};
  if (!settings().lessons) return;
  if (!seen[game.id]) {
    know([game.id]);
    const learn = await ask({
      title: `New to ${game.title}?`,
      content: [
        h("p", {}, "Tiny boards explain it in thirty seconds. They are always under Explain."),
      ],
      choices: [
        ["Show me", true, "primary"],
        ["Skip", false],
      ],
    });
    if (learn) go(`#/learn/${game.id}?from=${encodeURIComponent(levelPath(level))}`);
    if (learn !== false) return;
  }
  const fresh = level.mechanics.filter((mechanic) => !seen[`${game.id}/${mechanic}`]);
  const lessons = [...new Set(fresh.map((mechanic) => lessonOn(game, mechanic)))].filter(Boolean);
  if (lessons.length === 0) return;
  know(fresh.map((mechanic) => `${game.id}/${mechanic}`));
  const tries = await ask({
    title: "New here",
    content: [
      h(
        "ul",
        { class: "plates taught" },
        lessons.map(({ svg, text }) =>
          h("li", { class: "stack" }, picture(svg, text, recoloring(game)), h("p", {}, text)),
        ),
      ),
    ],
    choices: [
      ["Got it", null, "primary"],
      ["Try it", lessons[0].teaches[0]],
    ],
  });
  if (tries) go(`#/learn/${game.id}/${tries}?from=${encodeURIComponent(levelPath(level))}`);
}

const lessonOn = (game, mechanic) =>
  [...game.lessons, ...game.mechanics].find(({ teaches }) => teaches.includes(mechanic));

function know(names) {
  keep(SEEN, { ...stored(SEEN), ...Object.fromEntries(names.map((name) => [name, true])) });
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
