// Words for people: no coordinates, whole sentences.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sentence } from "../../www/js/words.js";

test("what the engine says becomes a sentence with rows and columns", () => {
  const check = (text, expected) => assert.equal(sentence(text), expected);
  check("a blocker stands on (2,1)", "A blocker stands on row 2, column 3.");
  check("Nothing is forced.", "Nothing is forced.");
  check("the line of (0, 3) meets (1,3)", "The line of row 4, column 1 meets row 4, column 2.");
  check("", "");
});
