// On track means that the optimum is still in reach; nothing unproved is called a fact.

import assert from "node:assert/strict";
import { test } from "node:test";
import { verdict } from "../../www/js/track.js";
import { learnWords } from "../../www/js/words.js";

learnWords([
  { name: "presses", one: "press", many: "presses" },
  { name: "strokes", one: "stroke", many: "strokes" },
  { name: "cells", one: "cell", many: "cells" },
]);

test("the verdict on a position", () => {
  const level = { par: { presses: 3 }, optimal: true, metrics: ["presses"] };
  const check = (given, spent, hint, text, kind) =>
    assert.deepEqual(verdict(given, spent, hint), { text, kind });
  const left = (presses) => ({ onTrack: true, remaining: { presses } });
  check(level, { presses: 0 }, left(3), "On track: 3 presses to go.", "good");
  check(level, { presses: 2 }, left(1), "On track: 1 press to go.", "good");
  const more = "Still solvable, 2 presses more than needed: 4 presses to go.";
  check(level, { presses: 1 }, left(4), more, "warn");
  const unproved = { ...level, optimal: false };
  check(unproved, { presses: 1 }, left(4), "Still solvable: 4 presses to go.", "good");
  check({ metrics: [] }, {}, { onTrack: true }, "On track.", "good");
  check(unproved, { presses: 0 }, left(4), "On track: 4 presses to go.", "good");
  check(level, { presses: 1 }, { onTrack: true, remaining: null }, "Still solvable.", "good");
  check(level, {}, { onTrack: null, why: "" }, "Not known.", "warn");
  check(level, {}, { onTrack: false, undo: 2 }, "No longer solvable: take back 2.", "bad");
  check(level, {}, { onTrack: false, why: "A cat is shut in." }, "A cat is shut in.", "bad");
});

test("the second metric decides where the first is level", () => {
  const level = { par: { strokes: 2, cells: 9 }, optimal: true, metrics: ["strokes", "cells"] };
  const hint = { onTrack: true, remaining: { strokes: 1, cells: 5 } };
  assert.equal(verdict(level, { strokes: 1, cells: 4 }, hint).kind, "good");
  const { text } = verdict(level, { strokes: 1, cells: 5 }, hint);
  assert.equal(text, "Still solvable, 1 cell more than needed: 1 stroke, 5 cells to go.");
});
