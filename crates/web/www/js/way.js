// The way to the end, played move by move over the board while it is wanted. The attempt stays as
// it is: whoever touches the board has it back.

import * as api from "./api.js";
import { h, replace } from "./dom.js";
import { Playback } from "./playback.js";
import { button } from "./shell.js";

export class Way {
  constructor(table, help) {
    this.table = table;
    this.help = help;
    this.el = h("section", { class: "way", hidden: true, "aria-label": "The way" });
    table.attempt.on("change", (detail) => detail.cause !== "looked" && this.end());
  }

  get shown() {
    return !this.el.hidden;
  }

  /** Begins to play the way from here to the end, or ends it. */
  async toggle() {
    if (this.shown) {
      this.#leave();
      return;
    }
    const coming = await this.help.way();
    if (!coming) return;
    const { attempt } = this.table;
    attempt.reveal();
    const before = attempt.last.count;
    const { moves, count } = await this.#toTheEnd(coming);
    if (count === before) return;
    this.player = new Playback(
      count - before + 1,
      async (i) => {
        const { svg } = await api.play(attempt.level, { moves, rewind: { keep: before + i } });
        if (this.shown) this.table.visit(svg, () => this.#left());
      },
      { label: "The way" },
    );
    replace(
      this.el,
      this.player.el,
      button("Hide the way", () => this.#leave()),
    );
    this.el.hidden = false;
    this.table.say("The way from here, move by move. Touch the board to go on by yourself.");
    this.player.play();
  }

  /** Ends it without touching the board. */
  end() {
    this.player?.stop();
    this.player = null;
    this.el.hidden = true;
    replace(this.el);
  }

  // A hint may know some of the way only: where it ends, the next begins.
  async #toTheEnd(first) {
    const { level, moves, last } = this.table.attempt;
    let at = { moves, count: last.count, solved: false };
    for (let coming = first; coming && !at.solved; ) {
      const next = await follow(level, at.moves, coming);
      if (!next || next.count <= at.count) break;
      at = next;
      coming = at.solved ? null : (await api.hint(level, at.moves)).coming;
    }
    return at;
  }

  #leave() {
    if (!this.shown) return;
    this.#left();
    this.table.position();
  }

  #left() {
    this.end();
    this.table.status.over("position");
  }
}

// The position after some more moves. Some games write what is to come with what is there already.
async function follow(level, moves, coming) {
  const after = (moves) => api.play(level, { moves }).catch(() => null);
  return (await after(joined(moves, coming))) ?? (await after(coming));
}

/** Solution files hold lists of moves: those of one after those of the other. */
export function joined(moves, coming) {
  if (!moves) return coming;
  const lists = Object.entries(coming).filter(([, list]) => Array.isArray(list));
  return Object.fromEntries(lists.map(([name, list]) => [name, [...(moves[name] ?? []), ...list]]));
}
