// The levels of a rush: rising, and the same for whoever has the seed.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./dom.js";

const { wanted } = await import("../../www/js/screens/rush.js");

const game = { tiers: ["easy", "medium", "hard", "master"].map((name) => ({ name })) };

test("a rush rises through the first tiers and never falls", () => {
  const tiers = Array.from({ length: 20 }, (_, i) => wanted(game, 7, i).tier);
  const order = tiers.map((tier) => game.tiers.findIndex(({ name }) => name === tier));
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  );
  assert.deepEqual([...new Set(tiers)], ["easy", "medium", "hard"]);
});

test("a series is the same for a seed, and every level has a seed of its own", () => {
  const series = (seed) => Array.from({ length: 20 }, (_, i) => wanted(game, seed, i));
  assert.deepEqual(series(7), series(7));
  assert.equal(new Set([...series(7), ...series(8)].map(({ seed }) => seed)).size, 40);
});
