// Small pictures of levels, asked for when they come into view, a few at a time.

import * as api from "./api.js";
import { picture } from "./board.js";
import { replace } from "./dom.js";

const AT_ONCE = 4;

/** Keeps pictures between visits of a shelf. */
const known = new Map();

export class Stamps {
  /** `recolor` gives pictures the colours of a theme. */
  constructor(recolor) {
    this.recolor = recolor;
    this.waiting = [];
    this.running = 0;
    this.seen = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) this.#want(target);
    });
  }

  /** Shows the level of an address in an element as soon as it is seen. */
  add(el, address, label) {
    el.dataset.address = address;
    el.dataset.label = label;
    if (known.has(address)) this.#show(el, known.get(address));
    else this.seen.observe(el);
  }

  stop() {
    this.seen.disconnect();
    this.waiting = [];
  }

  #want(el) {
    this.seen.unobserve(el);
    this.waiting.push(el);
    this.#next();
  }

  async #next() {
    if (this.running >= AT_ONCE || this.waiting.length === 0) return;
    const el = this.waiting.shift();
    this.running += 1;
    try {
      const { hash } = await api.open({ address: el.dataset.address });
      const { svg } = await api.play({ hash }, { moves: null });
      known.set(el.dataset.address, svg);
      this.#show(el, svg);
    } catch {
      // A shelf without a picture is still a shelf.
    }
    this.running -= 1;
    this.#next();
  }

  #show(el, svg) {
    replace(el, picture(svg, el.dataset.label, this.recolor));
  }
}
