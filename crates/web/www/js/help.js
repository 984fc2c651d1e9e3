// Help that people can dose: a hint in three taps (where, what, why), "am I on track?", remarks,
// and the way to the end laid over the board while it is wanted.

import * as api from "./api.js";
import { settings } from "./settings.js";
import { costs } from "./words.js";

export class Help {
  constructor(table) {
    this.table = table;
    this.attempt = table.attempt;
    this.taps = 0;
    this.showsWay = false;
    this.attempt.addEventListener("change", ({ detail }) => detail.cause !== "looked" && this.#changed());
  }

  /** The next of the three taps. */
  async tap() {
    const hint = await this.#ask();
    if (!hint) return;
    if (!hint.coming || hint.onTrack === false) {
      this.taps = 0;
      this.#sayTrack(hint);
      return;
    }
    this.taps = (this.taps % 3) + 1;
    const after = (limit) => api.play(this.attempt.level, { moves: this.attempt.moves, coming: hint.coming, limit });
    if (this.taps === 1) {
      const { svg } = await after(1);
      this.table.board.ringAround(svg, "where");
      this.table.say("Look here. Tap again to see the move.");
    } else if (this.taps === 2) {
      const { svg } = await after(1);
      this.table.overlay(svg);
      this.table.say("This is the move. Tap again to hear why.");
    } else {
      this.table.say(hint.why);
    }
  }

  /** Whether the level can still be solved from here. */
  async track() {
    const hint = await this.#ask();
    if (hint) this.#sayTrack(hint);
  }

  /** Shows or hides the whole way to the end. */
  async toggleWay() {
    this.showsWay = !this.showsWay;
    if (this.showsWay) await this.#way();
    else this.table.overlay(this.attempt.last.svg);
    return this.showsWay;
  }

  #sayTrack(hint) {
    const left = hint.remaining ? costs(hint.remaining) : "";
    if (hint.onTrack === true) {
      this.table.say(left ? `On track: ${left} to go.` : "On track.", "good");
    } else if (hint.onTrack === false) {
      this.#remarks(hint.remarks);
      const fix = hint.remove?.length
        ? [`Take ${hint.remove.length === 1 ? "it" : `${hint.remove.length}`} away`, () => this.attempt.rewind({ drop: hint.remove })]
        : hint.undo ? [`Take back ${hint.undo}`, () => this.attempt.rewind({ keep: this.attempt.last.count - hint.undo })] : null;
      this.table.say(hint.why || "It cannot be solved from here.", "bad", fix);
    } else {
      this.table.say(hint.why || "Not known.", "warn");
    }
  }

  async #changed() {
    this.taps = 0;
    this.known = null;
    this.table.board.lay("remark");
    if (this.attempt.solved) return;
    if (this.showsWay) await this.#way();
    if (settings().assist === "live") await this.#live();
  }

  async #live() {
    const hint = await this.#ask();
    if (!hint) return;
    this.onRemarks?.(hint);
    this.#remarks(hint.remarks);
    if (hint.onTrack === false) this.#sayTrack(hint);
    else if (hint.remarks[0]) this.table.say(hint.remarks[0].message, "warn");
    else if (hint.remaining) this.table.say(`${costs(hint.remaining)} to go.`, "good");
  }

  async #way() {
    const hint = await this.#ask();
    if (!hint?.coming || !this.showsWay) return;
    const { svg } = await api.play(this.attempt.level, { moves: this.attempt.moves, coming: hint.coming });
    this.table.overlay(svg);
  }

  #remarks(remarks) {
    this.table.board.frames("remark", (remarks ?? []).flatMap((remark) => remark.at?.cells ?? []), "fault");
  }

  // One question for one position, however many taps.
  async #ask() {
    await this.attempt.work;
    const moves = this.attempt.moves;
    if (this.known?.moves === moves && this.known?.at === this.attempt.at) return this.known.hint;
    this.asking?.abort();
    this.asking = new AbortController();
    this.table.say("Thinking…");
    try {
      const hint = await api.hint(this.attempt.level, moves, { signal: this.asking.signal });
      if (moves !== this.attempt.moves) return null;
      this.known = { moves, at: this.attempt.at, hint };
      return hint;
    } catch (error) {
      this.table.failed(error);
      return null;
    }
  }
}
