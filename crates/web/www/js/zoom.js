// A large picture in a small place: wheel, two fingers, dragging, keys and buttons bring parts of it
// nearer. At first all of it is seen.

import { h } from "./dom.js";
import { button } from "./shell.js";

/** How much nearer one step is, and the nearest. */
const STEP = 1.4;
const NEAREST = 64;

/** How much of the view an arrow key goes. */
const STRIDE = 0.2;

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Zoom {
  /** @param {SVGSVGElement} drawing @param {string} label */
  constructor(drawing, label) {
    this.drawing = drawing;
    // What has a name is told as a picture of its own.
    drawing.setAttribute("role", "group");
    for (const el of drawing.querySelectorAll("[aria-label]")) el.setAttribute("role", "img");
    const { x, y, width, height } = drawing.viewBox.baseVal;
    this.all = { x, y, width, height };
    this.view = { ...this.all };
    this.fingers = new Map();
    this.place = h(
      "div",
      { class: "search-tree", tabindex: "0", role: "group", "aria-label": label },
      drawing,
    );
    this.el = h(
      "div",
      { class: "stack" },
      h(
        "div",
        { class: "row" },
        button("Closer", () => this.by(STEP)),
        button("Farther", () => this.by(1 / STEP)),
        button("Fit", () => this.#show({ ...this.all })),
      ),
      this.place,
      h(
        "p",
        { class: "small soft" },
        "The wheel, two fingers or plus and minus bring it nearer; dragging moves it.",
      ),
    );
    this.#listen();
  }

  /** How many times nearer than all of it. */
  get factor() {
    return this.all.width / this.view.width;
  }

  /** Comes nearer by a factor, around a point of the picture that stays where it is. */
  by(factor, around = middle(this.view)) {
    const to = Math.min(NEAREST, Math.max(1, this.factor * factor));
    const scale = this.factor / to;
    const { x, y, width, height } = this.view;
    this.#show({
      x: around.x - (around.x - x) * scale,
      y: around.y - (around.y - y) * scale,
      width: width * scale,
      height: height * scale,
    });
  }

  #listen() {
    const { place } = this;
    place.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.by(event.deltaY < 0 ? STEP : 1 / STEP, this.#spot(event));
      },
      { passive: false },
    );
    place.addEventListener("pointerdown", (event) => {
      place.setPointerCapture(event.pointerId);
      this.fingers.set(event.pointerId, event);
    });
    place.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of ["pointerup", "pointercancel"])
      place.addEventListener(end, (event) =>
        this.fingers.delete(/** @type {PointerEvent} */ (event).pointerId),
      );
    place.addEventListener("keydown", (event) => this.#key(event));
  }

  // One finger drags the picture; of two, the distance brings it nearer.
  #move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const [from, to] = [this.#spot(before), this.#spot(event)];
    const other = [...this.fingers.values()].find((one) => one.pointerId !== event.pointerId);
    this.fingers.set(event.pointerId, event);
    if (other) {
      const still = this.#spot(other);
      this.by(distance(still, to) / Math.max(1, distance(still, from)), still);
    } else this.#go(from.x - to.x, from.y - to.y);
  }

  #key(event) {
    const arrow = ARROWS[event.key];
    if (arrow) this.#go(arrow[0] * STRIDE * this.view.width, arrow[1] * STRIDE * this.view.height);
    else if (event.key === "+") this.by(STEP);
    else if (event.key === "-") this.by(1 / STEP);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #go(dx, dy) {
    this.#show({ ...this.view, x: this.view.x + dx, y: this.view.y + dy });
  }

  // What is shown stays within the picture.
  #show(view) {
    const { all } = this;
    const inside = (at, size, from, whole) => Math.max(from, Math.min(from + whole - size, at));
    view.x = inside(view.x, view.width, all.x, all.width);
    view.y = inside(view.y, view.height, all.y, all.height);
    this.view = view;
    this.drawing.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
  }

  #spot({ clientX, clientY }) {
    const matrix = this.drawing.getScreenCTM();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix?.inverse());
    return { x, y };
  }
}

const middle = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
