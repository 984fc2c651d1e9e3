// A piece in the hand: it floats over the board, can be turned and flipped, and knows where it
// would come to lie.

import * as api from "./api.js";
import { CELL } from "./board.js";
import { h } from "./dom.js";
import { miniature } from "./patch.js";

/** A finger would hide the piece: it floats this much above. */
const LIFT = 56;

const TURNED = ["", ", turned a quarter", ", turned by half", ", turned three quarters"];

export class Hand {
  constructor(board, level, state, takes) {
    this.board = board;
    this.level = level;
    this.state = { ...state };
    this.takes = takes;
    this.lift = 0;
    this.el = h("div", { class: "in-hand", "aria-hidden": "true" });
    this.picture = null;
    this.size = { x: 1, y: 1 };
    /** Hears that the piece was turned or flipped. */
    this.onturn = () => {};
    this.name = board
      .parts(takes)
      .find((el) => el.hasAttribute("aria-label"))
      ?.getAttribute("aria-label");
    for (const el of board.parts(takes)) el.style.opacity = "0.25";
  }

  /** A piece that is put down by its top left corner, wherever it was touched. */
  static byCorner(board, level, { hand, takes }) {
    return new Hand(board, level, { ...hand, grabbed: { x: 0, y: 0 } }, takes);
  }

  /** What is in the hand, in words. */
  get words() {
    const { piece, side, sides, turns } = this.state;
    const flipped = sides > 1 && side > 0 ? ", flipped" : "";
    return `${this.name ?? piece}, in hand${TURNED[turns]}${flipped}`;
  }

  /** Asks for the picture and shows it. */
  async draw() {
    const { svg } = await api.hand(this.level, this.state);
    if (this.gone) return;
    this.picture = svg;
    const drawing = miniature(svg);
    const view = drawing.viewBox.baseVal;
    this.size = {
      x: Math.round((view.width - CELL / 2) / CELL),
      y: Math.round((view.height - CELL / 2) / CELL),
    };
    const { grabbed } = this.state;
    grabbed.x = Math.min(grabbed.x, this.size.x - 1);
    grabbed.y = Math.min(grabbed.y, this.size.y - 1);
    const scale = this.board.cellPixels / CELL;
    this.el.style.width = `${view.width * scale}px`;
    this.el.style.height = `${view.height * scale}px`;
    this.el.replaceChildren(drawing);
    if (!this.el.isConnected) document.body.append(this.el);
    if (this.where) this.follow(...this.where);
  }

  /** Hangs the piece from a point of the screen. */
  follow(clientX, clientY, touch = false) {
    this.where = [clientX, clientY, touch];
    this.lift = touch ? LIFT : 0;
    const cell = this.board.cellPixels;
    const { grabbed } = this.state;
    const left = clientX - (grabbed.x + 0.75) * cell;
    const top = clientY - this.lift - (grabbed.y + 0.75) * cell;
    this.el.style.transform = `translate(${left}px, ${top}px)`;
  }

  /** Hangs the piece over a place of the board. */
  hover(place) {
    const { x, y } = this.board.middle(place);
    const area = this.board.svg.getBoundingClientRect();
    const view = this.board.svg.viewBox.baseVal;
    const scale = area.width / view.width;
    this.follow(area.left + (x - view.x) * scale, area.top + (y - view.y) * scale);
  }

  /** The gesture that puts it down with the grabbed place on `place`. */
  placing(place) {
    const { piece, side, turns, grabbed } = this.state;
    return {
      type: "place",
      piece,
      side,
      turns,
      at: { x: place.x - grabbed.x, y: place.y - grabbed.y },
    };
  }

  /** The gesture that puts it down over a place, whichever of its parts comes to lie there. */
  covering(at) {
    const { piece, side, turns } = this.state;
    return { type: "cover", piece, side, turns, at };
  }

  turn() {
    this.state.turns = (this.state.turns + 1) % 4;
    return this.#again();
  }

  flip() {
    this.state.side = (this.state.side + 1) % this.state.sides;
    return this.#again();
  }

  /** Flips the piece in place of the quarter turn that was just made. */
  flipInstead() {
    this.state.turns = (this.state.turns + 3) % 4;
    return this.flip();
  }

  async #again() {
    await this.draw();
    this.onturn();
  }

  /** Takes the piece out of the hand; the board shows it again. */
  drop() {
    this.gone = true;
    this.el.remove();
    for (const el of this.board.parts(this.takes)) el.style.opacity = "";
  }
}
