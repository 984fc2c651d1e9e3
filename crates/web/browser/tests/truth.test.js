// The page never says something untrue, and nothing is a dead end: what is said goes with what it
// was said about, counts follow the board, buttons act once.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { byPointer, mouse } from "../hands.js";
import { drag, Finger, pause, point, workshop } from "../harness.js";

const shop = workshop();
const status = (page) => page.locator("main .status").first();
const lit = (page) => page.locator('.stage .lamp[aria-label$="on"]').count();
const coming = async (address) =>
  (await shop.server.call("/hint", { level: { address }, moves: null })).coming;

async function openLights(level, options = {}) {
  await shop.server.call("/progress/reset", { game: "lights-off" });
  const page = await shop.visit({ path: `#/play/lights-off/${level}`, ...options });
  await page.locator(".stage .lamp").first().waitFor();
  return page;
}

const press = async (page, place) => {
  const before = await page.locator(".counts dd").first().textContent();
  await mouse(page).tap(place);
  await page.waitForFunction(
    (before) => document.querySelector(".counts dd")?.textContent !== before,
    before,
  );
};

test("1: the line counts what is on the board, after every move, undo and redo", async () => {
  const page = await openLights("classic/3");
  const agrees = async () =>
    assert.match(await status(page).textContent(), new RegExp(`^${await lit(page)} of`));
  await agrees();
  await press(page, { x: 2, y: 2 });
  await agrees();
  await press(page, { x: 0, y: 0 });
  await agrees();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => document.querySelector(".counts dd")?.textContent === "1");
  await agrees();
});

test("1: hints, verdicts and refusals go with the position they were about", async () => {
  const page = await openLights("classic/3");
  for (const [name, words] of [
    ["Hint", "Look here"],
    ["On track?", "(On track|Still solvable)"],
  ]) {
    await page.getByRole("button", { name }).click();
    await status(page).getByText(new RegExp(words)).waitFor();
    await press(page, { x: 2, y: 2 });
    assert.doesNotMatch(await status(page).textContent(), new RegExp(words));
  }
  await page.keyboard.press("b");
  await status(page).getByText("no checkpoint").waitFor();
  await press(page, { x: 1, y: 1 });
  assert.doesNotMatch(await status(page).textContent(), /checkpoint/);
  assert.equal(await status(page).locator("svg").count(), 0, "no sign without a message");
});

test("1: the solver's line says what its board shows, whatever is played on it", async () => {
  const page = await shop.visit({ path: "#/solve/iq-circuit/booklet/49" });
  await page.locator(".stage .board > svg").waitFor();
  const agrees = () =>
    page.waitForFunction(() => {
      const { textContent } = document.querySelector(".stage .board > svg > title");
      return document.querySelector("main .status").textContent === textContent;
    });
  await agrees();
  const start = await status(page).textContent();
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const search = page.getByRole("group", { name: "The search" });
  await search.getByRole("button", { name: "Forward" }).click();
  await page.waitForFunction(
    (start) => document.querySelector("main .status").textContent !== start,
    start,
  );
  await agrees();
  await page.getByRole("button", { name: "Solve" }).click();
  const solution = page.getByRole("group", { name: "The solution" });
  await solution.getByRole("button", { name: "Last" }).click();
  await status(page).getByText("10 of 10 pieces").waitFor();
  await solution.getByRole("button", { name: "First" }).click();
  await status(page).getByText(start, { exact: true }).waitFor();
  await agrees();
});

test("1: whoever touches the board while an old position is shown has the real one back", async () => {
  const page = await openLights("classic/3");
  await press(page, { x: 0, y: 0 });
  await press(page, { x: 4, y: 4 });
  const real = await lit(page);
  await page.getByRole("button", { name: "Review" }).first().click();
  await page.getByText(/did not bring you nearer|Not one wasted/).waitFor();
  await page.getByRole("button", { name: "Move after" }).click();
  await page.getByText("After 1 move ").waitFor();
  await page.waitForFunction(
    (real) => document.querySelectorAll('.stage .lamp[aria-label$="on"]').length !== real,
    real,
  );
  assert.match(await status(page).textContent(), new RegExp(`^${await lit(page)} of`));
  const { x, y } = await point(page, { x: 2, y: 2 });
  await page.mouse.move(x, y);
  await page.mouse.down();
  assert.equal(await lit(page), real, "the finger is on the board that it plays on");
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector(".counts dd")?.textContent === "3");
  assert.match(await status(page).textContent(), new RegExp(`^${await lit(page)} of`));
});

const silent = shop.served ? false : "an engine in the page is never silent";

test("1: a workshop that answers again is not said to be silent", { skip: silent }, async () => {
  const page = await openLights("classic/2");
  await shop.server.kill();
  await mouse(page).tap({ x: 0, y: 0 });
  await status(page).getByText("does not answer").waitFor();
  await shop.server.run();
  await status(page).getByText("does not answer").waitFor({ state: "detached", timeout: 10_000 });
});

test("2: from a daily level every way leads on", async () => {
  const page = await shop.visit({ path: "#/play/daily/lights-off" });
  const board = page.locator(".stage .lamp").first();
  const shelf = page.getByRole("heading", { name: "Lights Off", level: 1, exact: true });
  await board.waitFor();
  await page.getByRole("link", { name: "Back" }).click();
  await shelf.waitFor();
  await page.goBack();
  await board.waitFor();
  await page.keyboard.press("Escape");
  await shelf.waitFor();
  await page.goBack();
  await board.waitFor();
  const { address } = await shop.server.call("/daily/lights-off");
  await byPointer(page, mouse(page), await coming(address));
  await page.getByRole("heading", { name: "Level complete!" }).waitFor();
  await page.getByRole("link", { name: "All levels" }).click();
  await shelf.waitFor();
  await page.goBack();
  await board.waitFor();
  await byPointer(page, mouse(page), await coming(address));
  await page.getByRole("heading", { name: "Level complete!" }).waitFor();
  await page.keyboard.press("n");
  await page.getByRole("heading", { name: "Daily levels" }).waitFor();
  assert.deepEqual(page.errors, []);
});

test("3: nothing thinks for ever once the way is shown or live help has answered", async () => {
  const page = await openLights("classic/3", { settings: { assist: "live" } });
  await press(page, { x: 0, y: 0 });
  await status(page).getByText("to go").waitFor();
  await page.getByRole("button", { name: "Show the way" }).click();
  await page.getByRole("group", { name: "The way" }).waitFor();
  await page.waitForLoadState("networkidle");
  assert.doesNotMatch(await status(page).textContent(), /Thinking/);
});

/** A lamp that no best solution of a level begins with. */
async function wastedPress(address) {
  const { moves } = await coming(address);
  return [...Array(25).keys()]
    .map((i) => ({ x: i % 5, y: Math.floor(i / 5) }))
    .find(({ x, y }) => !moves.some(({ row, col }) => row === y && col === x));
}

test("4: live help warns of a wasted press, and does not call it good", async () => {
  const page = await openLights("classic/3", { settings: { assist: "live" } });
  await press(page, await wastedPress("lights-off/classic/3"));
  await status(page)
    .getByText(/Still solvable, \d press(es)? more than needed/)
    .waitFor();
  assert.equal(await status(page).locator(".warn").count(), 1);
  assert.equal(await status(page).locator(".good").count(), 0);
});

test("4: a wasted press is not on track", async () => {
  const page = await openLights("classic/3");
  await press(page, await wastedPress("lights-off/classic/3"));
  await page.getByRole("button", { name: "On track?" }).click();
  await status(page)
    .getByText(/Still solvable, \d press(es)? more than needed/)
    .waitFor();
});

test("5: every lesson of IQ Circuit can be done by touch", async () => {
  const page = await shop.visit({
    path: "#/learn/iq-circuit",
    touch: true,
    size: { width: 390, height: 844 },
  });
  const game = (await shop.server.call("/games")).games.find(({ id }) => id === "iq-circuit");
  const finger = await Finger.on(page);
  for (const [i, taught] of [...game.lessons, ...game.mechanics].entries()) {
    const lesson = page.locator(".lesson").nth(i);
    await lesson.scrollIntoViewIfNeeded();
    const level = { document: taught.level, game: "iq-circuit" };
    const { placements } = await shop.server.solution(level);
    const selector = `:nth-match(.lesson, ${i + 1}) .board`;
    for (const { piece, side, turns, at } of placements) {
      const tray = lesson.locator(`[id="tray-${piece}"]`);
      if (!(await tray.count())) continue;
      const from = await tray.evaluate((el) => ({
        x: Number(el.dataset.x),
        y: Number(el.dataset.y),
      }));
      await finger.tapAt(await point(page, from, selector));
      const held = lesson.locator(".held-piece:not([hidden])");
      await held.waitFor();
      const start = {
        turns: Number(await held.getAttribute("data-turns")),
        side: Number(await held.getAttribute("data-side")),
      };
      const until = (name, value) =>
        page.waitForFunction(
          ([i, name, value]) =>
            document.querySelectorAll(".lesson .held-piece")[i].dataset[name] === String(value),
          [i, name, value],
        );
      for (let s = start.side; s !== side; s += 1) {
        await held.getByRole("button", { name: "Flip" }).tap();
        await until("side", s + 1);
      }
      for (let t = start.turns; t % 4 !== turns; t += 1) {
        await held.getByRole("button", { name: "Turn" }).tap();
        await until("turns", (t + 1) % 4);
      }
      await finger.tapAt(await point(page, { x: at[0], y: at[1] }, selector));
      await lesson.locator(`[id="piece-${piece}"]`).waitFor();
    }
    await lesson.getByText("That is it.").waitFor();
  }
});

test("6: a line stays in sight at its pad, in its colour, and survives a finger that leaves", async () => {
  const address = "circuits/01/0101";
  const page = await shop.visit({ path: `#/play/${address}` });
  await page.locator(".stage .terminal").first().waitFor();
  const { lines } = await coming(address);
  const path = lines[0].map(([x, y]) => ({ x, y }));
  await drag(page, path, { release: false });
  // A level line has no height, which is taken for hidden.
  await page.locator(".stage .own-line").first().waitFor({ state: "attached" });
  assert.equal(await page.locator(".over .preview").count(), 0, "no stray squares");
  const area = await page.locator(".stage > .board").boundingBox();
  await page.mouse.move(area.x - 60, area.y - 20, { steps: 3 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector(".counts dd")?.textContent !== "0");
  await page.waitForLoadState("networkidle");
  assert.equal(await page.locator(".stage .own-line").count(), 1, "the line is there");
  assert.deepEqual(page.errors, []);
  // What is saved a moment later is saved before the next walk begins anew.
  await pause(600);
  await page.context().close();
});

test("6: at its pad a line shows in its colour, and what it joins takes the colour, before release", async () => {
  const address = "circuits/01/0101";
  await shop.server.call("/progress/reset", { game: "circuits" });
  const page = await shop.visit({ path: `#/play/${address}` });
  // From a terminal to a pad; the line given from there leads the colour on to another pad.
  const { document } = await shop.server.call("/level", { level: { address } });
  const terminalAt = ([x, y]) => document.terminals.find(({ pos }) => pos[0] === x && pos[1] === y);
  const { lines } = await coming(address);
  const first = lines.find((line) => terminalAt(line[0]) && !terminalAt(line.at(-1)));
  const terminal = page.locator(`.stage #terminal-${terminalAt(first[0]).ID}`);
  const colour = await terminal.getAttribute("fill");
  const coloured = (role, what) => page.locator(`.stage .${role}[${what}="${colour}"]`);
  const joined = [coloured("pad", "fill"), coloured("top-line", "stroke")];
  for (const one of joined) assert.equal(await one.count(), 0, "nothing carries the colour yet");
  await drag(
    page,
    first.map(([x, y]) => ({ x, y })),
    { release: false },
  );
  const own = coloured("own-line", "stroke");
  await own.waitFor({ state: "attached" });
  const length = await own.evaluate((line) => {
    const { width, height } = line.getBoundingClientRect();
    return Math.max(width, height);
  });
  assert.ok(length > 20, "the whole line is to be seen");
  await joined[1].first().waitFor();
  assert.equal(await joined[0].count(), 2, "both pads have the colour ahead of the finger");
  assert.equal(await page.locator(".counts dd").first().textContent(), "0", "nothing is made yet");
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector(".counts dd")?.textContent !== "0");
  assert.equal(await own.count(), 1);
  assert.deepEqual(page.errors, []);
});

test("6: a diagonal drag in the editor is a diagonal line", async () => {
  const page = await shop.visit({ path: "#/edit/circuits" });
  await page.locator(".stage .board > svg").waitFor();
  await page.getByRole("radio", { name: /bottom line/i }).click();
  await drag(
    page,
    [
      { x: 1, y: 1 },
      { x: 2, y: 2 },
      { x: 3, y: 3 },
    ],
    { release: false },
  );
  assert.equal(await page.locator(".over .preview").count(), 3);
  await page.mouse.up();
  await page.locator('.stage .bottom-line[data-path="1,1 2,2 3,3"]').waitFor({ state: "attached" });
});

test("7: Continue opens the next level that is not solved", async () => {
  await shop.server.call("/progress/reset", { game: "tilepuzzle" });
  const address = "tilepuzzle/campaign/1";
  const moves = await coming(address);
  await shop.server.call("/progress/complete", { level: { address }, moves, ms: 1000 });
  await shop.server.call("/progress/moves", { level: { address }, moves: null });
  const page = await shop.visit({ path: "#/game/tilepuzzle" });
  await page.getByRole("link", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "TilePuzzle 2", level: 1 }).waitFor();
});

test("7: Continue goes on to the next pack when one is complete", async () => {
  await shop.server.call("/progress/reset", { game: "tint" });
  const { packs } = (await shop.server.call("/games")).games.find(({ id }) => id === "tint");
  const { levels } = await shop.server.call(`/packs/tint/${packs[0].name}?all=true`);
  for (const { address } of levels) {
    const moves = await shop.server.solution({ address });
    await shop.server.call("/progress/complete", { level: { address }, moves, ms: 1000 });
  }
  const next = await shop.server.call(`/packs/tint/${packs[1].name}`);
  const page = await shop.visit({ path: "#/continue/tint" });
  await page.locator(".stage .board > svg").waitFor();
  assert.ok(page.url().endsWith(`#/play/${next.levels[0].address}`), page.url());
});

test("7: a dialog goes with its screen", async () => {
  const page = await shop.visit({ path: "#/game/tilepuzzle" });
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByRole("button", { name: "New draft" }).click();
  await page.getByRole("dialog").waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "TilePuzzle", level: 1 }).waitFor();
  assert.equal(await page.locator("dialog").count(), 0);
});

test("7: a key pressed while a dialog goes away is not lost", async () => {
  const page = await shop.visit({ path: "#/play/lights-off/classic/1" });
  await page.locator(".stage .board > svg").waitFor();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await keys.waitFor();
  // In one breath, as on a busy machine: until the page is drawn again the focus is in the dialog.
  await keys.getByRole("button", { name: "Close" }).evaluate((close) => {
    close.focus();
    close.click();
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }));
  });
  await keys.waitFor({ timeout: 5000 });
  await page.context().close();
});

test("7: an import shows in the statistics at once", async () => {
  await shop.server.call("/progress/reset", { game: null });
  const address = "lights-off/classic/1";
  const moves = await coming(address);
  await shop.server.call("/progress/complete", { level: { address }, moves, ms: 1000 });
  const page = await shop.visit({ path: "#/statistics" });
  const solved = page.locator(".numbers b").first();
  await solved.getByText("1").waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export" }).click(),
  ]);
  const buffer = await readFile(await file.path());
  await shop.server.call("/progress/reset", { game: null });
  await page.reload();
  await solved.getByText("0").waitFor();
  await page
    .getByLabel(/Import/)
    .setInputFiles({ name: "p.json", mimeType: "application/json", buffer });
  await solved.getByText("1").waitFor();
});

test("7: the whole play page is on one screen, from 1280x800 up", async () => {
  for (const size of [
    { width: 1280, height: 800 },
    { width: 2560, height: 1440 },
  ]) {
    const page = await shop.visit({ size });
    for (const { id } of (await shop.server.call("/games")).games) {
      await page.goto(`${shop.server.url}#/play/daily/${id}`);
      await page.locator(".stage .board > svg").waitFor();
      const over = await page.evaluate(
        () => document.documentElement.scrollHeight - document.documentElement.clientHeight,
      );
      assert.equal(over, 0, `${id} at ${size.width}`);
    }
    await page.context().close();
  }
});

test("7: a level whose way was shown earns no stars", async () => {
  const page = await openLights("classic/1");
  await page.getByRole("button", { name: "Show the way" }).click();
  await page.getByRole("group", { name: "The way" }).waitFor();
  await byPointer(page, mouse(page), await coming("lights-off/classic/1"));
  await page.getByRole("heading", { name: "Level complete!" }).waitFor();
  assert.equal(await page.locator(".result .stars").count(), 0);
  await page.getByText("The way was shown").waitFor();
});

test("7: nor does one whose way was shown by the solver, or by the review", async () => {
  const address = "lights-off/classic/1";
  const shows = [
    async (page) => {
      await page.goto(`${shop.server.url}#/solve/${address}`);
      await page.getByRole("button", { name: "Solve" }).click();
      await page.getByRole("group", { name: "The solution" }).waitFor();
    },
    async (page) => {
      await page.goto(`${shop.server.url}#/solve/${address}`);
      await page.getByRole("button", { name: "Step by step" }).click();
      await page.getByRole("group", { name: "Step by step" }).waitFor();
    },
    async (page) => {
      await press(page, { x: 4, y: 0 });
      await page.getByRole("button", { name: "Review" }).first().click();
      await page.getByText(/did not bring you nearer|Not one wasted/).waitFor();
      await page.getByRole("button", { name: "Better move" }).click();
      await page.locator(".stage .press").waitFor();
    },
  ];
  for (const show of shows) {
    const page = await openLights("classic/1");
    await show(page);
    await page.goto(`${shop.server.url}#/play/${address}`);
    await page.locator(".stage .lamp").first().waitFor();
    await page.keyboard.press("r");
    await page.waitForFunction(() => document.querySelector(".counts dd")?.textContent === "0");
    await byPointer(page, mouse(page), await coming(address));
    await page.getByText("The way was shown").waitFor();
    assert.equal(await page.locator(".result .stars").count(), 0);
    await page.context().close();
  }
});
