// Solutions as hands: what a person does with mouse, finger or keyboard to make the moves of a
// solution file, game by game.

import { arrows, drag, pause, point } from "./harness.js";

const STEPS = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };
const cell = ([x, y]) => ({ x, y });

/** Places of a thing on the board, read off the picture. */
async function placeOf(page, id) {
  return page
    .locator(`.stage .board [id="${id}"]`)
    .evaluate((el) => ({ x: Number(el.dataset.x), y: Number(el.dataset.y) }));
}

/** Waits until the board shows so many moves made since the page was opened. */
const settled = (page) => pause(60).then(() => page.waitForLoadState("networkidle"));

/** Moves of one shape that follow each other are one drag. */
function drags(moves) {
  const list = [];
  for (const { shape, dir } of moves) {
    if (list.at(-1)?.shape !== shape) list.push({ shape, dirs: [] });
    list.at(-1).dirs.push(dir);
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

/** What to do for each game; `hand` has `tap(place)`, `drag(places)` and `button(name)`. */
export const byPointer = {
  async "lights-off"(page, hand, { moves }) {
    for (const { row, col } of moves) {
      await hand.tap({ x: col, y: row });
      await settled(page);
    }
  },
  async tilepuzzle(page, hand, { moves }) {
    for (const { shape, dirs } of drags(moves)) {
      await hand.drag(walk(await placeOf(page, `shape-${shape}`), dirs));
      await pause(250);
      await settled(page);
    }
  },
  async circuits(page, hand, { lines }) {
    for (const line of lines) {
      await hand.drag(line.map(cell));
      await settled(page);
    }
  },
  async tint(page, hand, { strokes }) {
    for (const stroke of strokes) {
      await hand.drag(stroke.map(cell));
      await settled(page);
    }
  },
  async "iq-circuit"(page, hand, { placements }) {
    for (const { piece, side, turns, at } of placements) {
      if (await page.locator(`.stage .board [id="piece-${piece}"]`).count()) continue;
      await hand.tap(await placeOf(page, `tray-${piece}`));
      await page.locator(".held-piece:not([hidden])").waitFor();
      const start = await turnsInHand(page);
      for (let i = 0; i < side; i += 1) await hand.button("Flip");
      for (let i = start; i % 4 !== turns; i += 1) await hand.button("Turn");
      await settled(page);
      await hand.tap(cell(at));
      await settled(page);
    }
  },
};

/** The same by keyboard; the cursor begins at the top left. */
export const byKeys = {
  async "lights-off"(page, { moves }) {
    let at = { x: 0, y: 0 };
    for (const { row, col } of moves) {
      await arrows(page, at, { x: col, y: row });
      at = { x: col, y: row };
      await page.keyboard.press("Space");
      await settled(page);
    }
  },
  async tilepuzzle(page, { moves }) {
    let at = { x: 0, y: 0 };
    for (const { shape, dirs } of drags(moves)) {
      const from = await placeOf(page, `shape-${shape}`);
      await arrows(page, at, from);
      await page.keyboard.press("Space");
      await settled(page);
      for (const dir of dirs) {
        await page.keyboard.press(`Arrow${dir[0].toUpperCase()}${dir.slice(1)}`);
        await settled(page);
      }
      at = walk(from, dirs).at(-1);
      await page.keyboard.press("Space");
    }
  },
  async circuits(page, { lines }) {
    let at = { x: 0, y: 0 };
    for (const line of lines.map((line) => line.map(cell))) {
      await arrows(page, at, line[0]);
      await page.keyboard.press("Space");
      await settled(page);
      for (let i = 1; i < line.length; i += 1) {
        const [dx, dy] = [line[i].x - line[i - 1].x, line[i].y - line[i - 1].y];
        if (dx && dy) await page.keyboard.press(`Numpad${5 + dx - 3 * dy}`);
        else await arrows(page, line[i - 1], line[i]);
      }
      at = line.at(-1);
      await page.keyboard.press("Enter");
      await settled(page);
    }
  },
  async tint(page, { strokes }) {
    let at = { x: 0, y: 0 };
    for (const stroke of strokes.map((stroke) => stroke.map(cell))) {
      await arrows(page, at, stroke[0]);
      await page.keyboard.press("Space");
      await settled(page);
      for (let i = 1; i < stroke.length; i += 1) await arrows(page, stroke[i - 1], stroke[i]);
      at = stroke.at(-1);
      await page.keyboard.press("Enter");
      await settled(page);
    }
  },
  async "iq-circuit"(page, { placements }) {
    let at = { x: 0, y: 0 };
    for (const { piece, side, turns, at: to } of placements) {
      if (await page.locator(`.stage .board [id="piece-${piece}"]`).count()) continue;
      const from = await placeOf(page, `tray-${piece}`);
      await arrows(page, at, from);
      await page.keyboard.press("Space");
      await page.locator(".in-hand").waitFor();
      const start = await turnsInHand(page);
      for (let i = 0; i < side; i += 1) await page.keyboard.press("f");
      for (let i = start; i % 4 !== turns; i += 1) await page.keyboard.press("e");
      await settled(page);
      await arrows(page, from, cell(to));
      at = cell(to);
      await page.keyboard.press("Enter");
      await settled(page);
    }
  },
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
