// Rush: rising levels against a clock, three misses, and the same series for whoever has the seed.

import * as api from "../api.js";
import { Attempt } from "../attempt.js";
import { picture } from "../board.js";
import { h, replace } from "../dom.js";
import { addressOf } from "../router.js";
import { keep, stored } from "../settings.js";
import { button, copy, page } from "../shell.js";
import { tick } from "../sound.js";
import { Table } from "../table.js";
import { time, title } from "../words.js";
import { makeLevel } from "./new.js";

const LENGTH = 3 * 60_000;
const MISSES = 3;

/** So many levels in a row that cannot be made end the wait for one. */
const FAILURES = 3;

/** After so many levels the next difficulty begins; only the first few are made quickly enough. */
const PER_TIER = 4;
const TIERS = 3;

/** Where the browser keeps the best results, by game. */
const RESULTS = "gridwright.rush";

/** The best results, by game. */
export const rushResults = () => stored(RESULTS) ?? {};

/** Takes over results of another browser where they are better; tells how many were. */
export function mergeRush(others) {
  const mine = rushResults();
  const better = Object.entries(others ?? {}).filter(
    ([game, solved]) => Number.isSafeInteger(solved) && solved > (mine[game] ?? 0),
  );
  if (better.length) keep(RESULTS, { ...mine, ...Object.fromEntries(better) });
  return better.length;
}

/** Forgets the best results. */
export const forgetRush = () => keep(RESULTS, null);

export async function rushing([id], query) {
  const game = await api.game(id);
  const seed = Number(query.get("seed")) || Math.floor(Math.random() * 1_000_000);
  return new Rush(game, seed).page();
}

/** The level of a series with a number, from 0: rising, and the same for everybody. */
export function wanted(game, seed, number) {
  const tiers = game.tiers.slice(0, TIERS);
  const tier = tiers[Math.min(tiers.length - 1, Math.floor(number / PER_TIER))];
  return { tier: tier?.name, seed: seed * 1000 + number };
}

class Rush {
  constructor(game, seed) {
    this.game = game;
    this.seed = seed;
    this.abort = new AbortController();
    this.place = h("div", { class: "stack" });
    this.onKey = (event) => this.#key(event);
    this.left = h("b", { class: "figures" });
    this.score = h("b", { class: "figures" });
    this.misses = h("b", { class: "figures" });
    this.tier = h("b", {});
    this.stage = h("div", { class: "stage" });
    this.tools = [
      button("Undo", () => this.attempt?.undo(), { sign: "undo" }),
      button("Reset", () => this.attempt?.reset()),
      button("Skip this one", () => this.#skip()),
    ];
    this.ended = false;
    this.solved = 0;
    this.missed = 0;
    this.number = 0;
    this.ends = 0;
  }

  page() {
    this.#intro();
    return page({
      title: `${this.game.title} rush`,
      back: `#/game/${this.game.id}`,
      content: [this.place],
      shown: () => document.addEventListener("keydown", this.onKey),
      close: () => this.#close(),
    });
  }

  get best() {
    return rushResults()[this.game.id] ?? 0;
  }

  #intro() {
    const { title, lessons } = this.game;
    replace(
      this.place,
      h("div", { class: "small-board" }, picture(lessons.at(-1).svg, `A small ${title} board`)),
      h(
        "p",
        { class: "lead" },
        `Solve as many levels as you can in ${time(LENGTH)}. They rise; a level you skip is a miss, and the third miss ends it.`,
      ),
      h("p", { class: "soft figures" }, `Series ${this.seed}. Your best: ${this.best}.`),
      h(
        "div",
        { class: "row" },
        button("Start", () => this.#start(), { kind: "primary", sign: "play" }),
        button("Copy a link to this series", () => copy(this.#link())),
      ),
    );
  }

  #link() {
    return addressOf(`#/rush/${this.game.id}?seed=${this.seed}`);
  }

  async #start() {
    this.ended = false;
    this.solved = 0;
    this.missed = 0;
    this.number = 0;
    this.left.textContent = time(LENGTH);
    this.score.textContent = "0";
    this.misses.textContent = `0 of ${MISSES}`;
    this.tier.textContent = "";
    const count = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
    replace(
      this.place,
      h(
        "dl",
        { class: "counts" },
        count("time left", this.left),
        count("solved", this.score),
        count("missed", this.misses),
        count("now", this.tier),
      ),
      this.stage,
      h("div", { class: "row" }, this.tools),
    );
    this.coming = this.#make(0);
    await this.#next();
    if (this.closed || this.ended) return;
    this.ends = performance.now() + LENGTH;
    this.timer = setInterval(() => this.#tick(), 250);
  }

  #make(number) {
    const made = makeLevel(this.game, {
      ...wanted(this.game, this.seed, number),
      signal: this.abort.signal,
    });
    made.catch(() => {});
    return made;
  }

  // While the next level comes there is nothing to skip, to undo or to reset.
  #ready(ready) {
    for (const one of this.tools) one.disabled = !ready;
  }

  async #next() {
    this.#ready(false);
    replace(this.stage, h("p", { role: "status" }, "The next level comes…"));
    const level = await this.#made();
    if (!level || this.ended) return;
    this.attempt?.close();
    const attempt = new Attempt({ ...level, moves: null }, { saved: false });
    this.attempt = attempt;
    this.table = new Table(attempt, this.game, `Level ${this.number} of the rush`);
    attempt.on("solved", () => this.attempt === attempt && this.#won());
    const { status } = this.table;
    this.tier.textContent = title(wanted(this.game, this.seed, this.number - 1).tier ?? "");
    replace(this.stage, this.table.parts, status.el, status.whisper);
    this.#ready(true);
  }

  // The next level of the series. One that cannot be made is nobody's miss: the one after it comes.
  async #made() {
    for (let failed = 0; failed < FAILURES; failed += 1) {
      const { coming } = this;
      this.number += 1;
      this.coming = this.#make(this.number);
      try {
        return (await coming).level;
      } catch (error) {
        if (error.name === "AbortError") return null;
        replace(this.stage, h("p", { class: "bad", role: "status" }, error.message));
      }
    }
    this.#end("The next level could not be made.");
    return null;
  }

  #won() {
    if (!this.timer) return;
    tick("win");
    this.solved += 1;
    this.score.textContent = String(this.solved);
    this.#next();
  }

  #skip() {
    this.missed += 1;
    this.misses.textContent = `${this.missed} of ${MISSES}`;
    if (this.missed >= MISSES) this.#end("Three misses.");
    else this.#next();
  }

  #tick() {
    const left = Math.max(0, this.ends - performance.now());
    this.left.textContent = time(left + 999);
    if (left === 0) this.#end("The time is up.");
  }

  #end(why) {
    this.ended = true;
    clearInterval(this.timer);
    this.timer = undefined;
    this.attempt?.close();
    const before = this.best;
    mergeRush({ [this.game.id]: this.solved });
    const words = `Gridwright rush, ${this.game.title}: ${this.solved} solved in ${time(LENGTH)}`;
    replace(
      this.place,
      h("h2", {}, `${this.solved} solved`),
      h(
        "p",
        { role: "status" },
        `${why} ${this.solved > before ? "A new best." : `Your best: ${before}.`}`,
      ),
      h(
        "div",
        { class: "row" },
        button("Again, the same series", () => this.#start(), { kind: "primary" }),
        h(
          "a",
          { class: "button", href: `#/rush/${this.game.id}?seed=${this.seed + 1}` },
          "Another series",
        ),
        button("Share result", () => copy(`${words}\n${this.#link()}`)),
      ),
    );
  }

  #key(event) {
    if (!this.timer || !(event.target === document.body || event.target.closest?.(".board")))
      return;
    const key = event.key.toLowerCase();
    if (this.table?.keys.press(event)) event.preventDefault();
    else if (key === "u") this.attempt?.undo();
    else if (key === "y") this.attempt?.redo();
    else if (key === "r") this.attempt?.reset();
  }

  #close() {
    this.closed = true;
    document.removeEventListener("keydown", this.onKey);
    clearInterval(this.timer);
    this.abort.abort();
    this.attempt?.close();
  }
}
