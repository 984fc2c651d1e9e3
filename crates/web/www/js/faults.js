// A list of faults; choosing one shows its place on a board.

import { h } from "./dom.js";
import { button } from "./shell.js";

export function faultList(faults, board) {
  board?.frames(
    "fault",
    faults.flatMap((fault) => fault.at?.cells ?? []),
    "fault",
  );
  const show = (fault) => board?.frames("fault", fault.at?.cells ?? [], "fault");
  return h(
    "ul",
    { class: "faults", "aria-label": "Faults" },
    faults.map((fault) => {
      return h(
        "li",
        {},
        button(fault.message, () => show(fault), { sign: "warn" }),
      );
    }),
  );
}
