// A board that is played on: pictures of the attempt, pointer and keys, refusals and the piece
// that was picked up. The screens around it decide what else is shown.

import * as api from "./api.js";
import { Board, picture } from "./board.js";
import { h, replace } from "./dom.js";
import { Hand } from "./hand.js";
import { Keys } from "./keys.js";
import { Pointer } from "./pointer.js";
import { button } from "./shell.js";
import { tick } from "./sound.js";
import { changes } from "./spoken.js";
import { Status } from "./status.js";
import { colorsOf, recoloring } from "./themes.js";

const ARROWS = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };

export class Table {
  constructor(attempt, game, label) {
    this.attempt = attempt;
    this.colors = colorsOf(game);
    this.diagonals = game.diagonals;
    this.board = new Board({ label, split: true, recolor: recoloring(game) });
    // What is true of the position is in the title of its picture.
    this.status = new Status(() => this.board.title);
    this.heldPiece = h("div", { class: "held-piece", hidden: true });
    this.disabled = false;
    this.picked = null;
    this.#show(attempt.last);
    this.keys = new Keys(this);
    this.pointer = new Pointer(this);
    attempt.on("change", (detail) => this.#changed(detail));
    attempt.on("refused", (detail) => this.#notMade(detail));
    attempt.on("failed", (detail) => this.failed(detail));
  }

  /** The board with the pieces that wait, and the piece in the hand. */
  get parts() {
    return [this.board.el, this.board.tray?.el, this.heldPiece];
  }

  /** Shows the position with something over it, such as a hint, until the next change. */
  overlay(text) {
    this.board.show(text);
  }

  /**
   * Shows another position, until the next gesture: whoever touches the board has it back, and `left`
   * hears of it.
   */
  visit(text, left = () => {}) {
    this.visiting = { left };
    this.board.show(text);
    this.status.refresh();
  }

  /** Shows the position as it is. */
  position() {
    this.#show(this.attempt.last);
  }

  /** Comes back from another position that was looked at. */
  comeBack() {
    if (!this.visiting) return;
    const { left } = this.visiting;
    this.position();
    left();
  }

  /** Says something; see `Status.say`. */
  say(text, options) {
    this.status.say(text, options);
  }

  aside(text) {
    this.status.aside(text);
  }

  failed(error) {
    if (error.name === "AbortError") return;
    this.say(error.message, { kind: "bad", of: error.offline ? "connection" : "gesture" });
  }

  /** A gesture begins: what was said about the last one is over. */
  begins() {
    this.comeBack();
    this.status.over("gesture");
  }

  touched(place) {
    this.begins();
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
    this.holds(hand);
    this.say("In your hand: tap a gap where it fits.", { of: "gesture" });
  }

  /** Puts the picked piece down so that it covers a place, wherever on it that place comes to be. */
  async putDown(place) {
    const hand = this.picked;
    if (!hand) return;
    const answer = await this.attempt.gesture(hand.covering(place));
    if (answer?.made && this.picked === hand) this.dropPicked();
  }

  dropPicked() {
    if (!this.picked) return;
    this.picked.drop();
    this.picked = null;
    this.holds(null);
  }

  /** Shows the piece in the hand with what can be done with it, or that the hand is empty. */
  holds(hand) {
    this.heldPiece.hidden = !hand;
    if (!hand) return;
    const show = () => {
      Object.assign(this.heldPiece.dataset, { turns: hand.state.turns, side: hand.state.side });
      replace(
        this.heldPiece,
        hand.picture ? picture(hand.picture, hand.words) : null,
        button("Turn", () => hand.turn(), { sign: "turn" }),
        hand.state.sides > 1 ? button("Flip", () => hand.flip(), { sign: "flip" }) : null,
        button("Put back", () => this.keys.letGo(), { sign: "bad" }),
      );
    };
    hand.onturn = () => {
      if (hand === this.picked) hand.el.remove();
      show();
    };
    show();
  }

  /**
   * Shows what a press on a place would reach, where presses are what is done here; one question at
   * a time, always the newest. `null` shows nothing.
   */
  async peek(place) {
    this.wanted = place;
    if (!place) this.board.lay("reach");
    if (this.peeking || this.pressesNot) return;
    this.peeking = true;
    while (this.wanted) {
      const at = this.wanted;
      this.wanted = null;
      const { level, moves } = this.attempt;
      const reach = await api.reach(level, moves, at).catch(() => null);
      if (!reach) break;
      this.pressesNot = reach.mode !== "press" && reach.mode !== "none";
      const cells = reach.mode === "press" ? reach.cells.map(({ cell }) => cell) : [];
      this.board.frames("reach", cells, "reach");
      if (this.pressesNot) break;
    }
    this.peeking = false;
  }

  /** A refusal: a nudge in the tried direction, the obstacle outlined, one sentence. */
  refused(refusal, { dx = 0, dy = 0 } = {}) {
    tick("refuse");
    const cells = refusal.at?.cells ?? [];
    this.board.frames("fault", cells, "fault");
    setTimeout(() => this.board.lay("fault"), 1600);
    const things = cells.flatMap(({ x, y }) => [
      ...this.board.svg.querySelectorAll(`[data-x="${x}"][data-y="${y}"]`),
    ]);
    this.board.nudge(things, dx || 1, dy);
    this.say(refusal.message, { kind: "warn", of: "gesture" });
  }

  #show({ svg }) {
    this.visiting = null;
    this.board.show(svg);
    this.status.refresh();
  }

  #changed({ cause, answer }) {
    this.board.lay("where");
    this.board.lay("reach");
    const gone = () => this.board.svg.querySelectorAll('[opacity="0"]').length;
    const before = gone();
    const things = this.board.things;
    this.#show(answer);
    if (cause === "looked") {
      if (answer.preview?.length && !answer.refusal) this.#glimpse(answer.preview);
      return;
    }
    this.status.over("position");
    this.status.tell(changes(things, this.board.things));
    this.keys.retell();
    if (cause === "gesture") tick(gone() > before ? "home" : "snap");
  }

  // What a thing could do, for a moment.
  #glimpse(preview) {
    this.board.frames(
      "glimpse",
      preview.map(({ cell }) => cell),
      "preview",
    );
    clearTimeout(this.glimpsed);
    this.glimpsed = setTimeout(() => this.board.lay("glimpse"), 900);
  }

  // Where some of a gesture was made, the picture shows how far it came: there is nothing to warn of.
  #notMade({ refusal, gesture, made }) {
    if (made) return;
    const path = gesture.path ?? [];
    const from = path[0] ?? { x: 0, y: 0 };
    const to = path.at(-1) ?? from;
    const [dx, dy] = ARROWS[gesture.key] ?? [to.x - from.x, to.y - from.y];
    this.position();
    this.refused(refusal, { dx, dy });
  }
}
