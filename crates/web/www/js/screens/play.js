// Playing a level.

import * as api from "../api.js";
import { Attempt } from "../attempt.js";
import { h, replace } from "../dom.js";
import { Help } from "../help.js";
import { isBeyond, nameOf, openLevel, prepare, shelfOf } from "../level.js";
import { savePicture } from "../picture.js";
import { resultCard } from "../result.js";
import { Review } from "../review.js";
import { go, levelPath } from "../router.js";
import { settings } from "../settings.js";
import { shareLevel, shareResult } from "../share.js";
import { ask, button, download, isForField, page } from "../shell.js";
import { showKeys } from "../shortcuts.js";
import { tick } from "../sound.js";
import { Table } from "../table.js";
import { pars } from "../track.js";
import { Way } from "../way.js";
import { costs, finaleWords, firstCost, time } from "../words.js";
import { offerLessons } from "./learn.js";

/** A board so wide for its height leaves no room beside it. */
const WIDE = 2.4;

/** Whoever stays so long at a level, in milliseconds, plays it and will want the next. */
const STAYS = 3000;

const KEYS = {
  u: "undo",
  y: "redo",
  h: "hint",
  t: "track",
  c: "checkpoint",
  b: "back",
  r: "reset",
  n: "next",
  "?": "keys",
  escape: "leave",
};

export async function playing(args) {
  const level = await openLevel(args);
  const game = await api.game(level.game);
  return new PlayScreen(level, game).page();
}

class PlayScreen {
  constructor(level, game) {
    this.level = level;
    this.game = game;
    this.name = nameOf(level, game);
    this.attempt = new Attempt(level);
    this.table = new Table(
      this.attempt,
      game,
      `${this.name}. Arrows move the cursor, Space takes or presses, question mark shows the keys.`,
    );
    this.help = new Help(this.table);
    this.help.onRemarks = (remarks) => this.#listRemarks(remarks);
    this.way = new Way(this.table, this.help);
    this.attempt.addEventListener("change", () => this.#update());
    this.attempt.addEventListener("checkpoint", () => this.#update());
    this.attempt.on("solved", (detail) => this.#won(detail));
    this.attempt.on("unsaved", (detail) =>
      this.table.say("Your moves could not be saved just now.", {
        kind: "bad",
        of: detail.offline ? "connection" : "moment",
      }),
    );
    this.onKey = (event) => this.#key(event);
  }

  page() {
    const par = this.level.optimal ? firstCost(this.level.par, this.level.metrics) : "";
    this.counts = h("dl", { class: "counts figures" });
    this.result = h("section", { class: "result", hidden: true, "aria-label": "Result" });
    this.remarks = h("section", { hidden: true, "aria-label": "Remarks" });
    this.actions = h("div", { class: "row" });
    this.panel = h(
      "aside",
      { class: "panel", "aria-label": "About this level" },
      this.result,
      h(
        "section",
        {},
        h("h2", {}, this.name),
        h("p", { class: "soft" }, this.game.summary),
        this.counts,
      ),
      this.remarks,
      h("section", { class: "only-wide", "aria-label": "More" }, this.actions),
    );
    this.undo = tool("Undo", "undo", () => this.#act("undo"));
    this.redo = tool("Redo", "redo", () => this.#act("redo"));
    const bar = h(
      "div",
      { class: "bottombar", role: "toolbar", "aria-label": "Play" },
      this.undo,
      this.redo,
      tool("Hint", "hint", () => this.#act("hint")),
      tool("On track?", "track", () => this.#act("track")),
      tool("More", "more", () => this.#openMore()),
    );
    const { status } = this.table;
    this.#update();
    return page({
      title: this.name,
      back: shelfOf(this.level),
      aside: par ? h("span", { class: "soft figures" }, `par ${par}`) : [],
      table: true,
      content: [
        this.#stage(),
        h("div", { class: "said" }, status.el, status.whisper, this.way.el),
        bar,
        this.panel,
      ],
      shown: () => this.#shown(),
      close: () => this.#close(),
    });
  }

  // The board, and where pieces wait for it: beside it on wide screens, unless it is wide itself.
  #stage() {
    const { board, parts } = this.table;
    const { ratio, tray } = board;
    if (!tray) return h("div", { class: "stage" }, parts);
    if (ratio < WIDE) return h("div", { class: "stage beside" }, parts);
    const shared = 1 / (1 / ratio + 1 / tray.ratio);
    return h("div", { class: "stage stacked", style: { "--shared": shared.toFixed(4) } }, parts);
  }

  #shown() {
    document.addEventListener("keydown", this.onKey);
    this.ticking = setInterval(() => this.#tickTime(), 1000);
    this.staying = setTimeout(() => this.#prepareNext(), STAYS);
    if (this.attempt.solved)
      this.table.say("This is solved. Reset to play it again.", { kind: "good" });
    else if (this.attempt.at > 0) this.table.say("Here is where you left off.", { of: "gesture" });
    offerLessons(this.game, this.level);
  }

  #close() {
    document.removeEventListener("keydown", this.onKey);
    clearInterval(this.ticking);
    clearTimeout(this.staying);
    this.way.end();
    this.table.dropPicked();
    this.table.keys.held?.hand?.drop();
    this.review?.stop();
    this.attempt.close();
  }

  // A level of an endless series is made while the one before it is played.
  #prepareNext() {
    const { next } = this.level;
    if (next && isBeyond(next, this.game)) prepare(next);
  }

  #update() {
    const { attempt } = this;
    this.undo.disabled = !attempt.canUndo;
    this.redo.disabled = !attempt.canRedo;
    const entries = Object.entries(attempt.last.costs ?? {});
    this.time = h("dd", {}, time(attempt.clock.ms));
    replace(
      this.counts,
      entries.map(([metric, value]) =>
        h("div", {}, h("dt", {}, metric), h("dd", {}, String(value))),
      ),
      entries.length === 0
        ? h("div", {}, h("dt", {}, "moves"), h("dd", {}, String(attempt.last.count)))
        : null,
      h("div", {}, h("dt", {}, "time"), this.time),
      pars(this.level) ? h("div", {}, h("dt", {}, "par"), h("dd", {}, pars(this.level))) : null,
    );
    replace(this.actions, this.#more());
    if (!attempt.solved) {
      this.result.hidden = true;
      replace(this.result);
    }
  }

  #tickTime() {
    this.time.textContent = time(this.attempt.clock.ms);
  }

  #key(event) {
    if (isForField(event)) return;
    const onButton = event.target.closest?.("button, a");
    const mod = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    const takes = (what) => {
      event.preventDefault();
      this.#act(what);
    };
    if (mod && key === "z") takes(event.shiftKey ? "redo" : "undo");
    else if (mod && key === "y") takes("redo");
    else if (!(onButton && (key === " " || key === "enter")) && this.table.keys.press(event))
      event.preventDefault();
    else if (!mod && !event.altKey && KEYS[key]) takes(KEYS[key]);
  }

  #act(what) {
    const { attempt, table, help } = this;
    const asked = (help) =>
      settings().assist === "off"
        ? table.say("Help is switched off in the settings.", { of: "moment" })
        : help();
    const actions = {
      undo: () => attempt.undo(),
      redo: () => attempt.redo(),
      reset: () => attempt.reset(),
      checkpoint: () => {
        attempt.checkpoint();
        table.say("Checkpoint set. B brings you back to it.", { kind: "good", of: "moment" });
      },
      back: () =>
        attempt.hasCheckpoint
          ? attempt.back()
          : table.say("There is no checkpoint yet; C sets one.", { of: "moment" }),
      hint: () => asked(() => help.tap()),
      track: () => asked(() => help.track()),
      next: () => this.#next(),
      keys: () => showKeys(),
      leave: () => go(shelfOf(this.level)),
    };
    return actions[what]();
  }

  #next() {
    if (!this.attempt.solved) this.table.say("Solve this level first.", { of: "moment" });
    else go(this.#onward()[0]);
  }

  /** Where a solved level leads: an address and its words. */
  #onward() {
    const { level } = this;
    if (level.next) return [`#/play/${level.next}`, "Next level"];
    if (level.date) return ["#/daily", "Calendar"];
    // Levels never run out: after the last of a pack, and after one that was made, comes another.
    const tier = this.game.tiers.find(({ name }) => name === level.tier) ?? this.game.tiers.at(-1);
    return [`#/new/${level.game}/${tier.name}`, "Another like this"];
  }

  #more() {
    const { attempt, level } = this;
    const file = () =>
      download(
        `${level.game}-${level.hash.slice(0, 8)}.json`,
        JSON.stringify(level.document, null, 2),
      );
    return [
      button("Reset", () => this.#act("reset")),
      button("Set checkpoint", () => this.#act("checkpoint")),
      attempt.hasCheckpoint ? button("Back to checkpoint", () => this.#act("back")) : null,
      settings().assist === "off" || attempt.solved
        ? null
        : button("Show the way", () => this.way.toggle()),
      attempt.last.count > 0 ? button("Review", () => this.#review()) : null,
      h("a", { class: "button", href: `#/solve/${levelPath(level)}` }, "Solver"),
      level.code
        ? h("a", { class: "button", href: `#/edit/${level.game}/${level.code}` }, "Edit a copy")
        : null,
      button("Share", () => shareLevel(level, this.table)),
      button("Save as file", file),
      button("Save as picture", () => savePicture(level, this.game)),
      button("Print", () => print()),
      h("a", { class: "button", href: `#/learn/${level.game}` }, "Explain"),
      button("Keys", () => showKeys()),
      level.previous
        ? h("a", { class: "button", href: `#/play/${level.previous}` }, "Previous level")
        : null,
    ].filter(Boolean);
  }

  async #openMore() {
    const list = h("div", { class: "row" }, this.#more());
    list.addEventListener(
      "click",
      (event) =>
        /** @type {Element} */ (event.target).closest("button, a") &&
        list.closest("dialog").close(),
    );
    await ask({ title: "More", content: [list], choices: [["Close", null, "primary"]] });
  }

  #listRemarks(remarks) {
    this.remarks.hidden = remarks.length === 0;
    replace(
      this.remarks,
      h("h2", {}, "Remarks"),
      h(
        "ul",
        { class: "faults" },
        remarks.map((remark) =>
          h(
            "li",
            {},
            button(
              remark.message,
              () => this.table.board.frames("remark", remark.at?.cells ?? [], "fault"),
              { sign: "warn" },
            ),
          ),
        ),
      ),
    );
  }

  async #won({ answer, recorded, ms }) {
    if (!this.attempt.solved) return;
    tick("win");
    this.table.board.ripple();
    this.table.board.sparks(Object.values(this.game.palette));
    const finale = await this.#finale();
    if (!this.attempt.solved) return;
    this.level.next = recorded?.opens ?? this.level.next ?? null;
    this.#prepareNext();
    const [href, words] = this.#onward();
    this.result.hidden = false;
    replace(
      this.result,
      resultCard({
        level: this.level,
        answer,
        recorded,
        ms,
        shown: this.attempt.shown,
        finale,
        next: [href, words],
        more: [
          button("Review", () => this.#review()),
          button("Share result", () =>
            shareResult(
              {
                game: this.game,
                level: this.level,
                answer,
                ms,
                shown: this.attempt.shown,
                stars: recorded?.stars ?? null,
              },
              this.table,
            ),
          ),
          h("a", { class: "button", href: shelfOf(this.level) }, "All levels"),
        ],
      }),
    );
    const paid = costs(answer.costs);
    this.table.say(`Level complete!${paid ? ` ${paid}.` : ""}`, {
      kind: "good",
      action: [words, () => go(href)],
    });
  }

  /** What is said where this was the last unsolved level of its pack. */
  async #finale() {
    const { level } = this;
    if (!level.number) return null;
    const name = level.address.split("/")[1];
    const pack = await api.pack(level.game, name, true).catch(() => null);
    if (!pack?.levels.some(({ address }) => address === level.address)) return null;
    return pack.levels.every(({ completed }) => completed) ? finaleWords(pack) : null;
  }

  #review() {
    this.review?.stop();
    this.review?.el.remove();
    const { attempt, table } = this;
    const moves = attempt.moves;
    this.review = new Review(this.level, moves, async (count, best) => {
      const { svg } = await api.play(this.level, { moves, rewind: { keep: count }, coming: best });
      if (moves !== attempt.moves) return;
      if (best) attempt.reveal();
      table.visit(svg);
    });
    this.panel.prepend(this.review.el);
    this.review.el.scrollIntoView({ block: "nearest" });
    this.review.run();
  }
}

const tool = (label, sign, onclick) => button(label, onclick, { sign });
