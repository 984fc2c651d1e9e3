// What the page as a whole has to tell, whichever screen is open: that the browser keeps no
// progress, that a new version is there. One notice of a kind at a time, above the screens and out
// of the way of boards; a person can put it away.

import { h } from "./dom.js";
import { icon } from "./icons.js";

/** @type {Map<string, HTMLElement>} */
const shown = new Map();
let place = null;

/**
 * Shows a notice, or takes back the one of its kind.
 * @param {string} kind
 * @param {string | null} text
 * @param {[string, () => unknown]} [action] a button: its label and what it does
 */
export function tell(kind, text, action) {
  shown.get(kind)?.remove();
  shown.delete(kind);
  if (!text) return;
  const away = () => tell(kind, null);
  const notice = h(
    "div",
    { class: "notice card", "data-kind": kind },
    h("p", {}, text),
    action
      ? h("button", { type: "button", class: "primary", onclick: action[1] }, action[0])
      : null,
    h(
      "button",
      { type: "button", class: "quiet", "aria-label": "Put away", onclick: away },
      icon("close"),
    ),
  );
  shown.set(kind, notice);
  where().append(notice);
}

function where() {
  place ??= h("div", { class: "notices", role: "status" });
  if (!place.isConnected) document.body.append(place);
  return place;
}
