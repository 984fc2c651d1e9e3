// Everything that is said has a lifetime; what is true of the position is computed, not remembered.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./dom.js";

const { connection } = await import("../../www/js/api.js");
const { Status } = await import("../../www/js/status.js");

test("a message goes with what it belongs to, and the standing line comes back", () => {
  const check = (of, over, expected) => {
    const status = new Status(() => "4 lit");
    status.say("said", { of });
    status.over(over);
    assert.equal(status.el.textContent, expected, `${of} when ${over} is over`);
  };
  check("position", "gesture", "said");
  check("position", "position", "4 lit");
  check("gesture", "gesture", "4 lit");
  check("gesture", "position", "4 lit");
  check("job", "gesture", "said");
  check("job", "position", "4 lit");
  check("connection", "position", "said");
  check("moment", "gesture", "4 lit");
});

test("the standing line is asked for again whenever the position changes", () => {
  let lit = 4;
  const status = new Status(() => `${lit} lit`);
  status.refresh();
  lit = 3;
  status.over("position");
  assert.equal(status.el.textContent, "3 lit");
});

test("a button acts once and goes with its message", () => {
  const status = new Status(() => "standing");
  let acted = 0;
  status.say("off the track", { action: ["Take back 2", () => (acted += 1)] });
  const button = status.el.querySelector("button");
  button.click();
  assert.equal(status.el.querySelector("button"), null);
  assert.equal(status.el.textContent, "standing");
  assert.equal(acted, 1);
});

test("work ends what it said, and nothing that was said since", () => {
  const status = new Status(() => "standing");
  const done = status.work("Thinking…");
  assert.equal(status.el.textContent, "Thinking…");
  done();
  assert.equal(status.el.textContent, "standing");
  const later = status.work("Thinking…");
  status.say("Look here.");
  later();
  assert.equal(status.el.textContent, "Look here.");
});

test("a lost connection is not spoken of once the engine answers again", () => {
  const status = new Status(() => "standing");
  status.say("No answer.", { of: "connection" });
  connection.dispatchEvent(new Event("answered"));
  assert.equal(status.el.textContent, "standing");
});
