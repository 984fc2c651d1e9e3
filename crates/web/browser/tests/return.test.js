// Reasons to come back: shelves, new levels in one tap, the day's level, rush, pictures.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { byPointer, mouse } from "../hands.js";
import { Server, workshop } from "../harness.js";

const shop = workshop();
const today = () => new Date().toISOString().slice(0, 10);

async function win(page, level) {
  await page.locator(".stage .board > svg").waitFor();
  await byPointer(page, mouse(page), await shop.server.solution(level));
  await page.getByRole("heading", { name: "Level complete!" }).waitFor();
}

test("16: a win says so, with a moment of joy that is short, skipped by a touch, and still where motion is", async () => {
  const address = "lights-off/classic/1";
  for (const motion of ["full", "reduced"]) {
    await shop.server.call("/progress/reset", { game: "lights-off" });
    const page = await shop.visit({ path: `#/play/${address}`, settings: { motion } });
    await page.locator(".stage .lamp").first().waitFor();
    await page.evaluate(() => {
      globalThis.sparks = 0;
      new MutationObserver(() => {
        const now = document.querySelectorAll(".stage .spark").length;
        globalThis.sparks = Math.max(globalThis.sparks, now);
      }).observe(document.querySelector(".stage"), { subtree: true, childList: true });
    });
    await byPointer(page, mouse(page), await shop.server.solution({ address }));
    await page.getByRole("heading", { name: "Level complete!" }).waitFor();
    await page.getByRole("status").getByText("Level complete!").waitFor();
    const sparks = await page.evaluate(() => globalThis.sparks);
    assert.equal(sparks > 0, motion === "full", `${sparks} sparks with ${motion} motion`);
    if (motion === "full") await mouse(page).tap({ x: 0, y: 0 });
    assert.equal(await page.locator(".stage .spark").count(), 0);
    await page.context().close();
  }
});

test("17: a shelf shows its levels as pictures, how far the pack is, and what opens a level", async () => {
  const page = await shop.visit({ path: "#/game/tilepuzzle" });
  await page.locator(".level-stamp svg").first().waitFor();
  await page.getByText(/0 of \d+ solved/).waitFor();
  await page.locator(".level.locked").getByText("solve 1 to open it").first().waitFor();
});

test("17: after the last level of a pack there is a finale, and no end of levels", async () => {
  await shop.server.call("/progress/reset", { game: "lights-off" });
  const { levels, title } = await shop.server.call("/packs/lights-off/variants?all=true");
  const last = levels.at(-1);
  for (const { address } of levels.slice(0, -1)) {
    const moves = await shop.server.solution({ address });
    await shop.server.call("/progress/complete", { level: { address }, moves, ms: 1000 });
  }
  const page = await shop.visit({ path: `#/play/${last.address}` });
  await win(page, { address: last.address });
  const finale = `All ${levels.length} levels of ${title} are solved.`;
  await page.getByRole("region", { name: "Result" }).getByText(finale).waitFor();
  await page.getByRole("link", { name: "Another like this" }).waitFor();
  await page.getByRole("link", { name: "All levels" }).click();
  await page.getByText(finale).waitFor();
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("17: a level that is being made says so and can be left; it is made while the one before is played", {
  skip: !shop.served,
}, async () => {
  const page = await shop.visit({ path: "#/game/lights-off", settings: { unlockAll: true } });
  const isNext = (request) => /classic\/102"/.test(request.postData() ?? "");
  await page.route("**/api/level", (route) => isNext(route.request()) || route.continue());
  const shelf = page.getByRole("region", { name: "Workshop" });
  await shelf.waitFor();
  const going = (to) =>
    page.evaluate((to) => {
      location.hash = to;
    }, to);
  await going("#/play/lights-off/classic/102");
  await page.getByText("Making level 102…").waitFor();
  await page.getByRole("link", { name: "Cancel" }).click();
  await shelf.waitFor();
  await page.unrouteAll();
  // Whoever stays at the level before finds it made.
  await going("#/play/lights-off/classic/101");
  await page.getByRole("heading", { name: /101$/, level: 1 }).waitFor();
  await page.waitForRequest(isNext);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("17: a series goes on by number after the last level of its pack, and is kept as one", async () => {
  for (const [game, pack] of [
    ["lights-off", "classic"],
    ["tilepuzzle", "campaign"],
  ]) {
    await shop.server.call("/progress/reset", { game });
    const { levels } = await shop.server.call(`/packs/${game}/${pack}?all=true`);
    const last = levels.at(-1).address;
    const beyond = `${game}/${pack}/${levels.length + 1}`;
    const page = await shop.visit({ path: `#/play/${last}`, settings: { unlockAll: true } });
    await win(page, { address: last });
    await page
      .getByRole("region", { name: "Result" })
      .getByRole("link", { name: "Next level" })
      .click();
    await page
      .getByRole("heading", { name: new RegExp(`${levels.length + 1}$`), level: 1 })
      .waitFor({
        timeout: 60_000,
      });
    assert.ok(page.url().endsWith(`#/play/${beyond}`), page.url());
    await win(page, { address: beyond });
    await page.keyboard.press("n");
    await page
      .getByRole("heading", { name: new RegExp(`${levels.length + 2}$`), level: 1 })
      .waitFor({
        timeout: 60_000,
      });
    await page.getByRole("link", { name: "Back" }).click();
    await page.getByRole("link", { name: "Continue" }).click();
    await page.getByRole("heading", { name: /\d$/, level: 1 }).waitFor();
    const { games } = await shop.server.call("/progress/export");
    const record = games[game].levels[`${pack}/${levels.length + 1}`];
    assert.ok(record?.completed, "the win is kept under the number");
    assert.deepEqual(page.errors, []);
    await page.context().close();
  }
});

test("17: a new level is as large as was chosen", async () => {
  const page = await shop.visit({ path: "#/game/lights-off" });
  await page.getByLabel("Size of a new level").selectOption("7 x 7");
  await page.getByRole("group", { name: "A new level" }).getByRole("link").first().click();
  await page.waitForURL(/#\/play\/code\//, { timeout: 60_000 });
  await page.locator(".stage .lamp").nth(48).waitFor();
  assert.equal(await page.locator(".stage .lamp").count(), 49);
  await page.context().close();
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
  assert.deepEqual(page.errors, []);
});

// Somewhere it is always another day than in Greenwich: at its date line, on the one side or the other.
const elsewhere = () =>
  new Date().getUTCHours() >= 10 ? "Pacific/Kiritimati" : "Pacific/Pago_Pago";

test("18: the daily level is that of the person's own day; the calendar and the row of days know it", async () => {
  await shop.server.call("/progress/reset", { game: null });
  const page = await shop.visit({ path: "#/play/daily/lights-off", timezone: elsewhere() });
  await page.locator(".stage .lamp").first().waitFor();
  const day = await page.evaluate(() => {
    const now = new Date();
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
      .map((n) => String(n).padStart(2, "0"))
      .join("-");
  });
  assert.notEqual(day, new Date().toISOString().slice(0, 10), "it is another day there");
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

test("18: a row of days is not filled afterwards", async () => {
  await shop.server.call("/progress/reset", { game: null });
  const past = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const address = `lights-off/daily/${past}`;
  const moves = await shop.server.solution({ address });
  await shop.server.call("/progress/complete", { level: { address }, moves, ms: 1000 });
  const page = await shop.visit({ path: "#/daily", timezone: "UTC" });
  await page.getByText("Solve one to begin a row of days.").waitFor();
  // On the first of a month the day before is on another page of the calendar.
  assert.equal(
    await page.locator(".day.solved").count(),
    past.slice(0, 7) === today().slice(0, 7) ? 1 : 0,
  );
  await page.context().close();
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
  const start = await lamps(one);
  await mouse(one).tap({ x: 1, y: 1 });
  await one.waitForFunction(
    (start) =>
      [...document.querySelectorAll(".stage .lamp")].map((el) => el.getAttribute("fill")).join() !==
      start,
    start,
  );
  await one.getByRole("button", { name: "Undo" }).click();
  await one.waitForFunction(
    (start) =>
      [...document.querySelectorAll(".stage .lamp")].map((el) => el.getAttribute("fill")).join() ===
      start,
    start,
  );
  const skip = one.getByRole("button", { name: "Skip this one" });
  const missed = one.locator(".counts dd").nth(2);
  for (let i = 0; i < 3; i += 1) {
    // However often it is pressed while the next level comes, it counts once.
    await skip.evaluate((button) => {
      button.click();
      button.click();
    });
    if (i === 2) break;
    await one.locator(".stage .lamp").first().waitFor({ timeout: 60_000 });
    assert.equal(await missed.textContent(), `${i + 1} of 3`);
  }
  await one.getByText("Three misses.").waitFor();
  assert.deepEqual(one.errors, []);
  await one.context().close();
  await two.context().close();
});

test("19: a level that cannot be made costs no miss", { skip: !shop.served }, async () => {
  const page = await shop.visit({ path: "#/rush/lights-off?seed=7" });
  let failures = 1;
  await page.route("**/api/jobs", (route) => {
    failures -= 1;
    return failures >= 0 ? route.fulfill({ status: 422, json: { errors: [] } }) : route.continue();
  });
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator(".stage .lamp").first().waitFor({ timeout: 60_000 });
  assert.equal(await page.locator(".counts dd").nth(2).textContent(), "0 of 3");
  await page.context().close();
});

test("19: what a rush reached is erased with everything else", async () => {
  const page = await shop.visit({ path: "#/statistics" });
  await page.evaluate(() => localStorage.setItem("gridwright.rush", '{"lights-off":7}'));
  await page.getByRole("button", { name: "Erase everything" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Erase", exact: true }).click();
  await page.getByText("Erased.").waitFor();
  await page.goto(`${shop.server.url}#/rush/lights-off`);
  await page.getByText("Your best: 0.").waitFor();
  await page.context().close();
});

test("19: statistics plot what was solved when", async () => {
  const page = await shop.visit({ path: "#/statistics" });
  await page.getByRole("img", { name: /in the last 30 days/ }).waitFor();
  assert.equal(await page.locator(".chart .bar").count(), 30);
});

test("19: statistics plot games and tiers, and the share at par", async () => {
  await shop.server.call("/progress/reset", { game: null });
  const address = "lights-off/classic/1";
  const { coming } = await shop.server.call("/hint", { level: { address }, moves: null });
  await shop.server.call("/progress/complete", { level: { address }, moves: coming, ms: 1000 });
  const page = await shop.visit({ path: "#/statistics" });
  const plot = page.getByRole("region", { name: "Solved by game and tier" });
  await plot.getByText(/^1 of \d+ solved, 100% at par$/).waitFor();
  assert.equal(await plot.locator(".tier-bar .at-par").count(), 1);
  const { games } = await shop.server.call("/progress");
  const tiers = Object.values(games).flatMap((game) => game.tiers);
  assert.equal(await plot.locator(".tier-bar").count(), tiers.length);
  const sum = (list, key) => list.reduce((total, one) => total + one[key], 0);
  for (const game of Object.values(games)) assert.equal(sum(game.tiers, "levels"), game.levels);
});

test("20: a pack is printed, several levels a page, and saved as one picture", async () => {
  const page = await shop.visit({ path: "#/game/tint" });
  await page.getByRole("link", { name: "Print" }).click();
  await page.getByRole("button", { name: "Print" }).and(page.locator(":enabled")).waitFor();
  const { levels } = await shop.server.call("/packs/tint/easy");
  assert.equal(await page.locator(".sheet svg").count(), levels.length);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save as picture" }).click(),
  ]);
  const text = await readFile(await file.path(), "utf8");
  assert.match(text, /^<svg/);
  assert.equal(text.split("<svg").length - 2, levels.length);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.getByRole("button", { name: "Print" }).isVisible(), false);
  const tops = await page
    .locator(".on-paper")
    .evaluateAll((all) => all.slice(0, 4).map((el) => el.getBoundingClientRect().left));
  assert.equal(new Set(tops).size, 3, "three stand in a row");
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

test("22: the board feels native: nothing bounces, is selected or scrolls under the finger", async () => {
  const page = await shop.visit({ path: "#/play/lights-off/classic/1", touch: true });
  await page.locator(".stage .lamp").first().waitFor();
  const style = (selector, name) =>
    page
      .locator(selector)
      .first()
      .evaluate((el, name) => getComputedStyle(el).getPropertyValue(name), name);
  assert.equal(await style("html", "overscroll-behavior-y"), "none");
  assert.equal(await style(".stage .board", "touch-action"), "none");
  assert.equal(await style(".stage .board", "user-select"), "none");
  assert.equal(await style(".bottombar button", "user-select"), "none");
  await page.context().close();
});

test("22: a move buzzes where the device can, whether or not there is sound", async () => {
  for (const [settings, expected] of [
    [{}, [8]],
    [{ haptics: false, sound: true }, []],
  ]) {
    await shop.server.call("/progress/reset", { game: "lights-off" });
    const page = await shop.visit({ path: "#/play/lights-off/classic/2", settings });
    await page.locator(".stage .lamp").first().waitFor();
    await page.evaluate(() => {
      globalThis.buzzes = [];
      navigator.vibrate = (ms) => globalThis.buzzes.push(ms) > 0;
    });
    await mouse(page).tap({ x: 0, y: 0 });
    await page.waitForFunction(() => document.querySelector(".counts dd")?.textContent === "1");
    assert.deepEqual(await page.evaluate(() => globalThis.buzzes), expected);
    await page.context().close();
  }
});

test("22: the page can be installed", async () => {
  const page = await shop.visit();
  const href = await page.locator('link[rel="manifest"]').getAttribute("href");
  // The page fetches, so that this holds without a network, too.
  const manifest = await page.evaluate(async (href) => (await fetch(href)).json(), href);
  assert.equal(manifest.display, "standalone");
  for (const { src } of manifest.icons)
    assert.ok(await page.evaluate(async (src) => (await fetch(src)).ok, src), src);
});

const served = { skip: process.env.GRIDWRIGHT_SITE ? "a static site has no server" : false };

test("22: the server's address is a QR code where a phone can reach it", served, async () => {
  const local = await shop.visit({ path: "#/settings" });
  await local.getByText("Only this computer reaches the workshop now.").waitFor();
  const open = await Server.start({ ip: "0.0.0.0" });
  const context = await shop.browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${open.url}?token=${open.token}`);
    await page.goto(`${open.url}#/settings`);
    await page.getByRole("img", { name: "The address of this workshop as a QR code" }).waitFor();
    const address = page.getByRole("link", { name: /token=/ });
    assert.match(await address.textContent(), new RegExp(`:${open.port}/\\?token=${open.token}$`));
    assert.ok((await page.locator(".qr svg path").getAttribute("d")).length > 500);
  } finally {
    await context.close();
    await open.stop();
  }
});
