// Help that people can dose: a hint in three taps (where, what, why), "am I on track?", remarks,
// and the way to the end, played move by move. Everything that is said here belongs to the position
// that was asked about, and goes with it.

import * as api from "./api.js";
import { settings } from "./settings.js";
import { placed } from "./spoken.js";
import { verdict } from "./track.js";

export class Help {
  constructor(table) {
    this.table = table;
    this.attempt = table.attempt;
    this.taps = 0;
    /** Hears the remarks on a position. */
    this.onRemarks = (_remarks) => {};
    this.attempt.on("change", ({ cause }) => cause !== "looked" && this.#changed());
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
    const { taps } = this;
    if (taps === 3) {
      this.table.say(hint.why);
      return;
    }
    const { moves } = this.attempt;
    const { svg } = await api.play(this.attempt.level, { moves, coming: hint.coming, limit: 1 });
    if (moves !== this.attempt.moves || taps !== this.taps) return;
    const { board } = this.table;
    const [first, ...more] = board.newIn(svg);
    if (taps === 1) {
      board.ringAround(svg, "where");
      const there = first?.cells[0] ? `: ${board.wordsAt(first.cells[0])}` : "";
      this.table.say(`Look here${there}. Tap again to see the move.`);
    } else {
      this.attempt.reveal();
      // The move itself says where.
      board.lay("where");
      this.table.overlay(svg);
      const parts = more.filter(({ id }) => !id.startsWith(`${first.id}-`));
      const move = [first, ...parts].filter(Boolean).map(placed).join(", then ");
      this.table.say(`This is the move${move ? `: ${move}` : ""}. Tap again to hear why.`);
    }
  }

  /** Whether the level can still be solved from here, and as well as can be. */
  async track() {
    const hint = await this.#ask();
    if (hint) this.#sayTrack(hint);
  }

  /** What is left to do from here, as moves of a best way to the end. */
  async way() {
    const hint = await this.#ask();
    if (!hint) return null;
    if (!hint.coming || hint.onTrack === false) {
      this.#sayTrack(hint);
      return null;
    }
    return hint.coming;
  }

  #sayTrack(hint) {
    const { text, kind } = verdict(this.attempt.level, this.attempt.last.costs, hint);
    if (hint.onTrack === false) this.#remarks(hint.remarks);
    this.table.say(text, { kind, action: hint.onTrack === false ? this.#mending(hint) : null });
  }

  // Mends the position that was asked about, and no other.
  #mending({ remove, undo }) {
    const { moves, last } = this.attempt;
    const mend = (rewind) => () => moves === this.attempt.moves && this.attempt.rewind(rewind);
    if (remove?.length) {
      const what = remove.length === 1 ? "it" : String(remove.length);
      return [`Take ${what} away`, mend({ drop: remove })];
    }
    return undo ? [`Take back ${undo}`, mend({ keep: last.count - undo })] : null;
  }

  async #changed() {
    this.taps = 0;
    this.known = null;
    this.asking?.abort();
    this.table.board.lay("remark");
    this.onRemarks([]);
    if (!this.attempt.solved && settings().assist === "live") await this.#live();
  }

  async #live() {
    const hint = await this.#ask({ quietly: true });
    if (!hint) return;
    this.onRemarks(hint.remarks);
    this.#remarks(hint.remarks);
    if (hint.onTrack === false) this.#sayTrack(hint);
    else if (hint.remarks[0]) this.table.say(hint.remarks[0].message, { kind: "warn" });
    else if (hint.onTrack) this.#sayTrack(hint);
  }

  #remarks(remarks) {
    this.table.board.frames(
      "remark",
      (remarks ?? []).flatMap((remark) => remark.at?.cells ?? []),
      "fault",
    );
  }

  // One question for one position, however many taps; an answer that comes too late is none.
  async #ask({ quietly = false } = {}) {
    await this.attempt.work;
    this.table.comeBack();
    const { moves, at } = this.attempt;
    const { known } = this;
    if (known && known.moves === moves && known.at === at) return known.hint;
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    const done = quietly ? () => {} : this.table.status.work("Thinking…");
    try {
      const hint = await api.hint(this.attempt.level, moves, { signal: asking.signal });
      if (moves !== this.attempt.moves) return null;
      this.known = { moves, at, hint };
      return hint;
    } catch (error) {
      this.table.failed(error);
      return null;
    } finally {
      done();
    }
  }
}
