// The solver's view: solve with live progress and cancel, play the solution back, look at what
// else is known about the level.

import * as api from "../api.js";
import { noteShown } from "../attempt.js";
import { Board, picture } from "../board.js";
import { h, replace } from "../dom.js";
import { icon } from "../icons.js";
import { nameOf, openLevel } from "../level.js";
import { explanation } from "../places.js";
import { Playback } from "../playback.js";
import { Search } from "../search.js";
import { button, page } from "../shell.js";
import { Status } from "../status.js";
import { recoloring } from "../themes.js";
import { costs, large, minimaWords, title } from "../words.js";

export async function solving(args) {
  const level = await openLevel(args);
  const game = await api.game(level.game);
  return new SolveScreen(level, game, args.join("/")).page();
}

class SolveScreen {
  constructor(level, game, path) {
    this.level = level;
    this.game = game;
    this.path = path;
    this.recolor = recoloring(game);
    this.board = new Board({
      label: `${nameOf(level, game)}, the solver's board`,
      focusable: false,
      recolor: this.recolor,
    });
    this.status = new Status(() => this.board.title);
    this.abort = new AbortController();
  }

  page() {
    const { level, game, board } = this;
    const metrics = game.metrics.map((order) => order[0]);
    this.metric =
      metrics.length > 1
        ? h(
            "select",
            { "aria-label": "Fewest" },
            metrics.map((metric) => h("option", { value: metric }, `Fewest ${metric}`)),
          )
        : null;
    this.all = game.listings.length ? h("input", { type: "checkbox" }) : null;
    this.go = button("Solve", () => this.#solve(), { sign: "play", kind: "primary" });
    this.cancel = button("Cancel", () => this.work?.abort(), { disabled: true });
    this.figures = h("p", { class: "figures small", role: "status" });
    this.verdict = h("p", { class: "verdict", role: "status" });
    this.answer = h("div", { class: "stack" });
    this.extra = h("div", { class: "stack" });
    this.search = game.prunings.length ? new Search(level, game, (svg) => this.#show(svg)) : null;
    const panel = h(
      "aside",
      { class: "panel", "aria-label": "Solver" },
      h(
        "section",
        {},
        h("h2", {}, "Solve with proof"),
        h("div", { class: "row" }, this.go, this.cancel, this.metric),
        this.all ? h("label", { class: "check" }, this.all, "List all solutions") : null,
        this.verdict,
        this.figures,
        this.answer,
      ),
      h(
        "section",
        {},
        h("h2", {}, "Look closer"),
        h(
          "div",
          { class: "row" },
          button("Step by step", () => this.#explain()),
          button("Check the level", () => this.#inspect()),
          game.plates ? button(game.plates, () => this.#plates()) : null,
        ),
        this.extra,
      ),
      this.search?.el,
    );
    return page({
      title: `Solver: ${nameOf(level, game)}`,
      back: `#/play/${this.path}`,
      table: true,
      content: [
        h("div", { class: "stage" }, board.el),
        h("div", { class: "said" }, this.status.el),
        h("div"),
        panel,
      ],
      shown: () => this.#start(),
      close: () => {
        this.abort.abort();
        this.work?.abort();
        this.player?.stop();
        this.search?.stop();
      },
    });
  }

  async #start() {
    const { svg } = await api.play(this.level, { moves: null });
    this.#show(svg);
  }

  // What is said of the board follows what is shown.
  #show(svg) {
    this.board.show(svg);
    this.status.refresh();
  }

  #say(text, kind) {
    replace(this.verdict, h("span", { class: kind }, icon(kind)), h("span", {}, text));
  }

  async #solve() {
    this.player?.stop();
    this.work = new AbortController();
    this.go.disabled = true;
    this.cancel.disabled = false;
    replace(this.answer);
    replace(this.verdict);
    this.board.lay("notes");
    /** @type {Parameters<typeof api.job>[1]} */
    const args = {
      level: this.level,
      metric: this.metric?.value,
      all: this.all?.checked ? "best" : undefined,
      limit: 200,
      timeLimit: 300,
    };
    const began = performance.now();
    try {
      const report = await api.job("solve", args, {
        signal: this.work.signal,
        progress: (update) => this.#progress(update),
      });
      this.#solved(report);
    } catch (error) {
      this.figures.textContent =
        error.name === "AbortError"
          ? `Cancelled after ${((performance.now() - began) / 1000).toFixed(1)} s.`
          : error.message;
    }
    this.go.disabled = false;
    this.cancel.disabled = true;
  }

  #progress({ nodes, bound, best, ms }) {
    this.figures.textContent = [
      `${(ms / 1000).toFixed(1)} s`,
      `${large(nodes)} nodes`,
      bound && Object.keys(bound).length ? `at least ${costs(bound)}` : "",
      best && Object.keys(best).length ? `best so far ${costs(best)}` : "",
    ]
      .filter(Boolean)
      .join(", ");
  }

  #solved(report) {
    const { stats } = report;
    this.figures.textContent = `${large(stats.nodes)} nodes, ${stats.ms} ms, ${(stats.peakBytes / 2 ** 20).toFixed(1)} MiB`;
    if (report.status === "unsolvable") {
      this.#say("Proved: this level has no solution.", "bad");
      replace(this.answer, proof(report.proof ?? [], this.board));
      return;
    }
    if (report.status === "gave_up") {
      this.#say(
        `Not decided: ${report.limit ?? "a limit was reached"}. ${Object.keys(report.bounds).length ? `At least ${costs(report.bounds)}.` : ""}`,
        "warn",
      );
      return;
    }
    const list = report.solutions?.list?.length ? report.solutions.list : [report.solution];
    const proved = report.optimal
      ? "proved to be the least"
      : report.metrics.length
        ? `not proved; at least ${costs(report.bounds)}`
        : "";
    noteShown(this.level);
    this.#say(
      `${["Solved", costs(report.costs), proved].filter(Boolean).join(", ")}.`,
      report.optimal || !report.metrics.length ? "good" : "warn",
    );
    const which =
      list.length > 1
        ? h(
            "select",
            { "aria-label": "Solution", onchange: () => this.#play(list[Number(which.value)]) },
            list.map((_, i) => h("option", { value: i }, `Solution ${i + 1}`)),
          )
        : null;
    this.place = h("div");
    const count = report.solutions
      ? h(
          "p",
          { class: "small" },
          `${report.solutions.complete ? "" : "at least "}${report.solutions.count} in all`,
        )
      : null;
    replace(this.answer, count, which, this.place);
    this.#play(list[0]);
  }

  async #play(solution) {
    this.player?.stop();
    const end = await api.play(this.level, { moves: solution });
    this.player = new Playback(
      end.count + 1,
      async (i) => {
        const answer = await api.play(this.level, { moves: solution, rewind: { keep: i } });
        this.#show(answer.svg);
      },
      { label: "The solution" },
    );
    replace(this.place, this.player.el);
    await this.player.go(0);
  }

  async #explain() {
    replace(this.extra, h("p", {}, "Thinking…"));
    try {
      const { signal } = this.abort;
      const answer = await api.job("explain", { level: this.level }, { signal });
      const frames = explanation(answer);
      if (frames.length === 0) {
        replace(this.extra, h("p", {}, "There is nothing to explain here."));
        return;
      }
      noteShown(this.level);
      const words = h("p", {});
      const table = answer.table ? new LookUp(answer.table, this.recolor) : null;
      const player = new Playback(
        frames.length,
        async (i) => {
          const { beat, text, made, cells } = frames[i];
          const rewind = { keep: made };
          const { svg } = await api.play(this.level, { moves: answer.solution, rewind });
          words.textContent = text;
          this.#show(svg);
          this.board.frames("where", cells, "where");
          table?.at(beat);
        },
        { label: "Step by step" },
      );
      replace(this.extra, words, player.el, table?.el);
      await player.go(0);
    } catch (error) {
      replace(this.extra, h("p", { class: "bad" }, error.message));
    }
  }

  async #inspect() {
    const line = h("p", { class: "figures small", role: "status" }, "Checking…");
    replace(this.extra, line);
    try {
      const report = await api.job(
        "inspect",
        { level: this.level },
        {
          signal: this.abort.signal,
          progress: ({ nodes, ms }) => {
            line.textContent = `${(ms / 1000).toFixed(1)} s, ${large(nodes)} nodes`;
          },
        },
      );
      const known = (value, yes, no) => (value === null ? "not known" : value ? yes : no);
      const rows = [
        ["Solvable", known(report.solvable, "yes", "no")],
        ["One solution", known(report.unique, "yes", "no")],
        ["Minimum", minimaWords(costs(report.costs), report.minima) || "not proved"],
        ["Grade", report.grade ? `${title(report.grade.tier)} (${report.grade.score})` : "none"],
        ["Decoration", report.decoration.dispensable.join(", ") || "none found"],
      ];
      replace(
        this.extra,
        h(
          "table",
          { class: "keys" },
          h(
            "tbody",
            {},
            rows.map(([name, value]) =>
              h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, value)),
            ),
          ),
        ),
        h(
          "ul",
          { class: "small" },
          [...(report.grade?.why ?? []), ...report.remarks.map(({ message }) => message)].map(
            (why) => h("li", {}, why),
          ),
        ),
      );
    } catch (error) {
      line.textContent = error.message;
    }
  }

  async #plates() {
    const plates = await api
      .job("plates", { level: this.level }, { signal: this.abort.signal })
      .catch((error) => {
        replace(this.extra, h("p", { class: "bad" }, error.message));
      });
    if (!plates) return;
    const list = plates.plates ?? plates;
    replace(
      this.extra,
      list.length
        ? h(
            "ul",
            { class: "plates" },
            list.map((plate) => plateOf(plate, this.recolor)),
          )
        : h(
            "p",
            {},
            "There are none on this board: every solvable board has exactly one solution.",
          ),
    );
  }
}

/** A picture with its words. */
const plateOf = ({ svg, title, text }, recolor) =>
  h(
    "li",
    { class: "stack" },
    svg ? picture(svg, title, recolor) : null,
    h("b", { class: "small" }, title),
    text ? h("p", { class: "small soft" }, text) : null,
  );

/** A table of pictures; the entries that hold are marked from the beat on that looks it up. */
class LookUp {
  constructor({ text, plates, found, beat }, recolor) {
    this.beat = beat;
    this.plates = plates.map((plate) => plateOf(plate, recolor));
    this.found = new Set(found);
    this.el = h(
      "section",
      { class: "stack", "aria-label": "Table" },
      h("h3", {}, "Table"),
      h("p", { class: "small" }, text),
      h("ul", { class: "plates look-up" }, this.plates),
    );
  }

  at(beat) {
    this.plates.forEach((plate, i) => {
      const now = beat >= this.beat && this.found.has(i);
      if (now) plate.setAttribute("aria-current", "true");
      else plate.removeAttribute("aria-current");
    });
  }
}

/** Why there is no solution: sentences, each with what it says about cells of the board. */
function proof(statements, board) {
  const cells = statements.flatMap((statement) => statement.cells);
  board.notes(cells.map(({ cell: [x, y], label }) => ({ place: { x, y }, label })));
  return h(
    "ul",
    { class: "stack small", "aria-label": "Proof" },
    statements.map(({ text }) => h("li", {}, text)),
  );
}
