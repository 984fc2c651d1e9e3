// A board in words: every place of a thing tells of it, lines say which way they go, and changes are
// told by what changed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { changes, isOn, labelAt, placed, thing } from "../../www/js/spoken.js";

const element = (id, label, data) => ({
  id,
  dataset: data,
  getAttribute: (name) => (name === "aria-label" ? label : null),
});

const corner = thing(element("shape-0", "red corner", { x: "1", y: "0", cells: "1,0 1,1 2,1" }));
const line = thing(element("own-1", "drawn line, red", { x: "1", y: "1", path: "0,1 1,1 2,2" }));
const lamp = thing(element("lamp-0-0", "row 1, column 1, on", { x: "0", y: "0" }));

test("a thing is met on all its places", () => {
  const check = (one, x, y, expected) => assert.equal(isOn(one, { x, y }), expected);
  check(corner, 1, 0, true);
  check(corner, 2, 1, true);
  check(corner, 2, 0, false);
  check(lamp, 0, 0, true);
});

test("a line says which ways it goes on", () => {
  const check = (x, y, expected) => assert.equal(labelAt(line, { x, y }), expected);
  check(0, 1, "drawn line, red, going right");
  check(1, 1, "drawn line, red, going left and down right");
  check(2, 2, "drawn line, red, going up left");
  assert.equal(labelAt(corner, { x: 2, y: 1 }), "red corner");
});

test("a thing is told with its places, row by row, or with its way", () => {
  const check = (one, expected) => assert.equal(placed(one), expected);
  check(corner, "red corner, row 1, column 2; row 2, columns 2 and 3");
  check(line, "drawn line, red, from row 2, column 1: right 1, down right 1");
  check(lamp, "row 1, column 1, on");
});

test("what has changed is told, and nothing else", () => {
  const check = (before, after, expected) => assert.equal(changes(before, after), expected);
  const off = { ...lamp, label: "row 1, column 1, off" };
  const part = { ...lamp, id: "shape-0-lock", label: "lock" };
  check([lamp, corner], [lamp, corner], "");
  check([lamp, corner], [off, corner], "row 1, column 1, off");
  check([], [corner, part], "red corner, row 1, column 2; row 2, columns 2 and 3");
  check([line], [], "drawn line, red: gone");
  const many = Array.from({ length: 10 }, (_, i) => ({ ...lamp, id: `lamp-${i}` }));
  assert.match(changes([], many), /\. 2 more changes$/);
});
