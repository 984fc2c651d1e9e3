// A board that is played on: pictures of the attempt, pointer and keys, refusals and the piece
// that was picked up. The screens around it decide what else is shown.

import { Board } from "./board.js";
import { Hand } from "./hand.js";
import { Keys } from "./keys.js";
import { Pointer } from "./pointer.js";
import { tick } from "./sound.js";
import { Status } from "./status.js";

export class Table {
  constructor(attempt, game, label) {
    this.attempt = attempt;
    this.colors = game.palette ?? {};
    this.diagonals = game.diagonals;
    this.board = new Board({ label });
    this.status = new Status();
    this.disabled = false;
    this.picked = null;
    this.keys = new Keys(this);
    this.pointer = new Pointer(this);
    this.board.show(attempt.last.svg);
    attempt.addEventListener("change", ({ detail }) => this.#changed(detail));
    attempt.addEventListener("refused", ({ detail }) => this.#notMade(detail));
    attempt.addEventListener("failed", ({ detail }) => this.failed(detail));
  }

  /** Shows a picture that lies over the position, such as a hint, until the next change. */
  overlay(text) {
    this.board.show(text);
  }

  say(text, kind, action) {
    this.status.say(text, kind, action);
  }

  /** Says something that the next thing said may replace at once. */
  murmur(text) {
    if (this.murmured === text) return;
    this.murmured = text;
    this.status.say(text, "warn");
  }

  aside(text) {
    this.status.aside(text);
  }

  failed(error) {
    if (error.name !== "AbortError") this.say(error.message, "bad");
  }

  touched(place) {
    this.board.lay("cursor");
    this.keys.shown = false;
    this.keys.held?.hand?.drop();
    this.keys.held = null;
    this.keys.put(place);
  }

  select(place) {
    this.keys.hold(place);
  }

  /** Takes a piece into the hand until it is put down. */
  async pickUp(reach) {
    this.dropPicked();
    const hand = Hand.byCorner(this.board, this.attempt.level, reach);
    this.picked = hand;
    await hand.draw();
    hand.el.remove();
    this.onPicked?.(hand);
    this.say(`${hand.words}: tap where its top left corner belongs.`);
  }

  async putDown(place) {
    const answer = await this.attempt.gesture(this.picked.placing(place));
    if (answer?.made) this.dropPicked();
  }

  dropPicked() {
    if (!this.picked) return;
    this.picked.drop();
    this.picked = null;
    this.onPicked?.(null);
  }

  /** A refusal: a nudge in the tried direction, the obstacle outlined, one sentence. */
  refused(refusal, { dx = 0, dy = 0 } = {}) {
    tick("refuse");
    const cells = refusal.at?.cells ?? [];
    this.board.frames("fault", cells, "fault");
    setTimeout(() => this.board.lay("fault"), 1600);
    const things = cells.flatMap(({ x, y }) => [...this.board.svg.querySelectorAll(`[data-x="${x}"][data-y="${y}"]`)]);
    this.board.nudge(things, dx || 1, dy);
    this.say(refusal.message, "warn");
  }

  #changed({ cause, answer }) {
    this.murmured = null;
    this.board.lay("where");
    const gone = () => this.board.svg.querySelectorAll('[opacity="0"]').length;
    const before = gone();
    this.board.show(answer.svg);
    if (cause === "gesture") tick(gone() > before ? "home" : "snap");
    if (cause === "looked" && answer.preview?.length) this.#glimpse(answer.preview);
  }

  // What a thing could do, for a moment.
  #glimpse(preview) {
    this.board.frames("glimpse", preview.map(({ cell }) => cell), "preview");
    clearTimeout(this.glimpsed);
    this.glimpsed = setTimeout(() => this.board.lay("glimpse"), 900);
  }

  #notMade({ refusal, gesture, made }) {
    if (made) {
      this.say(refusal.message, "warn");
      return;
    }
    const path = gesture.path ?? [];
    const from = path[0] ?? { x: 0, y: 0 };
    const to = path.at(-1) ?? from;
    const arrows = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };
    const [dx, dy] = arrows[gesture.key] ?? [to.x - from.x, to.y - from.y];
    this.board.show(this.attempt.last.svg);
    this.refused(refusal, { dx, dy });
  }
}
