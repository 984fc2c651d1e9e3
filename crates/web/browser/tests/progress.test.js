// Level select, gates, saved progress over a crash of the server, resuming, export and import,
// and the TilePuzzle flow from the menu to the next level.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { byKeys, byPointer, mouse } from "../hands.js";
import { pause, workshop } from "../harness.js";

const shop = workshop();

const coming = async (address) =>
  (await shop.server.call("/hint", { level: { address }, moves: null })).coming;

test("TilePuzzle: menu, playing, elimination, complete, next, continue, New game asks first", async () => {
  const page = await shop.visit();
  await page.getByRole("link", { name: "TilePuzzle" }).click();
  await page.getByRole("heading", { name: "TilePuzzle", level: 1 }).waitFor();
  await page.getByRole("link", { name: /^Level 1,/ }).waitFor();
  assert.equal(await page.locator(".level.locked").count(), 23, "only the first level is open");

  await page.getByRole("link", { name: /^Level 1,/ }).click();
  await page.locator(".stage .shape").first().waitFor();
  const cats = await page.locator('.stage [id^="cat-"]:not([opacity="0"])').count();
  assert.ok(cats > 0);
  await byPointer(page, mouse(page), await coming("tilepuzzle/campaign/1"));
  await page.getByRole("heading", { name: "Level complete!" }).waitFor();
  await pause(400);
  assert.equal(
    await page.locator('.stage [id^="cat-"]:not([opacity="0"])').count(),
    0,
    "all cats are home",
  );

  await page.keyboard.press("n");
  await page.getByRole("heading", { name: "TilePuzzle 2", level: 1 }).waitFor();
  await page.locator(".stage .shape").first().waitFor();

  const solution = await coming("tilepuzzle/campaign/2");
  await byKeys(page, { moves: solution.moves.slice(0, 2) });
  await pause(700);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Continue" }).waitFor();
  await page.getByRole("link", { name: /^Level 1, .*solved in/ }).waitFor();
  assert.equal(await page.locator(".level.locked").count(), 22);

  await shop.server.crashAndRestart();
  await page.reload();
  // What was on its way when the server ended has failed, as it must.
  page.errors = [];
  await page.getByRole("link", { name: "Continue" }).click();
  await page.getByText("where you left off").waitFor();
  await page.getByRole("button", { name: "Undo" }).and(page.locator(":enabled")).waitFor();

  await page.getByRole("link", { name: "Back" }).click();
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Keep my progress" }).click();
  assert.equal((await shop.server.call("/progress")).games.tilepuzzle.completed, 1);
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByRole("button", { name: "Erase and begin anew" }).click();
  await page.getByRole("heading", { name: "TilePuzzle 1", level: 1 }).waitFor();
  assert.equal((await shop.server.call("/progress")).games.tilepuzzle.completed, 0);
  assert.deepEqual(page.errors, []);
});

test("a setting unlocks all levels", async () => {
  const page = await shop.visit({ path: "#/settings" });
  await page.getByLabel("Unlock all levels").check();
  await page.goto(`${shop.server.url}#/game/tilepuzzle`);
  await page.getByRole("link", { name: /^Level 24,/ }).waitFor();
  assert.equal(await page.locator(".level.locked").count(), 0);
});

test("progress goes out as a file and comes back in", async () => {
  const page = await shop.visit({ path: "#/play/lights-off/classic/1" });
  await page.locator(".stage .lamp").first().waitFor();
  await byPointer(page, mouse(page), await coming("lights-off/classic/1"));
  await page.getByRole("heading", { name: "Level complete!" }).waitFor();
  await page.goto(`${shop.server.url}#/statistics`);
  const rush = () => page.evaluate(() => JSON.parse(localStorage.getItem("gridwright.rush")));
  await page.evaluate(() => localStorage.setItem("gridwright.rush", '{"tint":7,"circuits":2}'));
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export" }).click(),
  ]);
  const path = await file.path();
  assert.match(await readFile(path, "utf8"), /lights-off/);
  await shop.server.call("/progress/reset", { game: null });
  await page.evaluate(() => localStorage.setItem("gridwright.rush", '{"circuits":3}'));
  await page.getByLabel(/Import/).setInputFiles({
    name: "progress.json",
    mimeType: "application/json",
    buffer: await readFile(path),
  });
  await page.getByText("Taken over").waitFor();
  assert.equal((await shop.server.call("/progress")).games["lights-off"].completed, 1);
  assert.deepEqual(Object.values(await rush()).sort(), [3, 7]);
});

test("the daily level is the same for everybody", async () => {
  const [one, two] = await Promise.all([
    shop.visit({ path: "#/play/daily/lights-off" }),
    shop.visit({ path: "#/play/daily/lights-off" }),
  ]);
  const title = (page) => page.locator(".stage .board > svg > title").textContent();
  await Promise.all([
    one.locator(".stage .lamp").first().waitFor(),
    two.locator(".stage .lamp").first().waitFor(),
  ]);
  const picture = (page) =>
    page
      .locator(".stage .board > svg")
      .evaluate((svg) =>
        [...svg.querySelectorAll(".lamp")].map((el) => el.getAttribute("fill")).join(),
      );
  assert.equal(await title(one), await title(two));
  assert.equal(await picture(one), await picture(two));
});
