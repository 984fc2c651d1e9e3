// The keyboard on a board: a cursor that takes, presses, pushes, draws and places.

import * as api from "./api.js";
import { cased } from "./board.js";
import { Hand } from "./hand.js";
import { THREAD, threads } from "./pointer.js";

const ARROWS = {
  ArrowUp: [0, -1, "up"],
  ArrowDown: [0, 1, "down"],
  ArrowLeft: [-1, 0, "left"],
  ArrowRight: [1, 0, "right"],
  w: [0, -1, "up"],
  s: [0, 1, "down"],
  a: [-1, 0, "left"],
  d: [1, 0, "right"],
};
const NUMPAD = { Numpad7: [-1, -1], Numpad9: [1, -1], Numpad1: [-1, 1], Numpad3: [1, 1] };

/**
 * @typedef {{ x: number, y: number }} Place
 * @typedef {{ mode: "slide", at: Place, hand?: undefined }
 *   | { mode: "draw", at: Place, path: Place[], hand?: undefined }
 *   | { mode: "carry", at: Place, hand: Hand }} Held what the cursor has taken hold of
 */

export class Keys {
  constructor(table) {
    this.table = table;
    this.board = table.board;
    const [x, y] = table.board.bounds;
    this.cursor = { x, y };
    /** @type {Held | null} */
    this.held = null;
    this.shown = false;
    this.half = null;
  }

  /** Handles a key; tells whether it meant something here. */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === "Tab" || event.key === "Shift") return false;
    this.table.begins();
    const meant = this.#meant(event);
    if (meant) this.board.el.focus({ preventScroll: true });
    return meant;
  }

  #meant(event) {
    const { key, code } = event;
    const arrow = ARROWS[key] ?? ARROWS[key.toLowerCase?.()];
    if (NUMPAD[code] && key !== "Home") return this.#diagonal(NUMPAD[code]);
    if (arrow) return this.#arrow(arrow, event.shiftKey);
    if (key === " ") return this.#space();
    if (key === "Enter") return this.#enter();
    if (key === "Delete" || key === "Backspace") return this.#erase();
    if (key === "f" && this.#hand()) return this.#turned(this.#hand().flip());
    if (key === "e" && this.#hand()) return this.#turned(this.#hand().turn());
    if (key === "Escape" && (this.held || this.table.picked)) return this.letGo();
    return false;
  }

  /** Puts the cursor somewhere without showing it. */
  put(place) {
    this.cursor = place;
    if (this.shown) this.#show();
  }

  /** Tells again what is under the cursor: it may have changed. */
  retell() {
    if (this.shown) this.table.aside(this.board.wordsAt(this.cursor));
  }

  /** Holds the thing on a place, so that arrows push it. */
  hold(place) {
    this.cursor = place;
    this.held = { mode: "slide", at: place };
    this.shown = true;
    this.#show();
  }

  /** Lets go of whatever is held. */
  letGo() {
    this.held?.hand?.drop();
    this.held = null;
    this.half = null;
    this.table.dropPicked();
    this.board.lay("thread");
    this.board.lay("preview");
    if (this.shown) this.#show();
    this.table.holds(null);
    // What is said of a win stays: there is nothing left to do.
    if (!this.table.attempt?.solved) this.table.say("Let go.", { of: "moment" });
    return true;
  }

  #hand() {
    return this.held?.hand ?? this.table.picked ?? this.table.pointer.active?.hand;
  }

  #turned(done) {
    done.then(() => {
      if (!this.#hand() || this.table.pointer.active) return;
      this.#hovered();
      this.#sayHand();
    });
    return true;
  }

  #sayHand() {
    this.table.say(`${this.#hand().words}: arrows move it, E turns, F flips, Enter puts it down.`);
  }

  #arrow([dx, dy, name], shift) {
    this.shown = true;
    if (this.held?.mode === "slide") {
      this.#push(name, dx, dy);
      return true;
    }
    if (shift && this.held?.mode === "draw") {
      if (!this.half) {
        this.half = [dx, dy];
        return true;
      }
      const [hx, hy] = this.half;
      this.half = null;
      if (hx * dx + hy * dy === 0) [dx, dy] = [hx + dx, hy + dy];
    }
    this.#step(dx, dy);
    return true;
  }

  #diagonal([dx, dy]) {
    this.shown = true;
    this.#step(dx, dy);
    return true;
  }

  async #push(name, dx, dy) {
    const { held } = this;
    if (!held) return;
    const answer = await this.table.attempt.gesture({ type: "key", key: name, at: held.at });
    if (answer?.made && this.held === held) {
      held.at = { x: held.at.x + dx, y: held.at.y + dy };
      this.cursor = held.at;
    }
    this.#show();
  }

  #step(dx, dy) {
    const [left, top, right, bottom] = this.board.bounds;
    const inside = (value, first, last) => Math.max(first, Math.min(last, value));
    const to = {
      x: inside(this.cursor.x + dx, left, right),
      y: inside(this.cursor.y + dy, top, bottom),
    };
    if (to.x === this.cursor.x && to.y === this.cursor.y) return;
    this.cursor = to;
    if (this.held?.mode === "draw") {
      const { path } = this.held;
      const before = path.at(-2);
      if (before && before.x === to.x && before.y === to.y && this.table.diagonals) path.pop();
      else path.push(to);
      this.#preview();
    } else if (this.#hand()) {
      this.#hovered();
    }
    this.#show();
  }

  #space() {
    this.shown = true;
    if (this.held?.mode === "draw") return this.#enter();
    if (this.#hand()) return this.#enter();
    if (this.held) {
      this.letGo();
      return true;
    }
    this.#take();
    return true;
  }

  async #take() {
    const { attempt } = this.table;
    const at = this.cursor;
    await attempt.work;
    const reach = await api
      .reach(attempt.level, attempt.moves, at)
      .catch((error) => this.table.failed(error));
    if (!reach) return;
    if (reach.mode === "slide") this.hold(at);
    else if (reach.mode === "draw") this.held = { mode: "draw", at, path: [at] };
    else if (reach.mode === "carry") {
      const hand = Hand.byCorner(this.board, attempt.level, reach);
      this.held = { mode: "carry", at, hand };
      this.table.holds(hand);
      await hand.draw();
      this.#hovered();
      this.#sayHand();
    } else if (reach.refusal) this.table.refused(reach.refusal);
    else await attempt.gesture({ type: "key", key: "space", at });
    this.#show();
  }

  #enter() {
    const { attempt } = this.table;
    this.shown = true;
    const hand = this.#hand();
    if (hand) this.#place(hand);
    else if (this.held?.mode === "draw") {
      const { path } = this.held;
      this.held = null;
      this.board.lay("thread");
      if (path.length > 1) attempt.gesture({ type: "drag", path });
    } else if (this.held) {
      this.letGo();
    } else {
      attempt.gesture({ type: "key", key: "enter", at: this.cursor });
    }
    this.#show();
    return true;
  }

  async #place(hand) {
    const answer = await this.table.attempt.gesture(hand.placing(this.cursor));
    if (!answer?.made) return;
    this.board.lay("preview");
    if (this.held?.hand) {
      this.held.hand.drop();
      this.held = null;
      this.table.holds(null);
    } else this.table.dropPicked();
  }

  #erase() {
    this.shown = true;
    this.table.attempt.gesture({ type: "hold", at: this.cursor });
    return true;
  }

  async #preview() {
    const { held } = this;
    if (held?.mode !== "draw") return;
    const answer = await this.table.attempt
      .dry({ type: "drag", path: held.path })
      .catch(() => null);
    if (!answer || this.held !== held) return;
    const color = (label) => this.table.colors[label] ?? THREAD;
    const shown = answer.preview.length
      ? answer.preview
      : held.path.map((cell) => ({ cell, label: "white" }));
    const lines = shown.slice(1).map(({ cell, label }, i) => {
      const [a, b] = [this.board.middle(shown[i].cell), this.board.middle(cell)];
      return [a, b, color(label)];
    });
    this.board.lay("thread", ...threads(lines));
    if (answer.refusal) this.table.say(answer.refusal.message, { kind: "warn", of: "gesture" });
    else if (answer.preview.length) this.table.aside(answer.preview.at(-1).label);
  }

  async #hovered() {
    const hand = this.#hand();
    hand.hover(this.cursor);
    const answer = await this.table.attempt.dry(hand.placing(this.cursor)).catch(() => null);
    if (!answer || this.#hand() !== hand) return;
    hand.el.classList.toggle("refused", answer.refusal !== null);
    this.board.frames(
      "preview",
      answer.preview.map(({ cell }) => cell),
      "preview",
    );
  }

  #show() {
    const { x, y } = this.board.middle(this.cursor);
    const look = `cursor${this.held ? " holding" : ""}`;
    const box = { x: x - 22, y: y - 22, width: 44, height: 44, rx: 10 };
    this.board.lay("cursor", cased(look, box));
    this.table.aside(this.board.wordsAt(this.cursor));
    if (!this.held) this.table.peek(this.cursor);
  }
}
