// Fingers and mice on a board. On pointer-down the engine tells the reach; from then on the page
// follows the finger at once and without rules, asks what would come of it with at most one
// question on its way, and the engine's answer to the whole gesture wins.

import * as api from "./api.js";
import { CELL } from "./board.js";
import { svg } from "./dom.js";
import { Hand } from "./hand.js";
import { Loupe } from "./loupe.js";
import { latticeSteps, straightSteps, walkTowards } from "./paths.js";
import { buzz } from "./sound.js";

/**
 * @typedef {{ x: number, y: number }} Spot
 * @typedef {Awaited<ReturnType<typeof api.reach>>} Reach
 *
 * A pointer that is down on the board: where it came down and is, what it may do once that is known,
 * and what was asked about the way it went.
 * @typedef {object} Active
 * @property {number} id
 * @property {import("./board.js").Board} source
 * @property {Spot} place
 * @property {Spot} spot
 * @property {Spot} grabbedSpot
 * @property {Spot[]} path
 * @property {Spot[]} trail where it went before the reach was known
 * @property {Reach | null} reach
 * @property {boolean} moved
 * @property {boolean} touch
 * @property {Spot} client
 * @property {Spot} down
 * @property {ReturnType<typeof setTimeout>} [timer]
 * @property {Promise<void>} [asked]
 * @property {Set<string>} [free]
 * @property {Hand} [hand]
 * @property {number} [tapped]
 * @property {Spot} [over]
 * @property {import("./places.js").Gesture | null} [question]
 * @property {boolean} [asking]
 * @property {any} [answer]
 * @property {{ path: Spot[], answer: any }} [good]
 * @property {unknown} [puts]
 */

const HOLD_AFTER = 550;
const SLOP = 8;

/** The colour of a thread that has none of its own. */
export const THREAD = "#ffffff";

const DOUBLE_TAP = 320;

/** So near to the edge of the board, in pixels, a piece that is carried moves the board. */
const EDGE = 32;

export class Pointer {
  /** `table` has the board, the attempt, the picked-up piece and what is said about gestures. */
  constructor(table) {
    this.table = table;
    this.board = table.board;
    this.loupe = new Loupe(this.board);
    this.onWheel = (event) => this.#wheel(event);
    this.onSecond = (event) => this.#second(event);
    this.#listen(this.board);
    if (this.board.tray) this.#listen(this.board.tray);
  }

  // A gesture may begin on the board or among the pieces that wait; it goes on over the board.
  #listen(source) {
    const { el } = source;
    el.addEventListener("pointerdown", (event) => this.#down(event, source));
    el.addEventListener("pointermove", (event) => this.#move(event));
    el.addEventListener("pointerup", (event) => this.#up(event));
    el.addEventListener("pointercancel", () => this.abandon());
    el.addEventListener(
      "lostpointercapture",
      (event) => this.active?.id === event.pointerId && this.abandon(),
    );
    el.addEventListener("pointerleave", () => this.#hover(null));
    el.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** Ends the gesture under way as if it had never begun. */
  abandon() {
    const { active } = this;
    if (!active) return;
    this.active = null;
    this.#clear(active);
    this.#letGo(active);
    this.table.position();
  }

  // A wheel turns the piece that hangs from the mouse.
  #wheel(event) {
    const { active } = this;
    if (!active?.hand || !active.moved) return;
    event.preventDefault();
    active.hand.turn().then(() => active === this.active && this.#followCarry(active, true));
  }

  // A second finger, wherever it taps, turns the piece that hangs from the first; a double tap flips
  // it. Any other gesture is abandoned.
  #second(event) {
    const { active } = this;
    if (!active || event.pointerId === active.id || event.target.closest("button")) return;
    event.preventDefault();
    event.stopPropagation();
    if (!active.hand || !active.moved) {
      this.abandon();
      this.table.say("Let go: the gesture was abandoned.", { of: "moment" });
      return;
    }
    const now = performance.now();
    const again = now - (active.tapped ?? -Infinity) < DOUBLE_TAP;
    active.tapped = again ? -Infinity : now;
    const changed = again ? active.hand.flipInstead() : active.hand.turn();
    changed.then(() => active === this.active && this.#followCarry(active, true));
  }

  #letGo(active) {
    if (!active.hand) return;
    active.hand.drop();
    if (!this.table.picked) this.table.holds(null);
  }

  #down(event, source) {
    if (this.table.disabled) return;
    if (event.button > 0 && event.button !== 2) return;
    const spot = source.spot(event.clientX, event.clientY);
    const place = source.placeAt(spot);
    this.table.touched(place);
    if (event.button === 2) {
      this.table.attempt.gesture({ type: "hold", at: place });
      return;
    }
    source.el.setPointerCapture(event.pointerId);
    /** @type {Active} */
    const active = {
      id: event.pointerId,
      source,
      place,
      spot,
      grabbedSpot: spot,
      path: [place],
      trail: [],
      reach: null,
      moved: false,
      touch: event.pointerType === "touch",
      client: { x: event.clientX, y: event.clientY },
      down: { x: event.clientX, y: event.clientY },
    };
    this.active = active;
    document.addEventListener("wheel", this.onWheel, { passive: false });
    document.addEventListener("pointerdown", this.onSecond, { capture: true });
    active.timer = setTimeout(() => this.#hold(active), HOLD_AFTER);
    active.asked = this.#ask(active);
  }

  // The reach is wanted even if the finger is gone by then: the gesture is finished with it.
  // Whoever is faster than the engine begins the next gesture before the last one was made; its reach
  // is that of the position after it.
  async #ask(active) {
    const { attempt } = this.table;
    await this.finishing;
    await attempt.work;
    try {
      active.reach = await api.reach(attempt.level, attempt.moves, active.place);
    } catch (error) {
      this.table.failed(error);
      return;
    }
    const { reach } = active;
    if (active.puts) return;
    active.free = new Set(reach.cells.map(({ cell }) => `${cell.x},${cell.y}`));
    if (reach.mode === "carry" && !this.table.picked) {
      active.hand = new Hand(this.board, attempt.level, reach.hand, reach.takes);
      active.hand.follow(active.client.x, active.client.y, active.touch);
      if (active.moved && active === this.active) await this.#lift(active);
    }
    if (reach.mode === "slide" || reach.mode === "draw") this.#catchUp(active);
    const { client, down } = active;
    if (reach.mode === "none") this.#pan(active, down.x - client.x, down.y - client.y);
    if (active === this.active) this.#follow(active);
  }

  // A finger does not wait for an engine that takes its time: the way it went meanwhile counts.
  #catchUp(active) {
    const here = active.spot;
    for (const spot of active.trail) {
      active.spot = spot;
      this.#follow(active);
    }
    active.spot = here;
  }

  #move(event) {
    const { active } = this;
    if (!active && event.pointerType === "mouse")
      this.#hover(this.board.placeAt(this.board.spot(event.clientX, event.clientY)));
    if (!active || event.pointerId !== active.id) return;
    // A browser that is busy tells of several moves at once; a corner among them is a corner all the same.
    const moves = event.getCoalescedEvents?.() ?? [];
    for (const { clientX, clientY } of moves.length > 1 ? moves : [event])
      this.#moveTo(active, clientX, clientY);
    if (active.touch && active.reach?.mode === "draw")
      this.loupe.follow(event.clientX, event.clientY);
  }

  #moveTo(active, x, y) {
    this.#pan(active, active.client.x - x, active.client.y - y);
    active.client = { x, y };
    active.spot = this.board.spot(x, y);
    if (!active.moved && Math.hypot(x - active.down.x, y - active.down.y) > SLOP) {
      active.moved = true;
      clearTimeout(active.timer);
      if (active.hand) this.#lift(active);
    }
    if (active.moved && !active.reach) active.trail.push(active.spot);
    if (active.moved) this.#follow(active);
  }

  // Where there is nothing to take, a finger moves a picture that is larger than its place. A piece that
  // is carried to the edge of the board moves the board.
  #pan(active, dx, dy) {
    if (!active.touch || !active.reach) return;
    const { mode } = active.reach;
    if (mode === "carry") {
      const { el } = this.board;
      const { left, right } = el.getBoundingClientRect();
      if (active.client.x > right - EDGE) el.scrollLeft += EDGE / 4;
      if (active.client.x < left + EDGE) el.scrollLeft -= EDGE / 4;
    } else if (mode === "none") {
      active.source.el.scrollTop += dy;
      active.source.el.scrollLeft += dx;
    }
  }

  async #lift(active) {
    this.table.holds(active.hand);
    await active.hand.draw();
    if (active === this.active) this.table.holds(active.hand);
  }

  // A mouse that rests on a place shows what a press there would reach.
  #hover(place) {
    if (this.hovered && place && same(this.hovered, place)) return;
    this.hovered = place;
    this.table.peek(place);
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
    if (!open(Math.sign(rx), Math.sign(ry))) {
      if (Math.abs(rx) > Math.abs(ry)) ry = clamp(ry, 0.1);
      else rx = clamp(rx, 0.1);
    }
    const dx = (best.x - active.place.x + rx) * CELL;
    const dy = (best.y - active.place.y + ry) * CELL;
    for (const el of this.board.parts(active.reach.takes))
      el.style.transform = `translate(${dx}px, ${dy}px)`;
  }

  #followDraw(active) {
    if (!this.board.has(active.spot)) {
      this.#leftBoard(active);
      return;
    }
    const last = active.path.at(-1);
    const spot = this.board.within(active.spot);
    const steps = this.table.diagonals
      ? latticeSteps(last, spot)
      : straightSteps(last, this.board.placeAt(spot));
    let grown = false;
    for (const step of steps) {
      // A finger that goes back over the last step takes it back, unless the way back is a way on.
      const back = active.path.length > 1 && same(step, active.path.at(-2));
      if (this.table.diagonals && back) active.path.pop();
      else if (active.free.has(key(step))) active.path.push(step);
      else break; // The thread stays taut where it cannot go on.
      grown = true;
    }
    if (grown) this.#wouldBe(active, { type: "drag", path: [...active.path] });
    this.#thread(active);
  }

  // A finger that leaves the board leaves the line as far as it was good.
  #leftBoard(active) {
    active.question = null;
    if (!active.good) return;
    active.path = [...active.good.path];
    active.answer = active.good.answer;
    this.board.lay("fault");
    this.board.lay("thread");
    this.board.show(active.answer.svg, { glide: false });
    this.table.status.over("gesture");
  }

  #followCarry(active, turned = false) {
    if (!active.hand) return;
    active.hand.follow(active.client.x, active.client.y, active.touch);
    const place = this.#under(active);
    if (!turned && active.over && same(place, active.over)) return;
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
      const picture = active.reach.mode !== "carry";
      const answer = await this.table.attempt.dry(asked, { picture }).catch(() => null);
      if (this.active !== active || !answer) break;
      active.answer = answer;
      if (answer.made && !answer.refusal) active.good = { path: asked.path, answer };
      if (active.reach.mode === "draw" && !this.board.has(active.spot)) this.#leftBoard(active);
      else this.#preview(active, answer);
    }
    active.asking = false;
  }

  #preview(active, answer) {
    const { mode } = active.reach;
    if (mode === "slide") this.board.show(answer.svg, { except: active.reach.takes });
    if (mode === "draw") {
      // What would be made is shown as the engine draws it: colours run ahead of the finger.
      if (answer.made && answer.svg) this.board.show(answer.svg, { glide: false });
      else this.table.position();
      this.#thread(active);
    }
    if (mode === "carry") {
      active.hand.el.classList.toggle("refused", answer.refusal !== null);
      this.board.frames(
        "preview",
        answer.preview.map(({ cell }) => cell),
        "preview",
      );
    }
    if (mode === "carry") return;
    this.board.frames("fault", answer.refusal?.at?.cells ?? [], "fault");
    if (answer.refusal) this.table.say(answer.refusal.message, { kind: "warn", of: "gesture" });
    else this.table.status.over("gesture");
  }

  // A taut thread in the coming colours, as far as the engine has answered, then to the finger.
  #thread(active) {
    const shown = active.answer?.preview ?? [];
    const made = (active.answer?.made ?? 0) > 0;
    const color = (label) => this.table.colors[label] ?? THREAD;
    const last = color(shown.at(-1)?.label ?? active.reach.cells[0]?.label);
    const lines = [];
    for (let i = 1; i < shown.length && !made; i += 1) {
      const [a, b] = [this.board.middle(shown[i - 1].cell), this.board.middle(shown[i].cell)];
      lines.push([a, b, color(shown[i].label)]);
    }
    const end = this.board.middle((made ? null : shown.at(-1)?.cell) ?? active.path.at(-1));
    const tip = { x: active.spot.x * CELL, y: active.spot.y * CELL };
    lines.push([end, tip, last]);
    const at = { cx: tip.x, cy: tip.y };
    this.board.lay(
      "thread",
      ...threads(lines),
      svg("circle", { class: "casing", ...at, r: 10 }),
      svg("circle", { class: "tip", ...at, r: 9, fill: last }),
    );
  }

  #up(event) {
    const { active } = this;
    if (!active || event.pointerId !== active.id) return;
    this.active = null;
    this.#clear(active);
    active.puts = this.#puts(active);
    const finished = this.#finish(active);
    this.finishing = finished.catch(() => {});
    return finished;
  }

  async #finish(active) {
    if (!active.puts) await active.asked;
    const { attempt } = this.table;
    const mode = active.reach?.mode;
    const stayed =
      !active.moved || (mode === "press" && same(this.board.placeAt(active.spot), active.place));
    if (stayed) {
      this.#letGo(active);
      await this.#tap(active);
    } else if (active.hand) {
      await this.#putDown(active);
    } else if (mode === "slide" || mode === "draw") {
      this.#follow(active);
      // What is drawn ahead belongs to a gesture that has begun meanwhile.
      if (!this.active) this.#clear(active);
      if (active.path.length < 2) this.table.position();
      else await attempt.gesture({ type: "drag", path: active.path });
    } else if (active.reach?.refusal) {
      this.table.refused(active.reach.refusal, {
        dx: active.client.x - active.down.x,
        dy: active.client.y - active.down.y,
      });
    }
  }

  // A tap on the board with a piece in the hand puts it down, whatever else could begin there.
  #puts({ source, moved }) {
    return this.table.picked !== null && source === this.board && !moved;
  }

  // A piece that is let go off the board goes back to where pieces wait: the engine sees to that.
  async #putDown(active) {
    const { hand } = active;
    hand.follow(active.client.x, active.client.y, active.touch);
    const answer = await this.table.attempt.gesture(hand.placing(this.#under(active)));
    this.#letGo(active);
    if (!answer?.made) this.table.position();
  }

  async #tap(active) {
    const { attempt, picked } = this.table;
    const at = active.place;
    const carries = active.reach?.mode === "carry";
    if (picked) {
      // Another piece that waits is taken instead; anywhere else the one in hand is put down.
      if (carries && active.source !== this.board) await this.table.pickUp(active.reach);
      else await this.table.putDown(at);
      return;
    }
    const now = performance.now();
    const again = this.lastTap && now - this.lastTap.when < DOUBLE_TAP && same(this.lastTap.at, at);
    this.lastTap = { when: now, at };
    if (again && carries) {
      // The first tap has turned the piece; a double tap means to flip it.
      await attempt.undo();
      await attempt.gesture({ type: "key", key: "space", at });
      return;
    }
    const answer = await attempt.gesture({ type: "tap", at });
    // A piece that a tap does nothing to waits to be taken.
    if (carries && answer && !answer.made && !answer.refusal) await this.table.pickUp(active.reach);
    if (active.reach?.mode === "slide" && !answer?.refusal) this.table.select(at);
  }

  async #hold(active) {
    // What a long touch means is only known with the reach, and the engine may take its time.
    await active.asked;
    if (active !== this.active || active.moved || this.table.picked) return;
    if (active.reach?.mode === "press") return;
    this.active = null;
    this.#clear(active);
    this.#letGo(active);
    buzz();
    await this.table.attempt.gesture({ type: "hold", at: active.place });
  }

  #clear(active) {
    document.removeEventListener("wheel", this.onWheel);
    document.removeEventListener("pointerdown", this.onSecond, { capture: true });
    clearTimeout(active.timer);
    this.loupe.hide();
    this.board.lay("preview");
    this.board.lay("thread");
    this.board.lay("fault");
  }
}

/**
 * A thread of lines [from, to, colour], with a dark and a light edge, so that it is seen on every board.
 * @param {any[][]} lines
 */
export const threads = (lines) =>
  ["thread-edge", "thread-bed", "thread"].flatMap((look) =>
    lines.map(([a, b, color]) =>
      svg("line", {
        class: look,
        x1: a.x,
        y1: a.y,
        x2: b.x,
        y2: b.y,
        stroke: look === "thread" ? color : null,
      }),
    ),
  );
const key = ({ x, y }) => `${x},${y}`;
const same = (a, b) => a.x === b.x && a.y === b.y;
const clamp = (value, most) => Math.max(-most, Math.min(most, value));
