// The editor: tools from the game's declaration, faults and par live, drafts kept by themselves.

import * as api from "../api.js";
import { Board } from "../board.js";
import { h, replace } from "../dom.js";
import { faultList } from "../faults.js";
import { field } from "../knobs.js";
import { latticeSteps, straightSteps } from "../paths.js";
import { addressOf, go } from "../router.js";
import { keep, stored } from "../settings.js";
import { ask, button, copy, download, page } from "../shell.js";
import { Status } from "../status.js";
import { costs, title } from "../words.js";

const PROVE_AFTER = 500;

export async function editing([id, ...code]) {
  const game = await api.game(id);
  const level = code.length ? await api.open({ code: code.join("/") }) : null;
  return new EditScreen(game, level?.document ?? null).page();
}

class EditScreen {
  constructor(game, document) {
    this.game = game;
    this.key = `gridwright.draft.${game.id}`;
    this.board = new Board({
      label: `Draft of a ${game.title} level. Arrows move the cursor, Space uses the tool.`,
    });
    this.status = new Status();
    this.given = document;
    this.history = [];
    this.at = -1;
    this.tool = game.tools[0]?.id ?? null;
    this.cursor = { x: 0, y: 0 };
  }

  async page() {
    const { game } = this;
    this.tools = h("div", { class: "tools", role: "radiogroup", "aria-label": "Tools" });
    this.options = h("div", { class: "form" });
    this.verdict = h("p", { class: "figures", role: "status" });
    this.faults = h("div");
    this.undo = button("Undo", () => this.#go(this.at - 1), { sign: "undo" });
    this.redo = button("Redo", () => this.#go(this.at + 1), { sign: "redo" });
    this.playIt = button("Play it", () => this.#share(true), { sign: "play" });
    const resize = (side, sign) =>
      h(
        "span",
        { class: "row" },
        h("span", { class: "small soft" }, side),
        button("+", () => this.#edit({ type: "resize", side: sign, by: 1 }), {
          "aria-label": `Add on the ${side}`,
        }),
        button("−", () => this.#edit({ type: "resize", side: sign, by: -1 }), {
          "aria-label": `Remove on the ${side}`,
        }),
      );
    const panel = h(
      "aside",
      { class: "panel", "aria-label": "Editor" },
      h("section", {}, h("h2", {}, "Tools"), this.tools),
      h(
        "section",
        {},
        h("h2", {}, "Level"),
        this.verdict,
        this.faults,
        h(
          "div",
          { class: "row" },
          this.playIt,
          button("Share", () => this.#share(false)),
          button("Save as file", () => this.#save()),
          button("New draft", () => this.#fresh()),
        ),
      ),
      h(
        "section",
        {},
        h("h2", {}, "Shape"),
        h(
          "div",
          { class: "row" },
          button("Mirror", () => this.#edit({ type: "mirror" }), { sign: "flip" }),
          button("Turn", () => this.#edit({ type: "turn" }), { sign: "turn" }),
        ),
        h(
          "div",
          { class: "row" },
          resize("left", "west"),
          resize("right", "east"),
          resize("top", "north"),
          resize("bottom", "south"),
        ),
        this.options,
      ),
    );
    this.#showTools();
    const bar = h(
      "div",
      { class: "bottombar", role: "toolbar", "aria-label": "Draft" },
      this.undo,
      this.redo,
      button("Erase", () => this.#choose("erase"), { sign: "bad" }),
      button("Mirror", () => this.#edit({ type: "mirror" }), { sign: "flip" }),
      button("Turn", () => this.#edit({ type: "turn" }), { sign: "turn" }),
    );
    await this.#begin();
    this.#pointer();
    this.onKey = (event) => this.#keyPressed(event);
    return page({
      title: `Edit ${game.title}`,
      back: `#/game/${game.id}`,
      table: true,
      content: [
        h("div", { class: "stage" }, this.board.el),
        h("div", { class: "said" }, this.status.el, this.status.whisper),
        bar,
        panel,
      ],
      shown: () => {
        document.addEventListener("keydown", this.onKey);
      },
      close: () => {
        document.removeEventListener("keydown", this.onKey);
        clearTimeout(this.timer);
        this.work?.abort();
      },
    });
  }

  async #begin() {
    const draft = this.given ?? stored(this.key);
    try {
      this.#push(await api.draft(this.game.id, draft, null));
      this.status.say(
        draft && !this.given ? "Here is your draft." : "Choose a tool and put things on the board.",
      );
    } catch (error) {
      // A draft of an older form is kept aside, not lost.
      if (draft) keep(`${this.key}.unreadable`, draft);
      this.#push(await api.draft(this.game.id, null, null));
      this.status.say(`The saved draft could not be read: ${error.message}`, { kind: "warn" });
    }
  }

  #showTools() {
    const groups = new Map();
    for (const tool of [
      ...this.game.tools,
      { id: "erase", label: "Eraser", group: "Erase", help: "Takes away what is there." },
    ]) {
      groups.set(tool.group, [...(groups.get(tool.group) ?? []), tool]);
    }
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
                  onclick: () => this.#choose(tool.id),
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

  #choose(id) {
    this.tool = id;
    this.#showTools();
    const tool = this.game.tools.find((one) => one.id === id);
    this.status.say(tool?.help ?? "Tap what should go.");
  }

  #use(path) {
    return this.#edit(
      this.tool === "erase" ? { type: "erase", path } : { type: "use", tool: this.tool, path },
    );
  }

  async #edit(edit) {
    try {
      const answer = await api.draft(this.game.id, this.history[this.at].document, edit);
      if (answer.refused) {
        this.status.say(answer.refused.message, { kind: "warn", of: "gesture" });
        this.board.frames("fault", answer.refused.at?.cells ?? [], "fault");
        return;
      }
      this.#push(answer);
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error) {
    this.status.say(error.message, { kind: "bad", of: error.offline ? "connection" : "gesture" });
  }

  #push(answer) {
    this.history.length = this.at + 1;
    this.history.push(answer);
    this.#go(this.history.length - 1);
  }

  #go(at) {
    const answer = this.history[at];
    if (!answer) return;
    this.status.over("position");
    this.at = at;
    this.undo.disabled = at === 0;
    this.redo.disabled = at === this.history.length - 1;
    if (!keep(this.key, answer.document))
      this.status.say("This browser does not keep drafts: save it as a file.", { kind: "warn" });
    this.board.show(answer.svg);
    replace(
      this.options,
      this.game.options.map(
        (option) =>
          field(option, answer.options[option.name], (value) =>
            this.#edit({ type: "set", option: option.name, value }),
          ).el,
      ),
    );
    replace(this.faults, answer.faults.length ? faultList(answer.faults, this.board) : null);
    if (!answer.faults.length) this.board.lay("fault");
    this.playIt.disabled = answer.faults.length > 0;
    this.#prove(answer);
  }

  // Par and uniqueness, live: a proof takes the time it takes, and says how far it is.
  #prove(answer) {
    clearTimeout(this.timer);
    this.work?.abort();
    if (answer.faults.length) {
      this.verdict.textContent =
        answer.faults.length === 1
          ? "Not a level yet: one fault."
          : `Not a level yet: ${answer.faults.length} faults.`;
      return;
    }
    this.verdict.textContent = "A valid level; proving…";
    this.timer = setTimeout(async () => {
      const work = new AbortController();
      this.work = work;
      try {
        const report = await api.job(
          "inspect",
          { level: { document: answer.document, game: this.game.id }, quick: true, timeLimit: 120 },
          {
            signal: work.signal,
            progress: ({ bound, ms }) => {
              this.verdict.textContent =
                bound && Object.keys(bound).length
                  ? `Proving, at least ${costs(bound)}.`
                  : `Proving, ${(ms / 1000).toFixed(0)} s.`;
            },
          },
        );
        this.verdict.textContent = verdict(report);
      } catch (error) {
        if (error.name !== "AbortError") this.verdict.textContent = error.message;
      }
    }, PROVE_AFTER);
  }

  #pointer() {
    const { board } = this;
    let path = null;
    const frame = () => board.frames("preview", path ?? [], "preview");
    const stop = () => {
      path = null;
      frame();
    };
    board.el.addEventListener("pointerdown", (event) => {
      this.status.over("gesture");
      if (path) return stop();
      board.el.setPointerCapture(event.pointerId);
      board.lay("cursor");
      path = [board.placeAt(board.spot(event.clientX, event.clientY))];
      return frame();
    });
    board.el.addEventListener("pointermove", (event) => {
      if (!path) return;
      const spot = board.within(board.spot(event.clientX, event.clientY));
      const last = path.at(-1);
      path.push(
        ...(this.game.diagonals
          ? latticeSteps(last, spot)
          : straightSteps(last, board.placeAt(spot))),
      );
      frame();
    });
    board.el.addEventListener("pointerup", () => {
      if (!path) return;
      const used = path;
      stop();
      this.#use(used);
    });
    board.el.addEventListener("pointercancel", stop);
    board.el.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  #keyPressed(event) {
    if (event.target.closest?.("input, textarea, select, dialog")) return;
    const key = event.key.toLowerCase();
    const mod = event.ctrlKey || event.metaKey;
    const arrows = { arrowup: [0, -1], arrowdown: [0, 1], arrowleft: [-1, 0], arrowright: [1, 0] };
    const onBoard = event.target === this.board.el || event.target === document.body;
    if ((mod && key === "z" && !event.shiftKey) || (!mod && key === "u")) this.#go(this.at - 1);
    else if ((mod && (key === "y" || key === "z")) || (!mod && key === "y")) this.#go(this.at + 1);
    else if (onBoard && arrows[key]) this.#moveCursor(arrows[key], event.shiftKey);
    else if (onBoard && (key === " " || key === "enter")) {
      this.#use(this.line ?? [this.cursor]);
      this.line = null;
    } else if (onBoard && (key === "delete" || key === "backspace"))
      this.#edit({ type: "erase", path: [this.cursor] });
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
    this.status.aside(this.board.wordsAt(this.cursor));
  }

  async #share(play) {
    try {
      const level = await api.open({
        document: this.history[this.at].document,
        game: this.game.id,
      });
      if (!level.code) throw new Error("This level is too large for a link; save it as a file.");
      if (play) go(`#/play/code/${level.code}`);
      else if (await copy(addressOf(`#/play/code/${level.code}`)))
        this.status.say("The link is on the clipboard.", { kind: "good", of: "moment" });
    } catch (error) {
      this.#failed(error);
    }
  }

  #save() {
    download(`${this.game.id}-draft.json`, JSON.stringify(this.history[this.at].document, null, 2));
  }

  async #fresh() {
    const sure = await ask({
      title: "New draft?",
      content: [h("p", {}, "The board becomes empty; Undo brings this draft back.")],
      choices: [
        ["New draft", true, "primary"],
        ["Keep this one", false],
      ],
    });
    if (sure) this.#push(await api.draft(this.game.id, null, null));
  }
}

function verdict(report) {
  if (report.solvable === false) return "Proved: no solution.";
  if (report.solvable === null) return "Not decided in time.";
  const parts = [report.costs ? `Par ${costs(report.costs)}, proved` : "Solvable"];
  if (report.unique !== null) parts.push(report.unique ? "one solution" : "several solutions");
  if (report.grade) parts.push(title(report.grade.tier));
  return `${parts.join(", ")}.`;
}
