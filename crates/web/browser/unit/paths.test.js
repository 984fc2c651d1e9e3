// The way of a finger as steps of a board.

import assert from "node:assert/strict";
import { test } from "node:test";
import { latticeSteps, straightSteps, walkTowards } from "../../www/js/paths.js";

const places = (list) => list.map(({ x, y }) => `${x},${y}`).join(" ");

test("straight steps go along the longer side first and never diagonally", () => {
  const check = (from, to, expected) =>
    assert.equal(places(straightSteps(at(from), at(to))), expected);
  check([0, 0], [0, 0], "");
  check([0, 0], [3, 0], "1,0 2,0 3,0");
  check([0, 0], [0, -2], "0,-1 0,-2");
  check([0, 0], [2, 1], "1,0 2,0 2,1");
  check([2, 2], [1, 0], "2,1 1,1 1,0");
});

test("lattice steps: a point attracts from 0.45 away, a diagonal only near 45 degrees", () => {
  const check = (from, [x, y], expected) =>
    assert.equal(places(latticeSteps(at(from), { x: x + 0.5, y: y + 0.5 })), expected);
  check([0, 0], [0, 0], "");
  check([0, 0], [0.5, 0], "");
  check([0, 0], [0.56, 0], "1,0");
  check([0, 0], [1, 1], "1,1");
  check([0, 0], [0.3, 0.3], "");
  check([0, 0], [3, 0.4], "1,0 2,0 3,0");
  check([0, 0], [-2, -2], "-1,-1 -2,-2");
  check([0, 0], [1, 0.52], "1,1");
  check([0, 0], [1, 0.5], "1,0");
});

test("a slide comes as near to the finger as free places allow, around corners", () => {
  const check = (board, wanted, expected) => {
    const rows = board.trim().split(/\s+/);
    const free = new Set();
    let from;
    rows.forEach((row, y) => {
      [...row].forEach((letter, x) => {
        if (letter !== "#") free.add(`${x},${y}`);
        if (letter === "s") from = { x, y };
      });
    });
    const { best, way } = walkTowards(from, at(wanted), free);
    assert.equal(places([best, ...way]), expected);
  };
  check("s..", [2, 0], "2,0 1,0 2,0");
  check("s#.", [2, 0], "0,0");
  check("s.# ##. ...", [2, 0], "1,0 1,0");
  check("s#. ... ###", [2, 0], "2,0 0,1 1,1 2,1 2,0");
  check("s..", [1.4, 0.3], "1,0 1,0");
});

function at([x, y]) {
  return { x, y };
}
