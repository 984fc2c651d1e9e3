// The editor: tools from the game's declaration, faults and par live, drafts kept by themselves.

import * as api from "../api.js";
import { h, replace } from "../dom.js";
import { Drafting } from "../drafting.js";
import { faultList } from "../faults.js";
import { field } from "../knobs.js";
import { addressOf, go } from "../router.js";
import { draftKey, keep, stored } from "../settings.js";
import { ask, button, copy, download, page } from "../shell.js";
import { costs, minimaWords, title } from "../words.js";

const PROVE_AFTER = 500;

export async function editing([id, ...code]) {
  const game = await api.game(id);
  const level = code.length ? await api.open({ code: code.join("/") }) : null;
  return new EditScreen(game, level?.document ?? null).page();
}

class EditScreen {
  constructor(game, document) {
    this.game = game;
    this.key = draftKey(game.id);
    this.given = document;
    this.drafting = new Drafting(game, {
      label: `Draft of a ${game.title} level. Arrows move the cursor, Space uses the tool.`,
      tools: game.tools,
    });
    this.drafting.addEventListener("change", (event) =>
      this.#changed(/** @type {CustomEvent} */ (event).detail.answer),
    );
  }

  async page() {
    const { game, drafting } = this;
    this.options = h("div", { class: "form" });
    this.verdict = h("p", { class: "figures", role: "status" });
    this.faults = h("div");
    this.playIt = button("Play it", () => this.#share(true), { sign: "play" });
    const change = (edit) => () => drafting.edit(edit);
    const resize = (side, sign) =>
      h(
        "span",
        { class: "row" },
        h("span", { class: "small soft" }, side),
        button("+", change({ type: "resize", side: sign, by: 1 }), {
          "aria-label": `Add on the ${side}`,
        }),
        button("−", change({ type: "resize", side: sign, by: -1 }), {
          "aria-label": `Remove on the ${side}`,
        }),
      );
    const panel = h(
      "aside",
      { class: "panel", "aria-label": "Editor" },
      h("section", {}, h("h2", {}, "Tools"), drafting.tools),
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
          button("Mirror", change({ type: "mirror" }), { sign: "flip" }),
          button("Turn", change({ type: "turn" }), { sign: "turn" }),
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
    await this.#begin();
    return page({
      title: `Edit ${game.title}`,
      back: `#/game/${game.id}`,
      table: true,
      content: [...drafting.parts, panel],
      shown: () => drafting.open(),
      close: () => {
        drafting.close();
        clearTimeout(this.timer);
        this.work?.abort();
      },
    });
  }

  async #begin() {
    const draft = stored(this.key);
    const { status } = this.drafting;
    try {
      if (draft || !this.given) await this.drafting.begin(draft);
      if (this.given) await this.drafting.begin(this.given);
      if (!draft) status.say("Choose a tool and put things on the board.");
      else if (this.given) status.say("Undo brings your former draft back.");
      else status.say("Here is your draft.");
    } catch (error) {
      // A draft of an older form is kept aside, not lost.
      if (draft) keep(`${this.key}.unreadable`, draft);
      await this.drafting.begin(this.given);
      status.say(`The saved draft could not be read: ${error.message}`, { kind: "warn" });
    }
  }

  #changed(answer) {
    const { drafting } = this;
    if (!keep(this.key, answer.document))
      drafting.status.say("This browser does not keep drafts: save it as a file.", {
        kind: "warn",
      });
    replace(
      this.options,
      this.game.options.map(
        (option) =>
          field(option, answer.options[option.name], (value) =>
            drafting.edit({ type: "set", option: option.name, value }),
          ).el,
      ),
    );
    replace(this.faults, answer.faults.length ? faultList(answer.faults, drafting.board) : null);
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

  async #share(play) {
    const { drafting } = this;
    try {
      const level = await api.open({ document: drafting.document, game: this.game.id });
      if (!level.code) throw new Error("This level is too large for a link; save it as a file.");
      if (play) go(`#/play/code/${level.code}`);
      else if (await copy(addressOf(`#/play/code/${level.code}`)))
        drafting.status.say("The link is on the clipboard.", { kind: "good", of: "moment" });
    } catch (error) {
      drafting.failed(error);
    }
  }

  #save() {
    download(`${this.game.id}-draft.json`, JSON.stringify(this.drafting.document, null, 2));
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
    if (sure) await this.drafting.begin(null);
  }
}

function verdict(report) {
  if (report.solvable === false) return "Proved: no solution.";
  if (report.solvable === null) return "Not decided in time.";
  const least = minimaWords(costs(report.costs), report.minima);
  const parts = [least ? `Par ${least}, proved` : "Solvable"];
  if (report.unique !== null) parts.push(report.unique ? "one solution" : "several solutions");
  if (report.grade) parts.push(title(report.grade.tier));
  return `${parts.join(", ")}.`;
}
