// Undo, redo, checkpoint, hints in three taps, "am I on track?", live remarks, and the review.

import assert from "node:assert/strict";
import { test } from "node:test";
import { mouse, turnsInHand } from "../hands.js";
import { drag, Finger, pause, point, workshop } from "../harness.js";

const shop = workshop();

const lit = (page) => page.locator('.stage .lamp[fill="#FFD98A"]').count();
const status = (page) => page.locator("main .status");

test("moves are undone, redone, reset and brought back from a checkpoint", async () => {
  const page = await shop.visit({ path: "#/play/lights-off/classic/3" });
  await page.locator(".stage .lamp").first().waitFor();
  const start = await lit(page);
  const hand = mouse(page);
  const until = (count) =>
    page.waitForFunction(
      (count) => document.querySelectorAll('.stage .lamp[fill="#FFD98A"]').length === count,
      count,
    );
  await hand.tap({ x: 2, y: 2 });
  await page.getByRole("button", { name: "Undo" }).and(page.locator(":enabled")).waitFor();
  const one = await lit(page);
  await page.keyboard.press("c");
  await page.getByText("Checkpoint set").waitFor();
  await hand.tap({ x: 0, y: 0 });
  await page.waitForFunction(
    (one) => document.querySelectorAll('.stage .lamp[fill="#FFD98A"]').length !== one,
    one,
  );
  const two = await lit(page);
  await page.keyboard.press("u");
  await until(one);
  await page.keyboard.press("y");
  await until(two);
  await page.keyboard.press("Control+z");
  await until(one);
  await page.keyboard.press("Control+Shift+z");
  await until(two);
  await page.keyboard.press("r");
  await until(start);
  await page.keyboard.press("b");
  await until(one);
  await page.getByRole("button", { name: "Undo" }).click();
  await until(start);
  assert.deepEqual(page.errors, []);
});

test("sliding off a lamp does not press it, and a second finger lets go", async () => {
  const page = await shop.visit({
    path: "#/play/lights-off/classic/4",
    touch: true,
    size: { width: 390, height: 844 },
  });
  await page.locator(".stage .lamp").first().waitFor();
  const start = await lit(page);
  const finger = await Finger.on(page);
  const [a, b, c] = [
    await point(page, { x: 1, y: 1 }),
    await point(page, { x: 3, y: 3 }),
    await point(page, { x: 4, y: 0 }),
  ];
  await finger.send("touchStart", [a]);
  await finger.send("touchMove", [b]);
  await finger.send("touchEnd", []);
  await finger.send("touchStart", [a]);
  await finger.send("touchStart", [a, c]);
  await status(page).getByText("abandoned").waitFor();
  await finger.send("touchEnd", []);
  await pause(200);
  assert.equal(await lit(page), start);
  await finger.tap({ x: 1, y: 1 });
  await page.waitForFunction(
    (start) => document.querySelectorAll('.stage .lamp[fill="#FFD98A"]').length !== start,
    start,
  );
});

test("a hint comes in three taps: where, what, why", async () => {
  const page = await shop.visit({ path: "#/play/tilepuzzle/campaign/1" });
  await page.locator(".stage .shape").first().waitFor();
  const hint = page.getByRole("button", { name: "Hint" });
  await hint.click();
  await status(page).getByText("Look here").waitFor();
  assert.equal(await page.locator(".over .where").count(), 1);
  await hint.click();
  await status(page).getByText("This is the move").waitFor();
  await hint.click();
  await status(page).getByText("cat").waitFor();
  await page.getByRole("button", { name: "On track?" }).click();
  await status(page).getByText("On track").waitFor();
});

test("3: off the track, the page says how far to take back and does it", async () => {
  const page = await shop.visit({ path: "#/play/iq-circuit/booklet/73" });
  await page.locator('.stage [id^="tray-"]').first().waitFor();
  const level = await shop.server.call("/level", { level: { address: "iq-circuit/booklet/73" } });
  const answer = await shop.server.call("/hint", { level: { hash: level.hash }, moves: null });
  const given = level.document.placed.map(({ piece }) => piece);
  const right = answer.coming.placements.find(({ piece }) => !given.includes(piece));
  // The right piece one cell away from where it belongs spoils the board.
  const hand = mouse(page);
  const tray = await page
    .locator(`.stage [id="tray-${right.piece}"]`)
    .evaluate((el) => ({ x: Number(el.dataset.x), y: Number(el.dataset.y) }));
  await hand.tap(tray);
  const start = await turnsInHand(page);
  let placed = false;
  for (let y = 0; y < 4 && !placed; y += 1) {
    for (let x = 0; x < 8 && !placed; x += 1) {
      const moves = await shop.server.call("/play", {
        level: { hash: level.hash },
        moves: null,
        gesture: { type: "place", piece: right.piece, side: 0, turns: start, at: [x, y] },
      });
      if (!moves.made) continue;
      const track = await shop.server.call("/hint", {
        level: { hash: level.hash },
        moves: moves.moves,
      });
      if (track.onTrack !== false) continue;
      await hand.tap({ x, y });
      placed = true;
    }
  }
  assert.ok(placed, "some place spoils the board");
  await page.locator(`.stage [id="piece-${right.piece}"]`).waitFor();
  await page.getByRole("button", { name: "On track?" }).click();
  await status(page).getByText("no longer be completed").waitFor();
  // The button acts once: it is gone before it acts.
  await status(page)
    .getByRole("button")
    .evaluate((button) => {
      button.click();
      button.click();
    });
  await page.locator(`.stage [id="tray-${right.piece}"]`).waitFor();
  assert.equal(await status(page).getByRole("button").count(), 0);
});

test("a refused move nudges and says why", async () => {
  const page = await shop.visit({ path: "#/play/tint/easy/e01" });
  await page.locator(".stage .droplet").first().waitFor();
  const empty = await page.evaluate(() => {
    const busy = new Set(
      [...document.querySelectorAll(".stage .droplet, .stage .paint")].map(
        (el) => `${el.dataset.x},${el.dataset.y}`,
      ),
    );
    const paper = [...document.querySelectorAll(".stage .paper")].map((el) => ({
      x: Number(el.dataset.x),
      y: Number(el.dataset.y),
    }));
    return paper.find(({ x, y }) => !busy.has(`${x},${y}`));
  });
  await drag(page, [empty, { x: empty.x + 1, y: empty.y }]);
  await page.locator("main .status .warn").waitFor();
});

test("the review shows what was left after every move", async () => {
  const page = await shop.visit({ path: "#/play/lights-off/classic/1" });
  await page.locator(".stage .lamp").first().waitFor();
  const hand = mouse(page);
  await hand.tap({ x: 0, y: 0 });
  await hand.tap({ x: 0, y: 0 });
  await page.waitForFunction(() => document.querySelector(".counts dd")?.textContent === "2");
  await page.getByRole("button", { name: "Review" }).first().click();
  await page.getByText(/did not bring you nearer|Not one wasted/).waitFor();
  assert.equal(await page.locator(".review .dot").count(), 3);
  await page.getByRole("button", { name: "Move after" }).click();
  await page.getByText("After 1 move").waitFor();
  await page.getByRole("button", { name: "Better move" }).click();
  assert.deepEqual(page.errors, []);
});

test("a piece is dragged from the tray, remarked on, and dragged off again", async () => {
  const address = "iq-circuit/booklet/97";
  const page = await shop.visit({ path: `#/play/${address}`, settings: { assist: "live" } });
  const tray = page.locator('.stage [id^="tray-"][data-x]').first();
  await tray.waitFor();
  const { id, x, y } = await tray.evaluate((el) => ({
    id: el.id,
    x: Number(el.dataset.x),
    y: Number(el.dataset.y),
  }));
  // A place where a line of the piece leads off the board.
  const piece = id.slice("tray-".length);
  const { hash } = await shop.server.call("/level", { level: { address } });
  let wrong;
  for (let row = 0; row < 4 && !wrong; row += 1) {
    for (let col = 0; col < 8 && !wrong; col += 1) {
      const { moves, made } = await shop.server.call("/play", {
        level: { hash },
        moves: null,
        gesture: { type: "place", piece, side: 0, turns: 0, at: [col, row] },
      });
      const remarks = made
        ? (await shop.server.call("/hint", { level: { hash }, moves })).remarks
        : [];
      if (remarks.some(({ code }) => code.includes("off-board") || code.includes("leads-off")))
        wrong = { x: col, y: row };
    }
  }
  assert.ok(wrong, "somewhere its line leads off the board");
  await drag(page, [{ x, y }, { x: x + 1, y: y - 1 }, wrong]);
  await page.locator(`.stage [id="piece-${piece}"]`).waitFor();
  await page.getByRole("heading", { name: "Remarks" }).waitFor();
  assert.ok((await page.locator(".over .fault").count()) > 0, "the remark is on the board");
  await drag(page, [wrong, { x: wrong.x, y: -3 }]);
  await page.locator(`.stage [id="tray-${piece}"]`).waitFor();
  assert.deepEqual(page.errors, []);
});

test("live help remarks after every move", async () => {
  const page = await shop.visit({
    path: "#/play/lights-off/classic/2",
    settings: { assist: "live" },
  });
  await page.locator(".stage .lamp").first().waitFor();
  await mouse(page).tap({ x: 1, y: 1 });
  await status(page).getByText("to go").waitFor();
});
