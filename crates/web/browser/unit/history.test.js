// Days of the person's own calendar: rows of days, weeks of a month.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./dom.js";

const { dayBefore, daysDone, streak, weeksOf } = await import("../../www/js/history.js");

test("the day before, over months and leap years", () => {
  assert.equal(dayBefore("2026-03-01"), "2026-02-28");
  assert.equal(dayBefore("2024-03-01"), "2024-02-29");
  assert.equal(dayBefore("2026-01-01"), "2025-12-31");
});

test("a row of days counts up to today, or to yesterday while today is still open", () => {
  const check = (days, expected) => assert.equal(streak(new Set(days), "2026-11-16"), expected);
  check([], 0);
  check(["2026-11-16"], 1);
  check(["2026-11-15", "2026-11-14"], 2);
  check(["2026-11-16", "2026-11-15", "2026-11-13"], 2);
  check(["2026-11-14"], 0);
});

test("weeks begin on Monday", () => {
  const weeks = weeksOf("2026-11");
  assert.equal(weeks[0].indexOf("2026-11-01"), 6);
  assert.equal(weeks.length, 6);
  assert.ok(weeks.every((week) => week.length === 7));
});

test("a row of days cannot be filled afterwards", () => {
  const solved = [
    { game: "tint", key: "daily/2026-11-14", first: "2026-11-16" },
    { game: "tint", key: "daily/2026-11-15", first: "2026-11-15" },
    { game: "tint", key: "easy/e01", first: "2026-11-13" },
    { game: "circuits", key: "daily/2026-11-13", first: "2026-11-13" },
  ].map((one) => ({ ...one, last: one.first, ms: null }));
  const check = (options, expected) =>
    assert.deepEqual([...daysDone(solved, "tint", options)], expected);
  check({}, ["2026-11-14", "2026-11-15"]);
  check({ onTheDay: true }, ["2026-11-15"]);
});
