// Reasons to come back: shelves, new levels in one tap, the day's level, rush, pictures.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { byPointer, mouse } from "../hands.js";
import { workshop } from "../harness.js";

const shop = workshop();

async function win(page, level) {
  await page.locator(".stage .board > svg").waitFor();
  await byPointer(page, mouse(page), await shop.server.solution(level));
  await page.getByRole("heading", { name: "Level complete!" }).waitFor();
}

test("17: a shelf shows its levels as pictures, how far the pack is, and what opens a level", async () => {
  const page = await shop.visit({ path: "#/game/tilepuzzle" });
  await page.locator(".level-stamp svg").first().waitFor();
  await page.getByText(/0 of \d+ solved/).waitFor();
  await page.locator(".level.locked").getByText("solve 1 to open it").first().waitFor();
  await page.getByText("The rules in pictures").click();
  assert.equal(await page.locator(".rules svg").count(), 3);
});

test("17: a new level comes in one tap, and another like it after the win", async () => {
  const page = await shop.visit({ path: "#/game/lights-off" });
  await page.getByRole("group", { name: "A new level" }).getByRole("link").first().click();
  await page.waitForURL(/#\/play\/code\//, { timeout: 60_000 });
  const code = page.url().split("/code/")[1];
  await win(page, { code: decodeURIComponent(code) });
  await page.getByRole("link", { name: "Another like this" }).click();
  await page.waitForURL((url) => url.hash.includes("/code/") && !url.hash.includes(code), {
    timeout: 60_000,
  });
  assert.deepEqual(page.troubles, []);
});

test("18: the daily level is that of the person's own day; the calendar and the row of days know it", async () => {
  await shop.server.call("/progress/reset", { game: null });
  const page = await shop.visit({ path: "#/play/daily/lights-off" });
  await page.locator(".stage .lamp").first().waitFor();
  const day = await page.evaluate(() => {
    const now = new Date();
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
      .map((n) => String(n).padStart(2, "0"))
      .join("-");
  });
  await win(page, { address: `lights-off/daily/${day}` });
  await page.getByRole("button", { name: "Share result" }).click();
  const text = await page.getByLabel("What is shared").inputValue();
  assert.match(
    text,
    new RegExp(
      `^Gridwright daily ${day}, Lights Off: \\d+ press(es)?, the fewest possible, \\d+:\\d\\d\\n.*/code/`,
    ),
  );
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name: "Calendar" }).click();
  await page.getByText("One day. See you tomorrow.").waitFor();
  assert.equal(await page.locator(".day.now.solved").count(), 1);
  await page.getByRole("button", { name: "Month before" }).click();
  assert.equal(await page.locator(".day.solved").count(), 0);
});

test("19: a rush rises, counts and ends at the third miss; the series is the same for a seed", async () => {
  const first = async () => {
    const page = await shop.visit({ path: "#/rush/lights-off?seed=7" });
    await page.getByRole("button", { name: "Start" }).click();
    await page.locator(".stage .lamp").first().waitFor({ timeout: 60_000 });
    return page;
  };
  const lamps = (page) =>
    page
      .locator(".stage .lamp")
      .evaluateAll((all) => all.map((el) => el.getAttribute("fill")).join());
  const [one, two] = [await first(), await first()];
  assert.equal(await lamps(one), await lamps(two));
  for (let i = 0; i < 3; i += 1) {
    await one.getByRole("button", { name: "Skip this one" }).click();
    if (i < 2) await one.locator(".stage .lamp").first().waitFor({ timeout: 60_000 });
  }
  await one.getByText("Three misses.").waitFor();
  assert.deepEqual(one.troubles, []);
});

test("19: statistics plot what was solved when", async () => {
  const page = await shop.visit({ path: "#/statistics" });
  await page.getByRole("img", { name: /in the last 30 days/ }).waitFor();
  assert.equal(await page.locator(".chart .bar").count(), 30);
});

test("20: a level is saved as a picture", async () => {
  const page = await shop.visit({ path: "#/play/tint/easy/e01" });
  await page.locator(".stage .board > svg").waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save as picture" }).click(),
  ]);
  assert.match(await readFile(await file.path(), "utf8"), /^<svg/);
});

test("22: the page can be installed", async () => {
  const page = await shop.visit();
  const href = await page.locator('link[rel="manifest"]').getAttribute("href");
  const manifest = await (await fetch(new URL(href, shop.server.url))).json();
  assert.equal(manifest.display, "standalone");
  for (const { src } of manifest.icons) assert.ok((await fetch(new URL(src, shop.server.url))).ok);
});
