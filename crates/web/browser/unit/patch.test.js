// One picture becomes the next: elements are kept by id, changed in place, put in order, let go.

import assert from "node:assert/strict";
import { test } from "node:test";
import { host } from "./dom.js";

const { miniature, patch } = await import("../../www/js/patch.js");

const picture = (inside) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" viewBox="0 0 10 10">${inside}</svg>`;
const order = (svg) => [...svg.children].map((el) => el.id || el.tagName).join(" ");

test("the first picture is shown as it is, without a fixed size", () => {
  const svg = patch(host(), picture("<rect id='a'/><rect id='b'/>"));
  assert.equal(order(svg), "a b");
  assert.equal(svg.getAttribute("width"), null);
});

test("an element keeps its identity; attributes are changed, added and taken away", () => {
  const el = host();
  const svg = patch(el, picture("<rect id='a' x='1' rx='2'/>"));
  const a = svg.firstChild;
  patch(el, picture("<rect id='a' x='5' fill='red'/>"));
  assert.equal(svg.firstChild, a);
  assert.deepEqual(
    ["x", "rx", "fill"].map((name) => a.getAttribute(name)),
    ["5", null, "red"],
  );
});

test("what is new comes where it stands, what is gone leaves, what moved is put in order", () => {
  const check = (before, after) => {
    const el = host();
    const list = (ids) => picture(ids.map((id) => `<rect id='${id}'/>`).join(""));
    patch(el, list(before));
    assert.equal(order(patch(el, list(after))), after.join(" "));
  };
  check(["a", "b"], ["a", "c", "b"]);
  check(["a", "b", "c"], ["c"]);
  check(["a", "b", "c"], ["c", "b", "a"]);
  check([], ["a"]);
  check(["a"], []);
});

test("an element of another kind takes the place of the old one", () => {
  const el = host();
  patch(el, picture("<rect id='a'/>"));
  const svg = patch(el, picture("<circle id='a'/>"));
  assert.equal(svg.children.length, 1);
  assert.equal(svg.firstChild.tagName, "circle");
});

test("what hangs on a finger is left alone with its parts; the page's own layer stays on top", () => {
  const el = host();
  const svg = patch(
    el,
    picture("<rect id='s-1' x='1'/><rect id='s-1-eye' x='1'/><rect id='s-10' x='1'/>"),
  );
  const over = svg.ownerDocument.createElementNS("http://www.w3.org/2000/svg", "g");
  over.dataset.page = "";
  svg.append(over);
  patch(
    el,
    picture(
      "<rect id='s-1' x='2'/><rect id='s-1-eye' x='2'/><rect id='s-10' x='2'/><rect id='z'/>",
    ),
    {
      except: ["s-1"],
    },
  );
  assert.equal(
    [...svg.querySelectorAll("[x]")].map((rect) => rect.getAttribute("x")).join(),
    "1,1,2",
  );
  assert.equal(svg.lastChild, over);
});

test("text is changed as text", () => {
  const el = host();
  const svg = patch(el, picture("<text id='t'>3</text>"));
  patch(el, picture("<text id='t'>2</text>"));
  assert.equal(svg.textContent, "2");
});

test("a miniature has no ids to meet others, and what is no picture is refused", () => {
  assert.equal(
    miniature(picture("<g id='a'><rect id='b'/></g>")).querySelectorAll("[id]").length,
    0,
  );
  assert.throws(() => miniature("<p>no</p>"), /picture/);
});
