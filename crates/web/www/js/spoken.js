// A board in words, for whoever does not see it: what lies on a place, which way a line goes, and
// what has changed. Pictures say which things they show and on which places (`aria-label`, `data-x`
// and `data-y`, `data-cells`, `data-path`); nothing here knows a game.

/**
 * @typedef {{ x: number, y: number }} Place
 * @typedef {{ id: string, label: string, cells: Place[], path: boolean }} Thing
 */

/** So many changes are told one by one. */
const MOST = 8;

/** The things of a picture with a name, in the order they are drawn. */
export function thingsOf(svg) {
  return [...svg.querySelectorAll('[aria-label]:not([opacity="0"])')]
    .filter((el) => el.id && !el.classList.contains("leaving"))
    .map(thing);
}

/**
 * A thing of a picture.
 * @returns {Thing}
 */
export function thing(el) {
  const { x, y, cells, path } = el.dataset;
  const list = path ?? cells;
  const own = x === undefined ? [] : [{ x: Number(x), y: Number(y) }];
  return {
    id: el.id,
    label: el.getAttribute("aria-label") ?? "",
    cells: list === undefined ? own : list.split(" ").filter(Boolean).map(read),
    path: path !== undefined,
  };
}

const read = (text) => {
  const [x, y] = text.split(",").map(Number);
  return { x, y };
};

/**
 * What a thing is called on one of its places: a line says which ways it goes on.
 * @param {Thing} thing
 * @param {Place} place
 */
export function labelAt({ label, cells, path }, place) {
  if (!path) return label;
  const ways = cells.flatMap((cell, i) =>
    same(cell, place)
      ? [cells[i - 1], cells[i + 1]].filter(Boolean).map((next) => way(cell, next))
      : [],
  );
  return ways.length ? `${label}, going ${[...new Set(ways)].join(" and ")}` : label;
}

/** Whether a thing is met on a place. */
export const isOn = ({ cells }, place) => cells.some((cell) => same(cell, place));

/** @param {Place} place */
export const where = ({ x, y }) => `row ${y + 1}, column ${x + 1}`;

/** Where a thing is: its place, its places row by row, or its way from end to end. */
export function whereabouts({ cells, path }) {
  if (cells.length === 0) return "";
  if (path && cells.length > 1) return `from ${where(cells[0])}: ${route(cells)}`;
  const rows = new Map();
  for (const { x, y } of cells)
    rows.set(
      y,
      [...(rows.get(y) ?? []), x + 1].sort((a, b) => a - b),
    );
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([y, xs]) => `row ${y + 1}, ${xs.length === 1 ? "column" : "columns"} ${listed(xs)}`)
    .join("; ");
}

/** A thing with where it is, unless its name says that. */
export function placed(thing) {
  const at = whereabouts(thing);
  return !at || thing.label.includes("row ") ? thing.label : `${thing.label}, ${at}`;
}

/**
 * What has changed from one picture to the next, as a sentence; empty if nothing has.
 * @param {Thing[]} before
 * @param {Thing[]} after
 */
export function changes(before, after) {
  const old = new Map(before.map((one) => [one.id, placed(one)]));
  const now = new Map(after.map((one) => [one.id, placed(one)]));
  const fresh = after.filter((one) => old.get(one.id) !== now.get(one.id));
  const gone = before.filter((one) => !now.has(one.id));
  const told = [
    ...whole(fresh).map((one) => now.get(one.id)),
    ...whole(gone).map(({ label }) => `${label}: gone`),
  ];
  const more = told.length - MOST;
  return [...told.slice(0, MOST), ...(more > 0 ? [`${more} more changes`] : [])].join(". ");
}

// Parts of a thing go with it.
const whole = (things) =>
  things.filter(({ id }) => !things.some((other) => id.startsWith(`${other.id}-`)));

// "right 3, down 1"
function route(cells) {
  const legs = [];
  for (let i = 1; i < cells.length; i += 1) {
    const to = way(cells[i - 1], cells[i]);
    const last = legs.at(-1);
    if (last?.to === to) last.steps += 1;
    else legs.push({ to, steps: 1 });
  }
  return legs.map(({ to, steps }) => `${to} ${steps}`).join(", ");
}

function way(from, to) {
  const up = to.y < from.y ? "up" : to.y > from.y ? "down" : "";
  const side = to.x < from.x ? "left" : to.x > from.x ? "right" : "";
  return [up, side].filter(Boolean).join(" ");
}

const listed = (numbers) =>
  numbers.length < 2
    ? String(numbers[0])
    : `${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;
const same = (a, b) => a.x === b.x && a.y === b.y;
