// The one line below a board where everything is said, to eyes and to screen readers.

import { h, replace } from "./dom.js";
import { icon } from "./icons.js";

const SIGNS = { good: "good", warn: "warn", bad: "bad" };

export class Status {
  constructor() {
    this.el = h("div", { class: "status", role: "status", "aria-live": "polite" });
    this.whisper = h("div", { class: "unseen", "aria-live": "polite" });
  }

  /** Says something; `kind` is good, warn or bad; `action` is a button: [label, what to do]. */
  say(text, kind, action) {
    const sign = SIGNS[kind] ? h("span", { class: kind }, icon(SIGNS[kind])) : null;
    const button = action ? h("button", { type: "button", onclick: action[1] }, action[0]) : null;
    replace(this.el, sign, h("span", {}, text), button);
  }

  /** Says something to screen readers only: what is under the cursor. */
  aside(text) {
    this.whisper.textContent = text;
  }
}
