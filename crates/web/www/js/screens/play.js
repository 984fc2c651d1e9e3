// Playing a level.

import * as api from "../api.js";
import { Attempt } from "../attempt.js";
import { h, replace } from "../dom.js";
import { Help } from "../help.js";
import { icon } from "../icons.js";
import { levelPath, go } from "../router.js";
import { nameOf, openLevel, shelfOf } from "../level.js";
import { picture } from "../board.js";
import { Review } from "../review.js";
import { settings } from "../settings.js";
import { showKeys } from "../shortcuts.js";
import { ask, button, copy, download, page } from "../shell.js";
import { tick } from "../sound.js";
import { Table } from "../table.js";
import { costs, firstCost, starWords, time } from "../words.js";
import { firstLesson } from "./learn.js";

export async function playing(args) {
  const level = await openLevel(args);
  const game = await api.game(level.game);
  const screen = new PlayScreen(level, game);
  return screen.page();
}

class PlayScreen {
  constructor(level, game) {
    this.level = level;
    this.game = game;
    this.name = nameOf(level, game);
    this.attempt = new Attempt(level);
    this.table = new Table(this.attempt, game, `${this.name}. Arrows move the cursor, Space takes or presses, question mark shows the keys.`);
    this.help = new Help(this.table);
    this.help.onRemarks = (hint) => this.#listRemarks(hint);
    this.table.onPicked = (hand) => this.#picked(hand);
    this.attempt.addEventListener("change", () => this.#update());
    this.attempt.addEventListener("checkpoint", () => this.#update());
    this.attempt.addEventListener("solved", ({ detail }) => this.#won(detail));
    this.attempt.addEventListener("unsaved", () => this.table.say("Your moves could not be saved just now.", "bad"));
    this.onKey = (event) => this.#key(event);
  }

  page() {
    const par = this.level.optimal ? firstCost(this.level.par, this.level.metrics) : "";
    this.counts = h("dl", { class: "counts figures" });
    this.heldPiece = h("div", { class: "held-piece", hidden: true });
    this.result = h("section", { class: "result", hidden: true, "aria-label": "Result" });
    this.remarks = h("section", { hidden: true, "aria-label": "Remarks" });
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
      h("section", { class: "only-wide", "aria-label": "More" }, h("div", { class: "row" }, this.#more())),
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
    const { status, board } = this.table;
    this.#update();
    return page({
      title: this.name,
      back: shelfOf(this.level),
      aside: par ? h("span", { class: "soft figures" }, `par ${par}`) : [],
      table: true,
      content: [h("div", { class: "stage" }, board.el, this.heldPiece), h("div", { class: "said" }, status.el, status.whisper), bar, this.panel],
      shown: () => this.#shown(),
      close: () => this.#close(),
    });
  }

  #shown() {
    document.addEventListener("keydown", this.onKey);
    this.ticking = setInterval(() => this.#tickTime(), 1000);
    if (this.attempt.solved) this.table.say("This is solved. Reset to play it again.", "good");
    else if (this.attempt.at > 0) this.table.say("Here is where you left off.");
    else this.table.say(this.table.board.title);
    firstLesson(this.game);
  }

  #close() {
    document.removeEventListener("keydown", this.onKey);
    clearInterval(this.ticking);
    this.table.dropPicked();
    this.table.keys.held?.hand?.drop();
    this.review?.stop();
    this.attempt.close();
  }

  #update() {
    const { attempt } = this;
    this.undo.disabled = !attempt.canUndo;
    this.redo.disabled = !attempt.canRedo;
    const entries = Object.entries(attempt.last.costs ?? {});
    this.time = h("dd", {}, time(attempt.clock.ms));
    replace(
      this.counts,
      entries.map(([metric, value]) => h("div", {}, h("dt", {}, metric), h("dd", {}, String(value)))),
      entries.length === 0 ? h("div", {}, h("dt", {}, "moves"), h("dd", {}, String(attempt.last.count))) : null,
      h("div", {}, h("dt", {}, "time"), this.time),
      this.level.optimal && this.level.par ? h("div", {}, h("dt", {}, "par"), h("dd", {}, costs(this.level.par))) : null,
    );
    if (!attempt.solved) this.result.hidden = true;
  }

  #tickTime() {
    this.time.textContent = time(this.attempt.clock.ms);
  }

  #key(event) {
    const inField = event.target.closest?.("input, textarea, select, dialog");
    if (inField || document.querySelector("dialog[open]")) return;
    const onButton = event.target.closest?.("button, a");
    const mod = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (mod && key === "z") return this.#take(event, event.shiftKey ? "redo" : "undo");
    if (mod && key === "y") return this.#take(event, "redo");
    if (!(onButton && (key === " " || key === "enter")) && this.table.keys.press(event)) {
      event.preventDefault();
      return undefined;
    }
    const plain = { u: "undo", y: "redo", h: "hint", t: "track", c: "checkpoint", b: "back", r: "reset", n: "next", "?": "keys", escape: "leave" };
    if (!mod && !event.altKey && plain[key]) this.#take(event, plain[key]);
    return undefined;
  }

  #take(event, what) {
    event.preventDefault();
    this.#act(what);
  }

  #act(what) {
    const { attempt, table, help } = this;
    const off = settings().assist === "off";
    const actions = {
      undo: () => attempt.undo(),
      redo: () => attempt.redo(),
      reset: () => attempt.reset(),
      checkpoint: () => {
        attempt.checkpoint();
        table.say("Checkpoint set. B brings you back to it.", "good");
      },
      back: () => (attempt.hasCheckpoint ? attempt.back() : table.say("There is no checkpoint yet; C sets one.")),
      hint: () => (off ? table.say("Help is switched off in the settings.") : help.tap()),
      track: () => (off ? table.say("Help is switched off in the settings.") : help.track()),
      next: () => this.#next(),
      keys: () => showKeys(),
      leave: () => go(shelfOf(this.level)),
    };
    return actions[what]();
  }

  #next() {
    if (!this.attempt.solved) this.table.say("Solve this level first.");
    else if (this.level.next) go(`#/play/${this.level.next}`);
    else go(shelfOf(this.level));
  }

  #more() {
    const { attempt, level } = this;
    return [
      button("Reset", () => this.#act("reset")),
      button("Checkpoint", () => this.#act("checkpoint")),
      button("Back to it", () => this.#act("back")),
      settings().assist === "off" ? null : button("Show the way", () => this.help.toggleWay()),
      button("Review", () => this.#review()),
      h("a", { class: "button", href: `#/solve/${levelPath(level)}` }, "Solver"),
      level.code ? h("a", { class: "button", href: `#/edit/${level.game}/${level.code}` }, "Edit a copy") : null,
      button("Share", () => this.#share()),
      button("Save as file", () => download(`${level.game}-${level.hash.slice(0, 8)}.json`, JSON.stringify(level.document, null, 2))),
      h("a", { class: "button", href: `#/learn/${level.game}` }, "Explain"),
      button("Keys", () => showKeys()),
      attempt.level.previous ? h("a", { class: "button", href: `#/play/${level.previous}` }, "Previous level") : null,
    ].filter(Boolean);
  }

  async #openMore() {
    const items = this.#more();
    const list = h("div", { class: "row" }, items);
    let close;
    const closed = new Promise((resolve) => { close = resolve; });
    const dialog = h("dialog", { "aria-label": "More", onclose: () => close() }, h("div", { class: "stack" }, h("h2", {}, "More"), list, button("Close", () => dialog.close(), { kind: "primary" })));
    list.addEventListener("click", (event) => event.target.closest("button, a") && dialog.close());
    document.body.append(dialog);
    dialog.showModal();
    await closed;
    dialog.remove();
  }

  async #share() {
    const link = `${location.origin}/#/play/${this.level.code ? `code/${this.level.code}` : levelPath(this.level)}`;
    const what = await ask({
      title: "Share this level",
      content: [
        h("p", {}, "The link and the code carry the whole level."),
        h("label", {}, "Link", h("input", { readonly: true, value: link })),
        this.level.code ? h("label", {}, "Code", h("input", { readonly: true, value: this.level.code })) : null,
      ],
      choices: [["Copy link", "link", "primary"], ...(this.level.code ? [["Copy code", "code"]] : []), ["Close", null]],
    });
    if (what && (await copy(what === "link" ? link : this.level.code))) this.table.say("Copied.", "good");
  }

  #picked(hand) {
    this.heldPiece.hidden = !hand;
    if (!hand) return;
    const show = () => replace(
      this.heldPiece,
      picture(hand.picture, hand.words),
      button("Turn", () => hand.turn().then(() => { hand.el.remove(); show(); }), { sign: "turn" }),
      button("Flip", () => hand.flip().then(() => { hand.el.remove(); show(); }), { sign: "flip" }),
      button("Put back", () => this.table.dropPicked(), { sign: "bad" }),
    );
    show();
  }

  #listRemarks(hint) {
    this.remarks.hidden = hint.remarks.length === 0;
    replace(this.remarks, h("h2", {}, "Remarks"), h("ul", { class: "faults" }, hint.remarks.map((remark) => h(
      "li",
      {},
      button(remark.message, () => this.table.board.frames("remark", remark.at?.cells ?? [], "fault"), { sign: "warn" }),
    ))));
  }

  #won({ answer, recorded, ms }) {
    tick("win");
    this.table.board.ripple();
    this.table.board.frames("remark", [], "fault");
    this.remarks.hidden = true;
    const stars = recorded?.stars ?? null;
    const next = recorded?.opens ?? this.level.next;
    this.level.next = next ?? null;
    this.result.hidden = false;
    replace(
      this.result,
      h("h2", {}, "Solved"),
      stars === null ? null : h("span", { class: "stars", role: "img", "aria-label": starWords(stars) }, [1, 2, 3].map((n) => h("span", { class: n <= stars ? "lit" : "" }, icon("star")))),
      h("p", { class: "figures" }, [costs(answer.costs), time(ms)].filter(Boolean).join(" · ")),
      this.level.optimal && this.level.par ? h("p", { class: "soft figures" }, `par ${costs(this.level.par)}`) : null,
      recorded?.newBest && !recorded.firstTime ? h("p", { class: "good" }, "A new best.") : null,
      recorded?.failed ? h("p", { class: "bad", role: "alert" }, `Not saved: ${recorded.failed}`) : null,
      h("div", { class: "row" }, next ? h("a", { class: "button primary", href: `#/play/${next}` }, "Next level") : h("a", { class: "button primary", href: shelfOf(this.level) }, "All levels"), button("Review", () => this.#review())),
    );
    this.table.say(`Solved${answer.costs && Object.keys(answer.costs).length ? ` with ${costs(answer.costs)}` : ""}.`, "good", next ? ["Next", () => go(`#/play/${next}`)] : null);
  }

  #review() {
    this.review?.stop();
    this.review?.el.remove();
    const { attempt, table } = this;
    const moves = attempt.moves;
    this.review = new Review(this.level, moves, async (count, best) => {
      const { svg } = await api.play(this.level, { moves, rewind: { keep: count }, coming: best });
      table.overlay(svg);
    });
    this.panel.prepend(this.review.el);
    this.review.el.scrollIntoView({ block: "nearest" });
    this.review.run();
  }
}

const tool = (label, sign, onclick) => button(label, onclick, { sign });
