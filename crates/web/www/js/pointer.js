// Fingers and mice on a board. On pointer-down the engine tells the reach; from then on the page
// follows the finger at once and without rules, asks what would come of it with at most one
// question on its way, and the engine's answer to the whole gesture wins.

import * as api from "./api.js";
import { svg } from "./dom.js";
import { CELL } from "./board.js";
import { Hand } from "./hand.js";
import { Loupe } from "./loupe.js";
import { latticeSteps, straightSteps, walkTowards } from "./paths.js";

const HOLD_AFTER = 550;
const SLOP = 8;
const DOUBLE_TAP = 320;

export class Pointer {
  /** `table` has the board, the attempt, the picked-up piece and what is said about gestures. */
  constructor(table) {
    this.table = table;
    this.board = table.board;
    this.loupe = new Loupe(this.board);
    const el = this.board.el;
    el.addEventListener("pointerdown", (event) => this.#down(event));
    el.addEventListener("pointermove", (event) => this.#move(event));
    el.addEventListener("pointerup", (event) => this.#up(event));
    el.addEventListener("pointercancel", () => this.abandon());
    el.addEventListener("lostpointercapture", (event) => this.active?.id === event.pointerId && this.abandon());
    el.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** Ends the gesture under way as if it had never begun. */
  abandon() {
    const { active } = this;
    if (!active) return;
    this.active = null;
    this.#clear(active);
    active.hand?.drop();
    this.board.show(this.table.attempt.last.svg);
  }

  #down(event) {
    if (this.table.disabled) return;
    if (this.active) {
      this.abandon();
      this.table.say("Let go: the gesture was abandoned.");
      return;
    }
    if (event.button > 0 && event.button !== 2) return;
    const spot = this.board.spot(event.clientX, event.clientY);
    const place = this.board.placeAt(spot);
    this.table.touched(place);
    if (event.button === 2) {
      this.table.attempt.gesture({ type: "hold", at: place });
      return;
    }
    this.board.el.setPointerCapture(event.pointerId);
    const active = {
      id: event.pointerId, place, spot, grabbedSpot: spot, path: [place], reach: null, moved: false,
      touch: event.pointerType === "touch", client: { x: event.clientX, y: event.clientY }, down: { x: event.clientX, y: event.clientY },
    };
    this.active = active;
    active.timer = setTimeout(() => this.#hold(active), HOLD_AFTER);
    active.asked = this.#ask(active);
  }

  // The reach is wanted even if the finger is gone by then: the gesture is finished with it.
  async #ask(active) {
    const { attempt } = this.table;
    await attempt.work;
    try {
      active.reach = await api.reach(attempt.level, attempt.moves, active.place);
    } catch (error) {
      this.table.failed(error);
      return;
    }
    const { reach } = active;
    active.free = new Set(reach.cells.map(({ cell }) => `${cell.x},${cell.y}`));
    if (reach.mode === "carry" && !this.table.picked) {
      active.hand = new Hand(this.board, attempt.level, reach.hand, reach.takes);
      active.hand.follow(active.client.x, active.client.y, active.touch);
      if (active.moved && active === this.active) await active.hand.draw();
    }
    if (active === this.active) this.#follow(active);
  }

  #move(event) {
    const { active } = this;
    if (!active || event.pointerId !== active.id) return;
    active.client = { x: event.clientX, y: event.clientY };
    active.spot = this.board.spot(event.clientX, event.clientY);
    const away = Math.hypot(event.clientX - active.down.x, event.clientY - active.down.y);
    if (!active.moved && away > SLOP) {
      active.moved = true;
      clearTimeout(active.timer);
      active.hand?.draw();
    }
    if (active.moved) this.#follow(active);
    if (active.touch && active.reach?.mode === "draw") this.loupe.follow(event.clientX, event.clientY);
  }

  #follow(active) {
    const mode = active.reach?.mode;
    if (mode === "press") this.#followPress(active);
    else if (mode === "slide" && active.moved) this.#followSlide(active);
    else if (mode === "draw" && active.moved) this.#followDraw(active);
    else if (mode === "carry" && active.moved) this.#followCarry(active);
  }

  #followPress(active) {
    const here = this.board.placeAt(active.spot);
    const on = same(here, active.place);
    this.board.frames("preview", on ? active.reach.cells.map(({ cell }) => cell) : [], "preview");
  }

  // The grabbed place stays under the finger as far as it is free to go there.
  #followSlide(active) {
    const last = active.path.at(-1);
    const wanted = {
      x: active.place.x + active.spot.x - active.grabbedSpot.x,
      y: active.place.y + active.spot.y - active.grabbedSpot.y,
    };
    const { best, way } = walkTowards(last, wanted, active.free);
    active.path.push(...way);
    if (way.length) this.#wouldBe(active, { type: "drag", path: active.path });
    const soft = (free, rest) => (free ? clamp(rest, 0.5) : clamp(rest * 0.2, 0.1));
    const open = (dx, dy) => active.free.has(`${best.x + dx},${best.y + dy}`);
    let rx = wanted.x - best.x;
    let ry = wanted.y - best.y;
    rx = soft(open(Math.sign(rx), 0), rx);
    ry = soft(open(0, Math.sign(ry)), ry);
    if (!open(Math.sign(rx), Math.sign(ry))) Math.abs(rx) > Math.abs(ry) ? (ry = clamp(ry, 0.1)) : (rx = clamp(rx, 0.1));
    const dx = (best.x - active.place.x + rx) * CELL;
    const dy = (best.y - active.place.y + ry) * CELL;
    for (const el of this.board.parts(active.reach.takes)) el.style.transform = `translate(${dx}px, ${dy}px)`;
  }

  #followDraw(active) {
    const last = active.path.at(-1);
    const steps = this.table.diagonals ? latticeSteps(last, active.spot) : straightSteps(last, this.board.placeAt(active.spot));
    for (const step of steps) {
      // A finger that goes back over the last step takes it back, unless the way back is a way on.
      if (this.table.diagonals && active.path.length > 1 && same(step, active.path.at(-2))) active.path.pop();
      else active.path.push(step);
    }
    if (steps.length) this.#wouldBe(active, { type: "drag", path: active.path });
    this.#thread(active);
  }

  #followCarry(active) {
    if (!active.hand) return;
    active.hand.follow(active.client.x, active.client.y, active.touch);
    const place = this.#under(active);
    if (active.over && same(place, active.over)) return;
    active.over = place;
    this.#wouldBe(active, active.hand.placing(place));
  }

  #under(active) {
    return this.board.placeAt(this.board.spot(active.client.x, active.client.y - active.hand.lift));
  }

  // What would come of the gesture as it is now: one question at a time, always the newest.
  async #wouldBe(active, gesture) {
    active.question = gesture;
    if (active.asking) return;
    active.asking = true;
    while (active.question && this.active === active) {
      const asked = active.question;
      active.question = null;
      const answer = await this.table.attempt.dry(asked).catch(() => null);
      if (this.active !== active || !answer) break;
      active.answer = answer;
      this.#preview(active, answer);
    }
    active.asking = false;
  }

  #preview(active, answer) {
    const { mode } = active.reach;
    if (mode === "slide") this.board.show(answer.svg, { except: active.reach.takes });
    if (mode === "draw") this.#thread(active);
    if (mode === "carry") {
      active.hand.el.classList.toggle("refused", answer.refusal !== null);
      this.board.frames("preview", answer.preview.map(({ cell }) => cell), "preview");
    }
    if (answer.refusal && mode !== "carry") this.table.murmur(answer.refusal.message);
  }

  // A taut thread in the coming colours, as far as the engine has answered, then to the finger.
  #thread(active) {
    const shown = active.answer?.preview ?? [];
    const color = (label) => this.table.colors[label] ?? "#F4F6F8";
    const dots = [];
    let tint = color(shown.at(-1)?.label ?? active.reach.cells[0]?.label);
    for (let i = 1; i < shown.length; i += 1) {
      const [a, b] = [this.board.middle(shown[i - 1].cell), this.board.middle(shown[i].cell)];
      dots.push(svg("line", { class: `thread ${shown[i].label}`, x1: a.x, y1: a.y, x2: b.x, y2: b.y, stroke: color(shown[i].label) }));
      if (shown[i].label === "grey" || shown[i].label === "blocked") {
        dots.push(svg("path", { class: "grey", d: `M${b.x - 12} ${b.y - 12}l24 24M${b.x + 12} ${b.y - 12}l-24 24` }));
        tint = color("grey");
      }
    }
    const end = this.board.middle(shown.at(-1)?.cell ?? active.path.at(-1));
    const tip = { x: active.spot.x * CELL, y: active.spot.y * CELL };
    dots.push(svg("line", { class: "thread", x1: end.x, y1: end.y, x2: tip.x, y2: tip.y, stroke: tint }));
    dots.push(svg("circle", { class: "tip", cx: tip.x, cy: tip.y, r: 9, fill: tint }));
    this.board.lay("thread", ...dots);
  }

  async #up(event) {
    const { active } = this;
    if (!active || event.pointerId !== active.id) return;
    this.active = null;
    this.#clear(active);
    await active.asked;
    const { attempt } = this.table;
    const mode = active.reach?.mode;
    const stayed = !active.moved || (mode === "press" && same(this.board.placeAt(active.spot), active.place));
    if (stayed) {
      active.hand?.drop();
      await this.#tap(active);
    } else if (active.hand) {
      await this.#putDown(active);
    } else if (mode === "slide" || mode === "draw") {
      this.#follow(active);
      this.#clear(active);
      if (active.path.length < 2) this.board.show(attempt.last.svg);
      else await attempt.gesture({ type: "drag", path: active.path });
    } else if (active.reach?.refusal) {
      this.table.refused(active.reach.refusal, { dx: active.client.x - active.down.x, dy: active.client.y - active.down.y });
    }
  }

  // A piece that is let go off the board goes back to where pieces wait.
  async #putDown(active) {
    const { attempt } = this.table;
    const { hand } = active;
    hand.follow(active.client.x, active.client.y, active.touch);
    const place = this.#under(active);
    const off = place.x < 0 || place.y < 0 || place.x >= this.board.columns || place.y >= this.board.rows;
    const lifts = off && hand.takes[0]?.startsWith("piece-");
    const answer = await attempt.gesture(lifts ? { type: "drag", path: [active.place, { x: -9, y: -9 }] } : hand.placing(place));
    hand.drop();
    if (!answer?.made) this.board.show(attempt.last.svg);
  }

  async #tap(active) {
    const { attempt, picked } = this.table;
    const at = active.place;
    if (active.reach?.mode === "carry" && active.reach.takes[0]?.startsWith("tray-")) {
      await this.table.pickUp(active.reach);
      return;
    }
    if (picked) {
      await this.table.putDown(at);
      return;
    }
    const now = performance.now();
    const again = this.lastTap && now - this.lastTap.when < DOUBLE_TAP && same(this.lastTap.at, at);
    this.lastTap = { when: now, at };
    if (again && active.reach?.mode === "carry") {
      // The first tap has turned the piece; a double tap means to flip it.
      await attempt.undo();
      await attempt.gesture({ type: "key", key: "space", at });
      return;
    }
    const answer = await attempt.gesture({ type: "tap", at });
    if (active.reach?.mode === "slide" && !answer?.refusal) this.table.select(at);
  }

  async #hold(active) {
    if (active !== this.active || active.moved || this.table.picked) return;
    if (active.reach?.mode === "press") return;
    this.active = null;
    this.#clear(active);
    active.hand?.drop();
    navigator.vibrate?.(8);
    await this.table.attempt.gesture({ type: "hold", at: active.place });
  }

  #clear(active) {
    clearTimeout(active.timer);
    this.loupe.hide();
    this.board.lay("preview");
    this.board.lay("thread");
  }
}

const same = (a, b) => a.x === b.x && a.y === b.y;
const clamp = (value, most) => Math.max(-most, Math.min(most, value));
