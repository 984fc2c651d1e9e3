// Words for people: whole sentences.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sentence } from "../../www/js/words.js";

test("what the engine says becomes a sentence", () => {
  const check = (text, expected) => assert.equal(sentence(text), expected);
  check("2 lamps are lit", "2 lamps are lit.");
  check("a blocker is in the way", "A blocker is in the way.");
  check("Nothing is forced.", "Nothing is forced.");
  check("", "");
});
