// The one line below a board, and the one owner of everything that is said there, to eyes and to
// screen readers. What is said belongs to something: when that is over, so is the message, and the
// line says again what is true of the position. Counts are computed, never remembered.

import { connection } from "./api.js";
import { h, replace } from "./dom.js";
import { icon } from "./icons.js";

const SIGNS = { good: "good", warn: "warn", bad: "bad" };

/** So long does a message of the moment stay. */
const MOMENT = 6000;

/**
 * What a message belongs to:
 * - `position`: over when the position changes;
 * - `gesture`: over when the next gesture begins, or the position changes;
 * - `job`: over when the work is done or given up, or the position changes;
 * - `connection`: over when the engine answers again;
 * - `moment`: over after a few seconds, or with the next gesture or position.
 * @typedef {"position" | "gesture" | "job" | "connection" | "moment"} Owner
 */

/** What is over when something else is. */
const ENDS = {
  position: ["position", "gesture", "job", "moment"],
  gesture: ["gesture", "moment"],
  job: ["job"],
  connection: ["connection"],
  moment: ["moment"],
};

/** @type {{ text: string, of: Owner, kind?: string, action?: [string, () => unknown] | null }} */
const NOTHING = { text: "", of: "position" };

export class Status {
  /** `standing` answers what is true of the position, in a sentence, whenever it is asked. */
  constructor(standing = () => "") {
    this.standing = standing;
    this.el = h("div", { class: "status", role: "status", "aria-live": "polite" });
    this.cursor = h("div", { class: "cursor-words", "aria-live": "polite" });
    this.news = h("div", { class: "news", "aria-live": "polite" });
    /** What is said to screen readers only. */
    this.whisper = h("div", { class: "unseen" }, this.cursor, this.news);
    /** @type {{ text: string, of: Owner, kind?: string, action?: [string, () => unknown] | null } | null} */
    this.message = null;
  }

  /**
   * Says something; `kind` is good, warn or bad; `action` is a button: [label, what to do].
   * @param {string} text
   * @param {{ kind?: string, of?: Owner, action?: [string, () => unknown] | null }} [options]
   */
  say(text, { kind, of = "position", action } = {}) {
    const message = { text, kind, of, action };
    if (this.message && same(this.message, message)) return this.message;
    clearTimeout(this.timer);
    this.message = message;
    if (of === "connection")
      connection.addEventListener("answered", () => this.over("connection"), { once: true });
    if (of === "moment") this.timer = setTimeout(() => this.over("moment"), MOMENT);
    this.#show();
    return message;
  }

  /**
   * Something is over, and with it what was said about it.
   * @param {Owner} what
   */
  over(what) {
    if (this.message && ENDS[what].includes(this.message.of)) this.message = null;
    this.refresh();
  }

  /** Says that work goes on; the answer ends that. Whatever else was said meanwhile stays. */
  work(text) {
    const message = this.say(text, { of: "job" });
    return () => {
      if (this.message === message) this.over("job");
    };
  }

  /** Says what is true of the position, unless a message stands. */
  refresh() {
    if (!this.message) this.#show();
  }

  /** Says something to screen readers only: what is under the cursor. */
  aside(text) {
    this.cursor.textContent = text;
  }

  /** Tells screen readers what has changed on the board. */
  tell(text) {
    this.news.textContent = text;
  }

  #show() {
    const { text, kind, action } = this.message ?? { ...NOTHING, text: this.standing() };
    const sign = SIGNS[kind] ? h("span", { class: kind }, icon(SIGNS[kind])) : null;
    const button = action
      ? h("button", { type: "button", onclick: () => this.#act(action) }, action[0])
      : null;
    if (!this.message && this.el.textContent === text && !this.el.querySelector("button, svg"))
      return;
    replace(this.el, sign, h("span", {}, text), button);
  }

  // A button acts once: it goes before it acts.
  #act([, act]) {
    this.message = null;
    this.#show();
    act();
  }
}

const same = (a, b) =>
  a.text === b.text && a.kind === b.kind && a.of === b.of && !a.action && !b.action;
