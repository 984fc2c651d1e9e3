// A draft under the hand: its picture, the tools, and every change that can be taken back. The
// editor and the sandbox are made of it. What a tool does, the engine is asked; while a path is being
// drawn, the picture shows what it would do.

import * as api from "./api.js";
import { Board } from "./board.js";
import { h, replace } from "./dom.js";
import { latticeSteps, straightSteps } from "./paths.js";
import { button, isForField } from "./shell.js";
import { Status } from "./status.js";
import { recoloring } from "./themes.js";

const ERASER = { id: "erase", label: "Eraser", group: "Erase", help: "Takes away what is there." };
const ARROWS = { arrowup: [0, -1], arrowdown: [0, 1], arrowleft: [-1, 0], arrowright: [1, 0] };

/** Tells `change` ({ answer, edit }) whenever another state of the draft is shown. */
export class Drafting extends EventTarget {
  /**
   * @param {any} game
   * @param {{ label: string, tools: any[], standing?: () => string }} options
   */
  constructor(game, { label, tools, standing }) {
    super();
    this.game = game;
    this.board = new Board({ label, recolor: recoloring(game) });
    this.status = new Status(standing);
    this.choices = [...tools, ERASER];
    this.tool = tools[0]?.id ?? null;
    this.cursor = { x: 0, y: 0 };
    /** @type {{ answer: any, edit: any }[]} */
    this.history = [];
    this.at = -1;
    this.work = Promise.resolve();
    this.tools = h("div", { class: "tools", role: "radiogroup", "aria-label": "Tools" });
    this.undo = button("Undo", () => this.step(-1), { sign: "undo" });
    this.redo = button("Redo", () => this.step(1), { sign: "redo" });
    this.bar = h(
      "div",
      { class: "bottombar", role: "toolbar", "aria-label": "Draft" },
      this.undo,
      this.redo,
      button("Erase", () => this.choose(ERASER.id), { sign: "bad" }),
      button("Mirror", () => this.edit({ type: "mirror" }), { sign: "flip" }),
      button("Turn", () => this.edit({ type: "turn" }), { sign: "turn" }),
    );
    this.onKey = (event) => this.#keyPressed(event);
    this.#showTools();
    this.#pointer();
  }

  /** What stands beside the panel. */
  get parts() {
    return [
      h("div", { class: "stage" }, this.board.el),
      h("div", { class: "said" }, this.status.el, this.status.whisper),
      this.bar,
    ];
  }

  /** The state that is shown: the engine's answer. */
  get now() {
    return this.history[this.at].answer;
  }

  /** The draft as it is. */
  get document() {
    return this.now.document;
  }

  /** Listens to the keyboard. */
  open() {
    document.addEventListener("keydown", this.onKey);
  }

  close() {
    document.removeEventListener("keydown", this.onKey);
  }

  /** Begins with a draft, or with a new one where there is none. */
  async begin(document) {
    this.#push(await api.draft(this.game.id, document, null), null);
  }

  choose(id) {
    this.tool = id;
    this.#showTools();
    const tool = this.choices.find((one) => one.id === id);
    this.status.say(tool?.help ?? "");
  }

  /** Changes the draft; what is refused is said. */
  edit(edit) {
    return this.#queue(() => this.#make(edit));
  }

  /** Takes changes back, or makes them again. */
  step(by) {
    return this.#queue(() => this.#go(this.at + by));
  }

  async #make(edit) {
    try {
      const answer = await api.draft(this.game.id, this.document, edit);
      if (!answer.refused) return this.#push(answer, edit);
      this.refused(answer.refused);
    } catch (error) {
      this.failed(error);
    }
    this.board.show(this.now.svg);
  }

  /** Says why something cannot be done, and shows where. */
  refused({ message, at }) {
    this.status.say(message, { kind: "warn", of: "gesture" });
    this.board.frames("fault", at?.cells ?? [], "fault");
  }

  failed(error) {
    this.status.say(error.message, { kind: "bad", of: error.offline ? "connection" : "gesture" });
  }

  // One after the other: a change always belongs to the draft it was made on.
  #queue(job) {
    this.work = this.work.then(job);
    return this.work;
  }

  // Shows another state of the draft.
  #go(at) {
    const state = this.history[at];
    if (!state) return;
    this.at = at;
    this.undo.disabled = at === 0;
    this.redo.disabled = at === this.history.length - 1;
    this.board.lay("fault");
    this.board.show(state.answer.svg);
    this.status.over("position");
    this.dispatchEvent(new CustomEvent("change", { detail: state }));
  }

  #push(answer, edit) {
    this.history.length = this.at + 1;
    this.history.push({ answer, edit });
    this.#go(this.history.length - 1);
  }

  #showTools() {
    const groups = new Map();
    for (const tool of this.choices)
      groups.set(tool.group, [...(groups.get(tool.group) ?? []), tool]);
    replace(
      this.tools,
      [...groups].map(([name, tools]) =>
        h(
          "div",
          {},
          h("h3", { class: "small soft" }, name),
          h(
            "div",
            { class: "group" },
            tools.map((tool) =>
              h(
                "button",
                {
                  type: "button",
                  role: "radio",
                  "aria-checked": String(tool.id === this.tool),
                  title: tool.help,
                  onclick: () => this.choose(tool.id),
                },
                this.#swatch(tool),
                tool.label,
              ),
            ),
          ),
        ),
      ),
    );
  }

  // A tool of a colour shows it.
  #swatch({ label }) {
    const color = Object.entries(this.game.palette).find(([name]) =>
      label.toLowerCase().split(" ").includes(name),
    );
    return color ? h("span", { class: "swatch", style: { background: color[1] } }) : null;
  }

  #using(path) {
    return this.tool === ERASER.id
      ? { type: "erase", path }
      : { type: "use", tool: this.tool, path };
  }

  #pointer() {
    const { board } = this;
    let path = null;
    const stop = () => {
      path = null;
      board.frames("preview", [], "preview");
    };
    board.el.addEventListener("pointerdown", (event) => {
      this.status.over("gesture");
      if (path) {
        stop();
        board.show(this.now.svg);
        return;
      }
      board.el.setPointerCapture(event.pointerId);
      board.lay("cursor");
      board.lay("fault");
      path = [board.placeAt(board.spot(event.clientX, event.clientY))];
      board.frames("preview", path, "preview");
    });
    board.el.addEventListener("pointermove", (event) => {
      if (!path) return;
      const spot = board.within(board.spot(event.clientX, event.clientY));
      const last = path.at(-1);
      const steps = this.game.diagonals
        ? latticeSteps(last, spot)
        : straightSteps(last, board.placeAt(spot));
      if (!steps.length) return;
      path.push(...steps);
      board.frames("preview", path, "preview");
      this.#ahead(() => path);
    });
    board.el.addEventListener("pointerup", () => {
      if (!path) return;
      const used = path;
      stop();
      this.edit(this.#using(used));
    });
    board.el.addEventListener("pointercancel", () => {
      stop();
      board.show(this.now.svg);
    });
    board.el.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  // What the path would do, before it is let go: one question at a time, always the newest.
  async #ahead(path) {
    if (this.asking) return;
    this.asking = true;
    let asked = null;
    while (path() && path().length !== asked) {
      asked = path().length;
      const from = this.at;
      const answer = await api
        .draft(this.game.id, this.document, this.#using([...path()]))
        .catch(() => null);
      if (!answer || answer.refused || !path() || from !== this.at) continue;
      this.board.show(answer.svg);
    }
    this.asking = false;
  }

  #keyPressed(event) {
    if (isForField(event)) return;
    const key = event.key.toLowerCase();
    const mod = event.ctrlKey || event.metaKey;
    const onBoard = event.target === this.board.el || event.target === document.body;
    if ((mod && key === "z" && !event.shiftKey) || (!mod && key === "u")) this.step(-1);
    else if ((mod && (key === "y" || key === "z")) || (!mod && key === "y")) this.step(1);
    else if (onBoard && ARROWS[key]) this.#moveCursor(ARROWS[key], event.shiftKey);
    else if (onBoard && (key === " " || key === "enter")) {
      const path = this.line ?? [this.cursor];
      this.line = null;
      this.board.frames("preview", [], "preview");
      this.edit(this.#using(path)).then(() => this.#tellCursor());
    } else if (onBoard && (key === "delete" || key === "backspace"))
      this.edit({ type: "erase", path: [this.cursor] });
    else return;
    event.preventDefault();
  }

  // Arrows with Shift draw a path for tools that want one; Enter or Space uses it.
  #moveCursor([dx, dy], draws) {
    const inside = (value, count) => Math.max(0, Math.min(count - 1, value));
    if (draws) this.line ??= [this.cursor];
    this.cursor = {
      x: inside(this.cursor.x + dx, this.board.columns),
      y: inside(this.cursor.y + dy, this.board.rows),
    };
    if (draws) this.line.push(this.cursor);
    else this.line = null;
    this.board.frames("preview", this.line ?? [], "preview");
    this.board.frames("cursor", [this.cursor], "cursor");
    this.#tellCursor();
    if (draws) this.#ahead(() => this.line);
    else this.board.show(this.now.svg);
  }

  #tellCursor() {
    this.status.aside(this.board.wordsAt(this.cursor));
  }
}
