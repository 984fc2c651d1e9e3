// Every screen in both themes and on a phone: no finding of axe-core of any weight, no error in the
// console, nothing wider than the screen; and a picture of each where SCREENSHOTS names a folder.

import assert from "node:assert/strict";
import { test } from "node:test";
import { byPointer, mouse } from "../hands.js";
import { axe, pause, screenshot, workshop } from "../harness.js";

const SCREENS = {
  home: "",
  "shelf-tilepuzzle": "#/game/tilepuzzle",
  "shelf-iq-circuit": "#/game/iq-circuit",
  "play-lights-off": "#/play/lights-off/classic/3",
  "play-tilepuzzle": "#/play/tilepuzzle/campaign/3",
  "play-circuits": "#/play/circuits/02/0205",
  "play-iq-circuit": "#/play/iq-circuit/booklet/86",
  "play-tint": "#/play/tint/medium/m05",
  "solve-circuits": "#/solve/circuits/01/0103",
  "solve-iq-circuit": "#/solve/iq-circuit/booklet/49",
  "learn-tint": "#/learn/tint",
  "learn-iq-circuit": "#/learn/iq-circuit",
  generate: "#/generate/tilepuzzle",
  open: "#/open",
  "edit-circuits": "#/edit/circuits",
  "edit-tint": "#/edit/tint",
  daily: "#/daily",
  rush: "#/rush/lights-off",
  run: "#/run/iq-circuit",
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
      for (const [name, path] of Object.entries(SCREENS)) {
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
      assert.deepEqual(page.troubles, []);
      await page.context().close();
    });
  }
}

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
  await byPointer["lights-off"](page, mouse(page), await shop.server.solution({ address }));
  await page.getByRole("heading", { name: "Level complete!" }).waitFor();
  assert.deepEqual(await axe(page), []);
  await screenshot(page, "result");
  await page.getByRole("button", { name: "Review" }).first().click();
  await page.locator(".review").waitFor();
  assert.deepEqual(await axe(page), []);
  await screenshot(page, "review");
});
