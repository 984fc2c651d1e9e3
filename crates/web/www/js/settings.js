// What a person chose about the page. Kept in the browser; everything a person achieves is kept
// by the workshop.

const KEY = "gridwright.settings";

const DEFAULTS = {
  theme: "system",
  marks: "small",
  assist: "asked",
  motion: "system",
  sound: false,
  haptics: true,
  unlockAll: false,
  lessons: true,
};

let current = { ...DEFAULTS, ...stored(KEY) };

/** The settings as they are. */
export const settings = () => current;

/** Changes some of them. */
export function change(some) {
  current = { ...current, ...some };
  keep(KEY, current);
  apply();
}

/** Lets the style sheets see them. */
export function apply() {
  const root = document.documentElement;
  const dark =
    current.theme === "system"
      ? matchMedia("(prefers-color-scheme: dark)").matches
      : current.theme === "dark";
  root.dataset.theme = dark ? "dark" : "light";
  root.dataset.marks = current.marks;
  root.dataset.motion = reducedMotion() ? "reduced" : "full";
}

/** Whether things should fade instead of moving. */
export function reducedMotion() {
  return (
    current.motion === "reduced" ||
    (current.motion === "system" && matchMedia("(prefers-reduced-motion: reduce)").matches)
  );
}

/** Where the editor's draft of a game is kept. */
export const draftKey = (game) => `gridwright.draft.${game}`;

/** Something kept in the browser, or `null`; a browser that keeps nothing is fine. */
export function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Keeps something in the browser; tells whether it could. */
export function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", apply);
