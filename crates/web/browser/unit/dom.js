// A document for unit tests: jsdom, with stand-ins for what only a browser that draws can answer.

import { JSDOM } from "jsdom";

const { window } = new JSDOM("<!doctype html><div id='host'></div>", { url: "http://localhost/" });

for (const name of [
  "document",
  "DOMParser",
  "Node",
  "Element",
  "EventTarget",
  "Event",
  "CustomEvent",
]) {
  globalThis[name] = window[name];
}
globalThis.localStorage = window.localStorage;
globalThis.matchMedia = () => ({ matches: true, addEventListener() {} });
globalThis.getComputedStyle = window.getComputedStyle;
globalThis.DOMMatrix = class {
  e = 0;
  f = 0;
};
window.Element.prototype.getBBox = () => ({ x: 0, y: 0, width: 0, height: 0 });
window.Element.prototype.getAnimations = () => [];

/** An empty element that boards can be shown in. */
export function host() {
  const el = window.document.createElement("div");
  window.document.body.replaceChildren(el);
  return el;
}
