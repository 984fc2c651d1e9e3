// Every screen in both themes and on a phone: no finding of axe-core of any weight, no error in the
// console, nothing wider than the screen; and a picture of each where SCREENSHOTS names a folder.

import assert from "node:assert/strict";
import { test } from "node:test";
import { byPointer, mouse } from "../hands.js";
import { axe, firstLevel, GAMES, middleLevel, pause, screenshot, workshop } from "../harness.js";

/** Every game's shelf and a level of it; what differs less from game to game, of the first and the last. */
const SCREENS = {
  home: "",
  ...Object.fromEntries(GAMES.map(({ game }) => [`shelf-${game}`, `#/game/${game}`])),
  ...Object.fromEntries(
    GAMES.map((known) => [`play-${known.game}`, `#/play/${middleLevel(known)}`]),
  ),
  ...Object.fromEntries(GAMES.map(({ game }) => [`learn-${game}`, `#/learn/${game}`])),
  ...Object.fromEntries(
    [GAMES[0], GAMES.at(-1)].flatMap((known) => [
      [`solve-${known.game}`, `#/solve/${firstLevel(known)}`],
      [`edit-${known.game}`, `#/edit/${known.game}`],
      [`generate-${known.game}`, `#/generate/${known.game}`],
    ]),
  ),
  print: `#/print/${GAMES[0].game}/${GAMES[0].packs[0].pack}`,
  open: "#/open",
  daily: "#/daily",
  rush: `#/rush/${GAMES[0].game}`,
  run: `#/run/${GAMES[0].game}`,
  statistics: "#/statistics",
  settings: "#/settings",
};
const SIZES = {
  phone: { width: 390, height: 844 },
  small: { width: 360, height: 640 },
  sideways: { width: 800, height: 360 },
  wide: { width: 1280, height: 800 },
  huge: { width: 2560, height: 1440 },
};
const TOUCH = ["phone", "small", "sideways"];

const shop = workshop();

for (const theme of ["light", "dark"]) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    test(`all screens, ${theme}, ${size}`, async () => {
      const page = await shop.visit({
        theme,
        size: viewport,
        touch: TOUCH.includes(size),
        settings: { unlockAll: true },
      });
      const found = [];
      const { games } = await shop.server.call("/games");
      const sandboxes = games
        .filter(({ sandbox }) => sandbox)
        .map(({ id }) => [`sandbox-${id}`, `#/sandbox/${id}`]);
      for (const [name, path] of [...Object.entries(SCREENS), ...sandboxes]) {
        await page.goto(`${shop.server.url}${path}`);
        await page.locator("main").waitFor();
        await page.waitForLoadState("networkidle");
        await pause(150);
        for (const violation of await axe(page)) found.push(`${name}: ${violation}`);
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        if (over > 0) found.push(`${name}: ${over} px wider than the screen`);
        await screenshot(page, `${name}-${theme}-${size}`);
      }
      assert.deepEqual(found, []);
      assert.deepEqual(page.errors, []);
      await page.context().close();
    });
  }
}

test("locked levels and a lesson about something new pass, too", async () => {
  const page = await shop.visit({ lessons: true });
  const { games } = await shop.server.call("/games");
  const gated = games.find(({ packs }) => packs[0].gated);
  await page.goto(`${shop.server.url}#/game/${gated.id}`);
  await page.locator(".level.locked").first().waitFor();
  assert.deepEqual(await axe(page), []);
  await screenshot(page, "locked");
  await page.goto(`${shop.server.url}#/play/lights-off/variants/7`);
  await page.getByRole("button", { name: "Skip" }).click();
  await page.getByRole("dialog", { name: "New here" }).waitFor();
  assert.deepEqual(await axe(page), []);
  await screenshot(page, "something-new");
  await page.context().close();
});

test("a dialog, the result card and the review pass, too", async () => {
  const page = await shop.visit({ path: "#/play/lights-off/classic/1", lessons: true });
  await page.getByRole("dialog").waitFor();
  assert.deepEqual(await axe(page), []);
  await screenshot(page, "dialog");
  await page.getByRole("button", { name: "Skip" }).click();
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  assert.deepEqual(await axe(page), []);
  await page.getByRole("button", { name: "Close" }).click();
  const address = "lights-off/classic/1";
  await byPointer(page, mouse(page), await shop.server.solution({ address }));
  await page.getByRole("heading", { name: "Level complete!" }).waitFor();
  assert.deepEqual(await axe(page), []);
  await screenshot(page, "result");
  await page.getByRole("button", { name: "Review" }).first().click();
  await page.locator(".review").waitFor();
  assert.deepEqual(await axe(page), []);
  await screenshot(page, "review");
});

test("what only shows after a while passes, too: a made level, a day's, the solver at work, a rush", async () => {
  const { games } = await shop.server.call("/games");
  const searched = games.find(({ prunings }) => prunings.length).id;
  const known = GAMES.find(({ game }) => game === searched);
  const page = await shop.visit({ settings: { unlockAll: true } });
  const passes = async (name) => {
    await page.waitForLoadState("networkidle");
    assert.deepEqual(await axe(page), [], name);
    await screenshot(page, name);
  };
  const open = (path) => page.goto(`${shop.server.url}${path}`);
  // A level is made in a moment; it waits until what is shown meanwhile was looked at.
  let goOn;
  const looked = new Promise((resolve) => {
    goOn = resolve;
  });
  await page.route("**/api/jobs", (route) => looked.then(() => route.continue()));
  await open("#/new/lights-off/easy?seed=5");
  await page.locator("main").getByText("Making a level").waitFor();
  assert.deepEqual(await axe(page), [], "new");
  goOn();
  await page.waitForURL(/#\/play\/code\//, { timeout: 60_000 });
  await page.locator(".stage .lamp").first().waitFor();
  await passes("made");
  for (const { game } of GAMES) {
    await open(`#/play/daily/${game}`);
    await page.locator(".stage .board > svg").waitFor({ timeout: 60_000 });
    await passes(`daily-${game}`);
  }
  await open(`#/solve/${firstLevel(known)}`);
  await page.locator(".stage .board > svg").waitFor();
  await page.getByRole("button", { name: "Solve" }).click();
  await page.getByRole("group", { name: "The solution" }).waitFor({ timeout: 60_000 });
  await passes("solved");
  await page.getByRole("button", { name: "Step by step" }).click();
  await page.getByRole("group", { name: "Step by step" }).waitFor({ timeout: 60_000 });
  await passes("step-by-step");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByRole("group", { name: "The search" }).waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Tree" }).click();
  await page.locator(".search-tree svg").waitFor({ timeout: 60_000 });
  await passes("tree");
  await open("#/rush/lights-off?seed=7");
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator(".stage .lamp").first().waitFor({ timeout: 60_000 });
  await passes("rush-running");
  assert.deepEqual(page.errors, []);
  await page.context().close();
});
