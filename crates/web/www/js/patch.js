// Turns one picture into the next: elements keep their ids, so what changed is patched in place,
// glides from where it was, and what is gone fades.

import { reducedMotion } from "./settings.js";

const GEOMETRY = new Set(["d", "x", "y", "cx", "cy", "points"]);

/**
 * Shows a picture in a host. Elements under `except` (ids and their parts) are left as they are:
 * they hang on a finger. Elements of the page itself carry `data-page` and stay on top.
 */
export function patch(host, text, { except = [], glide = true } = {}) {
  const next = parse(text);
  const old = host.querySelector(":scope > svg");
  if (!old) {
    host.prepend(next);
    return next;
  }
  sync(old, next);
  const held = (id) => except.some((root) => id === root || id.startsWith(`${root}-`));
  const known = new Map([...old.children].filter((el) => key(el)).map((el) => [key(el), el]));
  const glides = [];
  const runs = [];
  let place = old.firstElementChild;
  for (const fresh of next.children) {
    const id = key(fresh);
    let el = known.get(id);
    known.delete(id);
    if (el && el.tagName === fresh.tagName) {
      el.classList.remove("leaving");
      if (!held(id)) {
        const from = glide && (el.style.transform || moves(el, fresh)) ? box(el) : null;
        el.style.transform = "";
        if (recolours(el, fresh)) runs.push(el);
        sync(el, fresh);
        if (from) glides.push([el, from]);
      }
    } else {
      if (el && el === place) place = place.nextElementSibling;
      el?.remove();
      el = document.importNode(fresh, true);
      old.insertBefore(el, place);
    }
    if (el === place) place = place.nextElementSibling;
    else old.insertBefore(el, place);
  }
  for (const [id, el] of known) if (!held(id)) leave(el);
  old.append(...old.querySelectorAll(":scope > [data-page]"));
  if (!reducedMotion()) {
    for (const [el, from] of glides) glideFrom(el, from);
    for (const el of runs) runAlong(el);
  }
  return old;
}

/** The picture as an element without ids, to stand beside others. */
export function miniature(text) {
  const picture = /** @type {SVGSVGElement} */ (
    /** @type {unknown} */ (document.importNode(parse(text), true))
  );
  for (const el of picture.querySelectorAll("[id]")) el.removeAttribute("id");
  return picture;
}

function parse(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.tagName !== "svg") throw new Error("the picture cannot be read");
  root.removeAttribute("width");
  root.removeAttribute("height");
  return root;
}

// The board itself and the title have no ids; there is one of each.
const key = (el) =>
  el.dataset.page !== undefined ? "" : el.id || el.tagName + (el.getAttribute("class") ?? "");

function sync(el, fresh) {
  for (const { name } of [...el.attributes]) {
    if (!fresh.hasAttribute(name) && name !== "style") el.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (el.getAttribute(name) !== value) el.setAttribute(name, value);
  }
  if (el.tagName !== "svg" && el.textContent !== fresh.textContent)
    el.replaceChildren(...fresh.cloneNode(true).childNodes);
}

function moves(el, fresh) {
  return [...fresh.attributes].some(
    ({ name, value }) => GEOMETRY.has(name) && el.getAttribute(name) !== value,
  );
}

function recolours(el, fresh) {
  const drawn = el.tagName === "path" || el.tagName === "polyline";
  return (
    drawn &&
    el.getAttribute("fill") === "none" &&
    el.getAttribute("stroke") !== fresh.getAttribute("stroke")
  );
}

// A new colour runs along a line, 40 ms a step.
function runAlong(el) {
  const length = el.getTotalLength?.() ?? 0;
  if (length === 0 || el.hasAttribute("stroke-dasharray")) return;
  const whole = { strokeDasharray: `${length} ${length}` };
  el.animate(
    [
      { ...whole, strokeDashoffset: length },
      { ...whole, strokeDashoffset: 0 },
    ],
    { duration: Math.max(120, (length / 48) * 40), easing: "ease-out" },
  );
}

function box(el) {
  const { x, y, width, height } = el.getBBox();
  const carried = new DOMMatrix(getComputedStyle(el).transform);
  return { x: x + carried.e, y: y + carried.f, width, height };
}

function glideFrom(el, from) {
  for (const running of el.getAnimations()) running.finish();
  const to = el.getBBox();
  const sameSize = Math.abs(to.width - from.width) < 1 && Math.abs(to.height - from.height) < 1;
  const [dx, dy] = [from.x - to.x, from.y - to.y];
  if (!sameSize || (dx === 0 && dy === 0)) return;
  const keep =
    getComputedStyle(el).transform === "none" ? "" : ` ${getComputedStyle(el).transform}`;
  el.animate([{ transform: `translate(${dx}px, ${dy}px)${keep}` }, { transform: keep || "none" }], {
    duration: 180,
    easing: "ease-out",
  });
}

function leave(el) {
  if (!el.id || reducedMotion()) {
    el.remove();
    return;
  }
  el.removeAttribute("id");
  el.classList.add("leaving");
  setTimeout(() => el.remove(), 320);
}
