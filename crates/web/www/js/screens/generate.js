// Making a level from a game's declared knobs.

import * as api from "../api.js";
import { picture } from "../board.js";
import { h, replace } from "../dom.js";
import { field } from "../knobs.js";
import { draftKey, stored } from "../settings.js";
import { button, page } from "../shell.js";
import { recoloring } from "../themes.js";
import { costs, large, title } from "../words.js";

export async function generating([id]) {
  const game = await api.game(id);
  const tier = h(
    "select",
    { id: "tier" },
    h("option", { value: "" }, "As set below"),
    game.tiers.map(({ name }, i) => h("option", { value: name, selected: i === 0 }, title(name))),
  );
  const seed = h("input", {
    id: "seed",
    type: "number",
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    placeholder: "any",
  });
  const knobs = h("div", { class: "form" });
  const given = game.madeOn ? givenDocument(game) : null;
  const line = h("p", { role: "status", class: "figures" });
  const made = h("div", { class: "stack" });
  let fields = [];
  let touched = new Set();
  let work = null;

  const preset = () => {
    const settings = Object.fromEntries(
      game.tiers.find(({ name }) => name === tier.value)?.settings ?? [],
    );
    touched = new Set();
    fields = game.knobs.map((knob) => ({
      name: knob.name,
      ...field(knob, settings[knob.name] ?? knob.default, () => touched.add(knob.name)),
    }));
    replace(
      knobs,
      fields.map(({ el }) => el),
    );
  };
  tier.addEventListener("change", preset);
  preset();

  const make = async () => {
    work?.abort();
    work = new AbortController();
    start.disabled = true;
    cancel.disabled = false;
    line.textContent = "Making a level…";
    replace(made);
    const set = Object.fromEntries(
      fields.filter(({ name }) => touched.has(name)).map(({ name, read }) => [name, read()]),
    );
    const chosen = seed.value === "" ? Math.floor(Math.random() * 2 ** 48) : Number(seed.value);
    try {
      const on = await given?.read();
      const answer = await api.job(
        "generate",
        { game: id, tier: tier.value || undefined, seed: chosen, set, on },
        {
          signal: work.signal,
          progress: ({ nodes, ms }) => {
            line.textContent = `Making a level: ${(ms / 1000).toFixed(0)} s, ${large(nodes)} nodes`;
          },
        },
      );
      const { record, level } = answer;
      line.textContent = `Seed ${chosen}: ${[costs(record.costs), record.optimal ? "proved" : "", record.grade?.tier ? title(record.grade.tier) : ""].filter(Boolean).join(", ")}.`;
      replace(
        made,
        h(
          "a",
          { class: "card", href: `#/play/code/${level.code}` },
          picture(level.svg, "The new level", recoloring(game)),
          h("span", { class: "button primary" }, "Play it"),
        ),
      );
    } catch (error) {
      line.textContent = error.name === "AbortError" ? "Cancelled." : error.message;
    }
    start.disabled = false;
    cancel.disabled = true;
  };
  const start = button("Make a level", make, { kind: "primary", sign: "play" });
  const cancel = button("Cancel", () => work?.abort(), { disabled: true });

  return page({
    title: `New ${game.title} level`,
    back: `#/game/${id}`,
    content: [
      h(
        "div",
        { class: "form" },
        h("label", { for: "tier" }, "Difficulty", tier),
        h("label", { for: "seed" }, "Seed", seed),
      ),
      given ? h("div", { class: "form" }, given.el) : null,
      h("details", {}, h("summary", {}, "All settings"), knobs),
      h("div", { class: "row" }, start, cancel),
      line,
      h("div", { class: "made" }, made),
    ],
    close: () => work?.abort(),
  });
}

/** What a level is made on: nothing, the editor's draft, or a file; `read` gives its document. */
function givenDocument(game) {
  const draft = stored(draftKey(game.id));
  const file = h("input", { type: "file", id: "on-file", accept: ".json,application/json" });
  const chosen = h("label", { for: "on-file", hidden: true }, "File", file);
  const choice = h(
    "select",
    { id: "on", "aria-describedby": "on-help" },
    h("option", { value: "" }, "Nothing given"),
    draft ? h("option", { value: "draft" }, "The editor's draft") : null,
    h("option", { value: "file" }, "A file"),
  );
  choice.addEventListener("change", () => {
    chosen.hidden = choice.value !== "file";
  });
  const read = async () => {
    if (choice.value === "draft") return draft;
    if (choice.value !== "file") return undefined;
    if (!file.files.length) throw new Error("Choose the file that the level is made on.");
    try {
      return JSON.parse(await file.files[0].text());
    } catch (error) {
      throw new Error(`This is not JSON: ${error.message}`);
    }
  };
  const help = h("span", { class: "help", id: "on-help" }, `Takes ${game.madeOn}.`);
  return { el: [h("label", { for: "on" }, "Made on", choice, help), chosen], read };
}
