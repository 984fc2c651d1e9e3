// The sandbox of a game: a draft without a goal, the brush that plays by the rules, and what comes
// of what. In one step what was tried becomes a level.

import * as api from "../api.js";
import { picture } from "../board.js";
import { h } from "../dom.js";
import { Drafting } from "../drafting.js";
import { refused } from "../refused.js";
import { go } from "../router.js";
import { keep, stored } from "../settings.js";
import { button, page } from "../shell.js";

export async function trying([id]) {
  const game = await api.game(id);
  if (!game.sandbox) throw refused(404, "page.no-sandbox", `${game.title} has no sandbox.`);
  return new Sandbox(game).page();
}

class Sandbox {
  constructor(game) {
    this.game = game;
    this.key = `gridwright.sandbox.${game.id}`;
    const { brush, goals, text } = game.sandbox;
    const tools = game.tools.filter(({ group }) => group !== goals);
    this.drafting = new Drafting(game, {
      label: `${game.title} sandbox. Arrows move the cursor; with Shift they draw, and Space lets go.`,
      tools: [
        ...tools.filter((tool) => tool.id === brush),
        ...tools.filter((tool) => tool.id !== brush),
      ],
      standing: () => text,
    });
    this.drafting.addEventListener("change", () => keep(this.key, this.drafting.document));
  }

  async page() {
    const { game, drafting } = this;
    const { sandbox } = game;
    await this.#begin();
    const panel = h(
      "aside",
      { class: "panel", "aria-label": "Sandbox" },
      h(
        "section",
        {},
        h("h2", {}, "Make it a level"),
        h("p", { class: "small" }, sandbox.aim),
        h(
          "div",
          { class: "row" },
          button("Make it a level", () => this.#aim(), { sign: "star", kind: "primary" }),
          button("Start over", () => drafting.begin(sandbox.draft)),
        ),
      ),
      h(
        "section",
        { "aria-label": "What comes of what" },
        sandbox.chart.map((plate, i) =>
          h(
            "details",
            { class: "chart-plate", open: i === 0 },
            h("summary", {}, plate.title),
            picture(plate.svg, plate.title),
            h("p", { class: "small" }, plate.text),
          ),
        ),
      ),
      h("section", {}, h("h2", {}, "Tools"), drafting.tools),
    );
    return page({
      title: `${game.title} sandbox`,
      back: `#/game/${game.id}`,
      table: true,
      content: [...drafting.parts, panel],
      shown: () => drafting.open(),
      close: () => drafting.close(),
    });
  }

  async #begin() {
    try {
      await this.drafting.begin(stored(this.key) ?? this.game.sandbox.draft);
    } catch {
      await this.drafting.begin(this.game.sandbox.draft);
    }
  }

  // What the brush did since the draft was last changed in another way becomes the way through the
  // draft as it was then.
  async #aim() {
    const { history, at, status } = this.drafting;
    let start = at;
    while (this.#isStroke(history[start].edit)) start -= 1;
    const strokes = history.slice(start + 1, at + 1).map(({ edit }) => edit.path);
    if (strokes.length === 0) {
      status.say("Drag with the brush first: where you end becomes the goal.", { of: "gesture" });
      return;
    }
    const { document } = history[start].answer;
    try {
      const answer = await api.draft(this.game.id, document, { type: "aim", strokes });
      if (answer.refused) {
        this.drafting.refused(answer.refused);
        return;
      }
      const { code } = await api.open({ document: answer.document, game: this.game.id });
      go(`#/edit/${this.game.id}/${code}`);
    } catch (error) {
      this.drafting.failed(error);
    }
  }

  #isStroke(edit) {
    return edit?.type === "use" && edit.tool === this.game.sandbox.brush;
  }
}
