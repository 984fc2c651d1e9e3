// A board on the page: shows pictures, tells which place is under a point, and lays things over
// the picture. It knows no rules and no game.

import { h, svg } from "./dom.js";
import { miniature, patch } from "./patch.js";
import { reducedMotion } from "./settings.js";
import { isOn, labelAt, thing, thingsOf, where } from "./spoken.js";

/** Units of the picture that a cell is wide and high, as the renderer draws it. */
export const CELL = 48;

const SPARKS = 24;
/** The colours of sparks where a game names none. */
const PLAIN = ["#ffd98a", "#6fd6a0", "#8ab8ff"];

export class Board {
  /**
   * `split` shows pieces that wait in a picture of their own (`tray`), where the engine tells where
   * they lie, and leaves out margins where nothing ever comes; places are the same everywhere.
   * `recolor` gives pictures the colours of a theme.
   * @param {{ label?: string, focusable?: boolean, split?: boolean, recolor?: (text: string) => string }} [options]
   */
  constructor({ label = "board", focusable = true, split = false, recolor = (text) => text } = {}) {
    this.split = split;
    this.recolor = recolor;
    /** @type {Board | null} */
    this.tray = null;
    this.prefix = "";
    this.el = h("div", {
      class: "board",
      role: focusable ? "application" : "img",
      "aria-label": label,
      tabindex: focusable ? "0" : null,
    });
    this.over = svg("g", { class: "over", "data-page": "", "aria-hidden": "true" });
    this.layers = new Map();
    // Nothing is shown yet.
    this.columns = 0;
    this.rows = 0;
    this.bounds = [0, 0, -1, -1];
  }

  /** Shows a picture. */
  show(text, options) {
    const themed = this.recolor(text);
    this.svg = patch(this.el, this.prefix ? prefixed(themed, this.prefix) : themed, options);
    this.svg.removeAttribute("role");
    this.svg.setAttribute("aria-hidden", "true");
    if (this.over.parentNode !== this.svg) this.svg.append(this.over);
    const { width, height } = this.svg.viewBox.baseVal;
    this.columns = Math.floor((width - CELL / 2) / CELL + 0.01);
    this.rows = Math.floor((height - CELL / 2) / CELL + 0.01);
    const { tray, within } = this.svg.dataset;
    this.bounds = [0, 0, this.columns - 1, this.rows - 1];
    if (this.split && within) this.#leaveOutMargins(within);
    if (this.split && tray) this.#splitAt(Number(tray), text, options);
    this.#fit();
  }

  #leaveOutMargins(within) {
    this.bounds = within.split(" ").map(Number);
    this.#view(...viewOf(this.bounds));
  }

  // The board above a row, and what waits below it in another picture.
  #splitAt(row, text, options) {
    if (!this.tray) {
      this.tray = new Board({ label: "Pieces", focusable: false, recolor: this.recolor });
      this.tray.el.className = "waiting";
      this.tray.prefix = "waiting-";
      // It may scroll, and what scrolls can be reached by keys.
      this.tray.el.tabIndex = 0;
      for (const { el } of [this, this.tray]) {
        el.classList.add("pans");
        el.style.setProperty("--columns", String(this.columns));
      }
    }
    this.tray.show(
      text,
      options?.except
        ? { ...options, except: options.except.map((id) => `waiting-${id}`) }
        : options,
    );
    const { x, y, width, height } = this.svg.viewBox.baseVal;
    const from = (row + 1) * CELL - CELL / 4;
    this.#view(x, y, width, row * CELL + CELL / 2);
    this.tray.#view(x, from, width, y + height - from);
  }

  #view(...box) {
    this.svg.setAttribute("viewBox", box.join(" "));
    this.#fit();
  }

  #fit() {
    this.el.style.setProperty("--ratio", this.ratio.toFixed(4));
  }

  /** How wide the picture is for its height. */
  get ratio() {
    const { width, height } = this.svg.viewBox.baseVal;
    return width / height;
  }

  /** What is to be seen, in a sentence. */
  get title() {
    return this.svg?.querySelector("title")?.textContent ?? "";
  }

  /** Where a point of the screen lies in the picture, in cells. */
  spot(clientX, clientY) {
    const area = this.svg.getBoundingClientRect();
    const view = this.svg.viewBox.baseVal;
    const scale = view.width / area.width;
    return {
      x: (view.x + (clientX - area.left) * scale) / CELL,
      y: (view.y + (clientY - area.top) * scale) / CELL,
    };
  }

  /** The place under a spot. */
  placeAt({ x, y }) {
    const row = Math.floor(y);
    const shift = this.svg.dataset.lattice === "hex" && Math.abs(row % 2) === 1 ? 0.5 : 0;
    return { x: Math.floor(x - shift), y: row };
  }

  /** Whether a spot lies on the board. */
  has({ x, y }) {
    return x >= 0 && y >= 0 && x <= this.columns && y <= this.rows;
  }

  /** The spot on the board that is nearest to a spot. */
  within({ x, y }) {
    const inside = (value, count) => Math.max(0.5, Math.min(count - 0.5, value));
    return { x: inside(x, this.columns), y: inside(y, this.rows) };
  }

  /** The middle of a place, in units of the picture. */
  middle({ x, y }) {
    const shift = this.svg.dataset.lattice === "hex" && Math.abs(y % 2) === 1 ? 0.5 : 0;
    return { x: (x + 0.5 + shift) * CELL, y: (y + 0.5) * CELL };
  }

  /** How wide a cell is on the screen. */
  get cellPixels() {
    return (this.svg.getBoundingClientRect().width / this.svg.viewBox.baseVal.width) * CELL;
  }

  /** What the things on a place are called. */
  labelsAt(place) {
    return this.things.filter((one) => isOn(one, place)).map((one) => labelAt(one, place));
  }

  /** The things with a name that the picture shows. */
  get things() {
    return thingsOf(this.svg);
  }

  /** A place in words: what is there, and where that is. */
  wordsAt(place) {
    const things = this.labelsAt(place);
    if (things.length && this.#isTray(place)) things.push("waiting");
    const what = things.join(", ") || this.#nothing(place);
    return what.includes("row ") ? what : `${what}, ${where(place)}`;
  }

  // Whether pieces wait there.
  #isTray({ y }) {
    const { tray } = this.svg.dataset;
    return tray !== undefined && y >= Number(tray);
  }

  // A place of the board with nothing on it, or none of the board.
  #nothing(place) {
    if (this.#isTray(place)) return "no piece";
    const drawn = [...this.svg.querySelectorAll("[data-x], [data-cells], [data-path]")];
    return drawn.some((el) => isOn(thing(el), place)) ? "empty" : "outside";
  }

  /** The things with a name that another picture has and this one has not. */
  newIn(text) {
    const known = new Set([...this.svg.children].map((el) => el.id));
    return thingsOf(miniatureWithIds(text)).filter(({ id }) => !known.has(id));
  }

  /** Elements that belong to the ids: themselves and their parts. */
  parts(ids) {
    const named = ids.map((id) => this.prefix + id);
    const own = [...this.svg.children].filter((el) =>
      named.some((id) => el.id === id || el.id.startsWith(`${id}-`)),
    );
    return /** @type {SVGElement[]} */ ([...own, ...(this.tray?.parts(ids) ?? [])]);
  }

  /** Lays shapes over the picture under a name, in place of what that name had before. */
  lay(name, ...shapes) {
    let layer = this.layers.get(name);
    if (!layer) {
      layer = svg("g");
      // The cursor is over whatever else is shown.
      this.over.insertBefore(layer, this.layers.get("cursor") ?? null);
      this.layers.set(name, layer);
    }
    layer.replaceChildren(...shapes);
    this.tray?.lay(name, ...shapes.map((shape) => shape.cloneNode(true)));
  }

  /** Frames around places. */
  frames(name, places, look) {
    this.lay(name, ...places.map((place) => this.frame(place, look)));
  }

  frame(place, look) {
    const { x, y } = this.middle(place);
    const half = CELL / 2 - 2;
    return cased(look, { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 10 });
  }

  /** Words on places, such as weights, under the name `notes`. */
  notes(notes) {
    this.lay(
      "notes",
      ...notes.flatMap(({ place, label }) => {
        const { x, y } = this.middle(place);
        return [
          this.frame(place, "preview"),
          svg(
            "text",
            { class: "note", x, y, "text-anchor": "middle", "dominant-baseline": "central" },
            label,
          ),
        ];
      }),
    );
  }

  /** A ring around everything that another picture has and this one has not. */
  ringAround(text, look) {
    const known = new Set([...this.svg.children].map((el) => el.id));
    const measured = miniatureWithIds(text);
    measured.style.cssText = "position:absolute;visibility:hidden;width:100%;left:0;top:0";
    this.el.append(measured);
    const fresh = [...measured.children].filter((el) => el.id && !known.has(el.id));
    const boxes = fresh.map((el) => /** @type {SVGGraphicsElement} */ (el).getBBox());
    measured.remove();
    if (boxes.length === 0) return;
    const left = Math.min(...boxes.map((b) => b.x));
    const top = Math.min(...boxes.map((b) => b.y));
    const right = Math.max(...boxes.map((b) => b.x + b.width));
    const bottom = Math.max(...boxes.map((b) => b.y + b.height));
    // A ring around them, as far as the picture goes.
    const view = this.svg.viewBox.baseVal;
    const pad = CELL / 3;
    const edge = 4;
    const x = Math.max(left - pad, view.x + edge);
    const y = Math.max(top - pad, view.y + edge);
    const width = Math.min(right + pad, view.x + view.width - edge) - x;
    const height = Math.min(bottom + pad, view.y + view.height - edge) - y;
    this.lay("where", cased(look, { x, y, width, height, rx: 18 }));
  }

  /** One wave over the board. */
  ripple() {
    const { x, y, width, height } = this.svg.viewBox.baseVal;
    const wave = svg("circle", { class: "ripple", r: Math.hypot(width, height) / 2, cx: 0, cy: 0 });
    const middle = svg("g", { transform: `translate(${x + width / 2} ${y + height / 2})` }, wave);
    this.lay("ripple", middle);
    setTimeout(() => this.lay("ripple"), 650);
  }

  /** A moment of joy: sparks in the colours of the game, gone with the next touch. */
  sparks(named) {
    if (reducedMotion()) return;
    const colors = named.length ? named : PLAIN;
    const { x, y, width, height } = this.svg.viewBox.baseVal;
    const middle = `translate(${x + width / 2}px, ${y + height / 2}px)`;
    const dots = Array.from({ length: SPARKS }, (_, i) =>
      svg("circle", {
        class: "spark",
        r: 6,
        fill: colors[i % colors.length],
        style: { transform: middle },
      }),
    );
    this.lay("sparks", ...dots);
    dots.forEach((dot, i) => {
      const angle = (i / SPARKS) * 2 * Math.PI;
      const far = (0.25 + (0.2 * ((i * 7) % 5)) / 4) * Math.min(width, height);
      const to = `translate(${x + width / 2 + far * Math.cos(angle)}px, ${y + height / 2 + far * Math.sin(angle)}px)`;
      dot.animate(
        [
          { transform: middle, opacity: 1 },
          { transform: to, opacity: 0 },
        ],
        { duration: 800, easing: "ease-out", fill: "forwards" },
      );
    });
    const end = () => this.lay("sparks");
    setTimeout(end, 850);
    this.el.addEventListener("pointerdown", end, { once: true });
  }

  /** Nudges elements in a direction and back: a refusal. */
  nudge(elements, dx, dy) {
    const length = Math.hypot(dx, dy) || 1;
    const by = 6 / (this.cellPixels / CELL);
    const move = `translate(${(dx / length) * by}px, ${(dy / length) * by}px)`;
    for (const el of elements)
      el.animate([{ transform: "none" }, { transform: move }, { transform: "none" }], {
        duration: 120,
        easing: "ease-out",
      });
  }
}

/** A frame with a dark edge, so that it is seen on every board. */
export const cased = (look, box) =>
  svg(
    "g",
    {},
    svg("rect", { class: `casing under-${look.split(" ")[0]}`, ...box }),
    svg("rect", { class: look, ...box }),
  );

const prefixed = (text, prefix) => text.replaceAll(/ id="/g, ` id="${prefix}`);

function miniatureWithIds(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return document.importNode(root, true);
}

/**
 * The part of a picture between two places: a margin where nothing ever comes would make cells smaller.
 * @param {number[]} bounds
 */
function viewOf([left, top, right, bottom]) {
  const edge = CELL / 4;
  const long = (first, last) => (last - first + 1) * CELL + 2 * edge;
  return [left * CELL - edge, top * CELL - edge, long(left, right), long(top, bottom)];
}

/** A small picture that cannot be touched; `recolor` gives it the colours of a theme. */
export function picture(text, label, recolor = (text) => text) {
  const el = h("div", { class: "miniature", role: "img", "aria-label": label });
  const drawing = miniature(recolor(text));
  const { within } = drawing.dataset;
  if (within) drawing.setAttribute("viewBox", viewOf(within.split(" ").map(Number)).join(" "));
  drawing.removeAttribute("role");
  drawing.querySelector("title")?.remove();
  drawing.setAttribute("aria-hidden", "true");
  el.append(drawing);
  return el;
}
