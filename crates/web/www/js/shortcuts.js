// The list of keys.

import { h } from "./dom.js";
import { ask } from "./shell.js";

const KEYS = [
  ["Arrows, WASD", "move the cursor, or push what is held"],
  ["Space", "take or press"],
  ["Enter", "end a line or stroke, put a piece down"],
  ["Esc", "let go, or back to the menu"],
  ["U, Ctrl+Z", "undo"],
  ["Y, Ctrl+Shift+Z", "redo"],
  ["H", "hint: where, what, why"],
  ["T", "am I on track?"],
  ["C, B", "set a checkpoint, go back to it"],
  ["R", "reset"],
  ["N", "next level when solved"],
  ["E, F", "turn or flip the piece in hand"],
  ["Delete", "erase or lift"],
  ["Numpad, Shift + two arrows", "diagonal steps"],
];

export function showKeys() {
  const rows = KEYS.map(([key, what]) =>
    h("tr", {}, h("th", { scope: "row" }, key), h("td", {}, what)),
  );
  return ask({
    title: "Keys",
    content: [h("table", { class: "keys" }, h("tbody", {}, rows))],
    choices: [["Close", null, "primary"]],
  });
}
