// Solutions as hands: what a person does with mouse, finger or keyboard to make the moves of a
// solution file. A move is known by its form (a press, a step of a shape, a line, a piece), so no game
// is named here.

import { arrows, drag, pause, point } from "./harness.js";

const STEPS = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };
const cell = ([x, y]) => ({ x, y });

/** Places of a thing on the board, read off the picture. */
async function placeOf(page, id) {
  return page
    .locator(`.stage .board [id="${id}"]`)
    .evaluate((el) => ({ x: Number(el.dataset.x), y: Number(el.dataset.y) }));
}

/** Waits until the page has heard what became of the moves made so far. */
async function settled(page) {
  await pause(60);
  await page.answered();
}

/** The entries of a solution file: the only list in it. */
const entries = (solution) => Object.values(solution).find(Array.isArray);

/** What to do, in order; steps of one shape that follow each other are one deed. */
function deeds(solution) {
  const list = [];
  for (const entry of entries(solution)) {
    if (Array.isArray(entry)) list.push({ line: entry.map(cell) });
    else if ("piece" in entry) list.push({ placement: entry });
    else if (!("shape" in entry)) list.push({ press: { x: entry.col, y: entry.row } });
    else if (list.at(-1)?.shape === entry.shape) list.at(-1).dirs.push(entry.dir);
    else list.push({ shape: entry.shape, dirs: [entry.dir] });
  }
  return list;
}

function walk(from, dirs) {
  const path = [from];
  for (const dir of dirs)
    path.push({ x: path.at(-1).x + STEPS[dir][0], y: path.at(-1).y + STEPS[dir][1] });
  return path;
}

/** How often the piece in the hand is turned. */
export const turnsInHand = async (page) =>
  Number(await page.locator(".held-piece:not([hidden])").getAttribute("data-turns"));

/** Whether a piece is on the board already, as given pieces are. */
const lies = async (page, piece) =>
  (await page.locator(`.stage .board [id="piece-${piece}"]`).count()) > 0;

/** Plays a solution, or the first of its deeds; `hand` has `tap(place)`, `drag(places)` and `button(name)`. */
export async function byPointer(page, hand, solution, most = Infinity) {
  let left = most;
  for (const { press, shape, dirs, line, placement } of deeds(solution)) {
    if (left === 0) return;
    if (press) await hand.tap(press);
    else if (line) await hand.drag(line);
    else if (dirs) {
      await hand.drag(walk(await placeOf(page, `shape-${shape}`), dirs));
      await pause(250);
    } else if (await lies(page, placement.piece)) continue;
    else await placeByPointer(page, hand, placement);
    left -= 1;
    await settled(page);
  }
}

/** The same without ever waiting for the page: where things are by now is known from the moves made. */
export async function inHaste(page, hand, solution) {
  const places = new Map();
  for (const { press, shape, dirs, line } of deeds(solution)) {
    if (press) await hand.tap(press);
    else if (line) await hand.drag(line);
    else {
      const way = walk(places.get(shape) ?? (await placeOf(page, `shape-${shape}`)), dirs);
      places.set(shape, way.at(-1));
      await hand.drag(way);
    }
  }
}

/** Whether a solution can be played in haste: pieces are put down with buttons, one waits for those. */
export const canHaste = (solution) => deeds(solution).every(({ placement }) => !placement);

async function placeByPointer(page, hand, { piece, side, turns, at }) {
  await hand.tap(await placeOf(page, `tray-${piece}`));
  await page.locator(".held-piece:not([hidden])").waitFor();
  const start = await turnsInHand(page);
  for (let i = 0; i < side; i += 1) await hand.button("Flip");
  for (let i = start; i % 4 !== turns; i += 1) await hand.button("Turn");
  await settled(page);
  await hand.tap(cell(at));
}

/** The same by keyboard; the cursor begins at the top left of what is shown. */
export async function byKeys(page, solution) {
  const within = await page.locator(".stage .board > svg").getAttribute("data-within");
  const [x, y] = (within ?? "0 0").split(" ").map(Number);
  let at = { x, y };
  const go = async (to) => {
    await arrows(page, at, to);
    at = to;
  };
  const key = async (name) => {
    await page.keyboard.press(name);
    await settled(page);
  };
  for (const { press, shape, dirs, line, placement } of deeds(solution)) {
    if (press) {
      await go(press);
      await key("Space");
    } else if (dirs) {
      await go(await placeOf(page, `shape-${shape}`));
      await key("Space");
      for (const dir of dirs) await key(`Arrow${dir[0].toUpperCase()}${dir.slice(1)}`);
      at = walk(at, dirs).at(-1);
      await page.keyboard.press("Space");
    } else if (line) {
      await go(line[0]);
      await key("Space");
      for (const to of line.slice(1)) {
        const [dx, dy] = [to.x - at.x, to.y - at.y];
        if (dx && dy) await page.keyboard.press(`Numpad${5 + dx - 3 * dy}`);
        else await arrows(page, at, to);
        at = to;
      }
      await key("Enter");
    } else if (!(await lies(page, placement.piece))) {
      await go(await placeOf(page, `tray-${placement.piece}`));
      await page.keyboard.press("Space");
      await page.locator(".in-hand").waitFor();
      const start = await turnsInHand(page);
      for (let i = 0; i < placement.side; i += 1) await page.keyboard.press("f");
      for (let i = start; i % 4 !== placement.turns; i += 1) await page.keyboard.press("e");
      await settled(page);
      await go(cell(placement.at));
      await key("Enter");
    }
  }
}

/**
 * The same by ear: things are found by what is told of the places, and what is done with them is
 * chosen by what is told. `known` tells what a shape or a piece of the solution is called, and where it
 * lies at first: several may have one name, and whoever moves them remembers which went where.
 */
export async function byEar(page, solution, known) {
  const ears = new Ears(page);
  const moved = new Map();
  for (const { press, shape, dirs, line, placement } of deeds(solution)) {
    const board = await ears.board();
    const told = await ears.news();
    if (press) {
      await ears.find(board, (words) => words.startsWith(`${row(press)}, `));
      await ears.key("Space");
    } else if (dirs) {
      const { label, at } = known(`shape-${shape}`);
      const here = moved.get(shape) ?? at;
      await ears.find(board, (words) => words.startsWith(`${label},`) && words.endsWith(row(here)));
      moved.set(shape, walk(here, dirs).at(-1));
      await ears.key("Space");
      for (const dir of dirs) await ears.key(`Arrow${dir[0].toUpperCase()}${dir.slice(1)}`);
      await page.keyboard.press("Space");
    } else if (line) {
      await ears.find(
        board,
        (words) => words.endsWith(row(line[0])) && !/^(empty|outside)/.test(words),
      );
      await ears.key("Space");
      for (const [i, to] of line.slice(1).entries()) {
        const [dx, dy] = [to.x - line[i].x, to.y - line[i].y];
        if (dx && dy) await page.keyboard.press(`Numpad${5 + dx - 3 * dy}`);
        else await arrows(page, line[i], to);
      }
      await ears.key("Enter");
    } else {
      const name = known(`piece-${placement.piece}`).label;
      const waits = (words) => words.split(", ").includes(name) && words.includes("waiting");
      if (![...board.values()].some(waits)) continue;
      await ears.find(board, waits);
      await ears.key("Space");
      const wanted = `${name}, in hand${TURNED[placement.turns]}${placement.side ? ", flipped" : ""}:`;
      for (let i = 0; i < 8 && !(await ears.said()).startsWith(wanted); i += 1)
        await ears.key(i === 3 ? "f" : "e");
      await ears.go(row(cell(placement.at)));
      await ears.key("Enter");
    }
    if ((await ears.news()) === told) throw new Error("nothing was told of a move");
  }
}

const TURNED = ["", ", turned a quarter", ", turned by half", ", turned three quarters"];
const row = ({ x, y }) => `row ${y + 1}, column ${x + 1}`;

/** What a screen reader tells of a board that is gone over by keys. */
class Ears {
  constructor(page) {
    this.page = page;
  }

  /** What is told of the place under the cursor. */
  words() {
    return this.page.locator(".said .cursor-words").textContent();
  }

  /** What was told of the last change. */
  news() {
    return this.page.locator(".said .news").textContent();
  }

  /** What the status line says. */
  said() {
    return this.page.locator("main .status").first().textContent();
  }

  async key(name) {
    await this.page.keyboard.press(name);
    await settled(this.page);
  }

  /** Where the cursor is, as it is told. */
  async at() {
    return /row \d+, column \d+/.exec(await this.words())?.[0];
  }

  // Presses an arrow as long as it leads to another place.
  async #edge(arrow) {
    for (let before = null; before !== (await this.at()); ) {
      before = await this.at();
      await this.page.keyboard.press(arrow);
    }
  }

  /** What is told of every place, by going over all of them: places to words. */
  async board() {
    await this.page.keyboard.press("ArrowRight");
    await this.#edge("ArrowLeft");
    await this.#edge("ArrowUp");
    const board = new Map();
    for (let arrow = "ArrowRight"; ; arrow = arrow === "ArrowRight" ? "ArrowLeft" : "ArrowRight") {
      for (let at = await this.at(); !board.has(at); at = await this.at()) {
        board.set(at, await this.words());
        await this.page.keyboard.press(arrow);
      }
      await this.page.keyboard.press("ArrowDown");
      if (board.has(await this.at())) return board;
    }
  }

  /** Takes the cursor to the first place of which such words are told. */
  async find(board, wanted) {
    const found = [...board].find(([, words]) => wanted(words));
    if (!found) throw new Error(`nothing like that is told: ${[...board.values()].join(" | ")}`);
    await this.go(found[0]);
  }

  async go(to) {
    await arrows(this.page, placeIn(await this.at()), placeIn(to));
  }
}

const placeIn = (words) => {
  const [, y, x] = /row (\d+), column (\d+)/.exec(words);
  return { x: Number(x) - 1, y: Number(y) - 1 };
};

/** A mouse. */
export const mouse = (page) => ({
  tap: async (place) => {
    const { x, y } = await point(page, place);
    await page.mouse.click(x, y, { delay: 30 });
  },
  drag: (places) => drag(page, places),
  button: (name) => page.getByRole("button", { name, exact: true }).click(),
});

/** A finger. */
export const touch = (page, finger) => ({
  tap: (place) => finger.tap(place),
  drag: (places) => finger.drag(places),
  button: (name) => page.getByRole("button", { name, exact: true }).tap(),
});
