// A magnifying glass above the finger, for boards with small cells.

import { h } from "./dom.js";

const SMALL = 30;
const SPAN = 3.2 * 48;

export class Loupe {
  constructor(board) {
    this.board = board;
  }

  /** Shows what is under a touch, if cells are too small to be seen beside a finger. */
  follow(clientX, clientY) {
    if (this.board.cellPixels >= SMALL) return;
    if (!this.el) {
      const copy = this.board.svg.cloneNode(true);
      for (const el of copy.querySelectorAll("[id]")) el.removeAttribute("id");
      this.el = h("div", { class: "loupe", "aria-hidden": "true" }, copy);
      document.body.append(this.el);
    }
    const { x, y } = this.board.spot(clientX, clientY);
    this.el.firstChild.setAttribute(
      "viewBox",
      `${x * 48 - SPAN / 2} ${y * 48 - SPAN / 2} ${SPAN} ${SPAN}`,
    );
    this.el.style.transform = `translate(${clientX - 56}px, ${Math.max(4, clientY - 180)}px)`;
  }

  hide() {
    this.el?.remove();
    this.el = null;
  }
}
