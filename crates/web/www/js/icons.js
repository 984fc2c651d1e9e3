// The few signs on buttons, as paths on a 24 by 24 field.

import { svg } from "./dom.js";

const PATHS = {
  back: "M15 5l-7 7 7 7",
  undo: "M8 5L4 9l4 4M4 9h9a6 6 0 010 12H9",
  redo: "M16 5l4 4-4 4M20 9h-9a6 6 0 000 12h4",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 00-3 11c1 1 1 2 1 2h4s0-1 1-2a6 6 0 00-3-11z",
  track: "M4 20l5-6 4 3 7-10M15 7h5v5",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  star: "M12 3l2.8 5.8 6.2.9-4.5 4.4 1.1 6.3L12 17.4 6.4 20.4l1.1-6.3L3 9.7l6.2-.9z",
  lock: "M6 11h12v9H6zM8 11V8a4 4 0 018 0v3",
  close: "M6 6l12 12M18 6L6 18",
  good: "M5 13l4 4 10-11",
  bad: "M6 6l12 12M18 6L6 18",
  warn: "M12 4l9 16H3zM12 10v4M12 17h.01",
  play: "M7 4l13 8-13 8z",
  pause: "M8 5v14M16 5v14",
  first: "M18 5l-8 7 8 7M6 5v14",
  last: "M6 5l8 7-8 7M18 5v14",
  next: "M9 5l7 7-7 7",
  settings:
    "M12 9a3 3 0 100 6 3 3 0 000-6M12 2v4M12 18v4M2 12h4M18 12h4M5 5l3 3M16 16l3 3M19 5l-3 3M8 16l-3 3",
  calendar: "M4 6h16v15H4zM4 10h16M8 3v4M16 3v4",
  stats: "M5 20V11M12 20V4M19 20v-6",
  open: "M4 20V6h6l2 2h8v12zM12 17v-6M9 13l3-3 3 3",
  turn: "M19 12a7 7 0 11-3-5.7M19 3v4h-4",
  flip: "M12 3v18M8 7l-5 5 5 5M16 7l5 5-5 5",
};

/** The sign of this name. */
export function icon(name) {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: PATHS[name] }),
  );
}
