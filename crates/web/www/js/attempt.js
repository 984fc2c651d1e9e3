// One attempt at a level: the moves made, undone and redone, the checkpoint, the clock, and
// saving. The engine is asked what every gesture does; its answers are kept, never judged.

import * as api from "./api.js";
import { keep, stored } from "./settings.js";

const SAVE_AFTER = 400;

/**
 * Tells `change` ({cause, answer}), `refused`, `failed`, `unsaved`, `checkpoint`, and `solved`
 * ({answer, recorded, ms}).
 */
export class Attempt extends EventTarget {
  /** `level` is the engine's answer about a level; `saved` is off for lessons. */
  constructor(level, { saved = true } = {}) {
    super();
    this.level = level;
    this.saved = saved;
    this.states = [{ moves: null, count: 0 }];
    this.at = 0;
    this.checkpointMoves = undefined;
    const kept = stored(keyOf(level)) ?? {};
    /** Whether the way was shown, in this attempt or before it was left. */
    this.shown = kept.shown ?? false;
    this.last = {
      svg: level.svg,
      costs: level.costs ?? {},
      solved: level.solved ?? false,
      count: level.count ?? 0,
    };
    if (level.moves) {
      this.states.push({ moves: level.moves, count: level.count });
      this.at = 1;
    }
    this.work = Promise.resolve();
    this.clock = new Clock(kept.ms ?? 0);
    if (!this.last.solved) this.clock.run();
  }

  /**
   * Listens.
   * @param {string} what
   * @param {(detail: any) => void} heard
   */
  on(what, heard) {
    this.addEventListener(what, (event) => heard(/** @type {CustomEvent} */ (event).detail));
  }

  get moves() {
    return this.states[this.at].moves;
  }

  get solved() {
    return this.last.solved;
  }

  get canUndo() {
    return this.at > 0;
  }

  get canRedo() {
    return this.at + 1 < this.states.length;
  }

  /** Makes a gesture; answers what it did. */
  gesture(gesture) {
    return this.#queue(async () => {
      const answer = await api.play(this.level, { moves: this.moves, gesture });
      if (answer.made > 0) this.#push(answer, "gesture");
      else this.#tell("looked", answer);
      if (answer.refusal)
        this.dispatchEvent(
          new CustomEvent("refused", {
            detail: { refusal: answer.refusal, gesture, made: answer.made },
          }),
        );
      return answer;
    });
  }

  /** Notes that the way was shown: a win that comes after it earns no stars. */
  reveal() {
    if (this.solved || this.shown) return;
    this.shown = true;
    if (this.saved) noteShown(this.level);
  }

  /** What a gesture would do, with or without a picture of it. */
  dry(gesture, { picture = false } = {}) {
    return api.play(this.level, { moves: this.moves, gesture, dry: true, picture });
  }

  undo() {
    return this.#go(this.at - 1, "undo");
  }

  redo() {
    return this.#go(this.at + 1, "redo");
  }

  /** Begins anew, with what is known of the way forgotten; the moves can be brought back. */
  reset() {
    if (this.solved) this.shown = false;
    return this.replaceMoves(null, "reset");
  }

  /** Remembers the position. */
  checkpoint() {
    this.checkpointMoves = this.moves;
    this.dispatchEvent(new Event("checkpoint"));
  }

  get hasCheckpoint() {
    return this.checkpointMoves !== undefined;
  }

  /** Returns to the checkpoint; this can be undone. */
  back() {
    return this.hasCheckpoint ? this.replaceMoves(this.checkpointMoves, "back") : Promise.resolve();
  }

  /** Keeps some of the moves only: `{keep: n}` or `{drop: [indices]}`. */
  rewind(rewind) {
    return this.#queue(async () => {
      const answer = await api.play(this.level, { moves: this.moves, rewind });
      this.#push(answer, "rewind");
    });
  }

  /** Puts other moves in the place of all moves. */
  replaceMoves(moves, cause) {
    return this.#queue(async () => {
      const answer = await api.play(this.level, { moves });
      this.#push({ ...answer, moves: answer.count ? answer.moves : null }, cause);
    });
  }

  /** Ends the attempt on this page; what is there is saved. */
  close() {
    this.clock.stop();
    this.#save(true);
  }

  async #go(at, cause) {
    return this.#queue(async () => {
      const state = this.states[at];
      if (!state) return;
      const answer = await api.play(this.level, { moves: state.moves });
      this.at = at;
      this.#tell(cause, answer);
    });
  }

  #push(answer, cause) {
    this.states.length = this.at + 1;
    this.states.push({ moves: answer.moves, count: answer.count });
    this.at += 1;
    this.#tell(cause, answer);
  }

  #tell(cause, answer) {
    const before = this.last.solved;
    this.last = answer;
    if (answer.solved) this.clock.stop();
    else this.clock.run();
    this.dispatchEvent(new CustomEvent("change", { detail: { cause, answer } }));
    if (answer.solved && !before && cause !== "looked") this.#complete();
    else if (cause !== "looked") this.#save(false);
  }

  async #complete() {
    clearTimeout(this.timer);
    this.timer = undefined;
    let recorded = null;
    if (this.saved) {
      keep(keyOf(this.level), null);
      try {
        recorded = await api.progress.complete(this.level, this.moves, {
          ms: Math.round(this.clock.ms),
          shown: this.shown,
        });
      } catch (error) {
        recorded = { failed: error.message };
      }
    }
    this.dispatchEvent(
      new CustomEvent("solved", { detail: { answer: this.last, recorded, ms: this.clock.ms } }),
    );
  }

  #save(now) {
    if (!this.saved || this.last.solved) return;
    clearTimeout(this.timer);
    const save = () => {
      this.timer = undefined;
      keep(keyOf(this.level), { ms: Math.round(this.clock.ms), shown: this.shown });
      api.progress.moves(this.level, this.moves, { keepalive: now }).catch((error) => {
        if (!now) this.dispatchEvent(new CustomEvent("unsaved", { detail: error }));
      });
    };
    if (!now) this.timer = setTimeout(save, SAVE_AFTER);
    else if (this.at > 0 || this.states.length > 1) save();
  }

  // One after the other: an answer always belongs to the position the question was asked about.
  #queue(job) {
    const done = this.work.then(job);
    this.work = done.catch(() => {});
    return done.catch((error) => {
      this.dispatchEvent(new CustomEvent("failed", { detail: error }));
      return null;
    });
  }
}

const keyOf = ({ game, key }) => `gridwright.attempt.${game}/${key}`;

/** Notes for the next attempt at a level that its way was shown, wherever that was. */
export function noteShown(level) {
  keep(keyOf(level), { ...stored(keyOf(level)), shown: true });
}

/** Counts while it runs and the page is seen. */
class Clock {
  constructor(ms) {
    this.before = ms;
    this.since = null;
    this.wanted = false;
    document.addEventListener("visibilitychange", () =>
      document.hidden ? this.#pause() : this.wanted && this.run(),
    );
  }

  get ms() {
    return this.before + (this.since === null ? 0 : performance.now() - this.since);
  }

  run() {
    this.wanted = true;
    this.since ??= performance.now();
  }

  stop() {
    this.wanted = false;
    this.#pause();
  }

  #pause() {
    this.before = this.ms;
    this.since = null;
  }
}
