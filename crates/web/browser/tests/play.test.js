// Each game is played to a win by mouse, by touch and by keyboard, and by hands that are faster than
// the engine.

import assert from "node:assert/strict";
import { test } from "node:test";
import { byKeys, byPointer, canHaste, inHaste, mouse, touch } from "../hands.js";
import { Finger, firstLevel, GAMES, middleLevel, pause, workshop } from "../harness.js";

const PHONE = { width: 390, height: 844 };

const shop = workshop();

for (const known of GAMES) {
  const { game } = known;
  const address = firstLevel(known);
  const ways = {
    mouse: (page, moves) => byPointer(page, mouse(page), moves),
    touch: async (page, moves) => byPointer(page, touch(page, await Finger.on(page)), moves),
    keyboard: byKeys,
  };
  for (const [way, play] of Object.entries(ways)) {
    test(`${game} is won by ${way}`, async () => {
      const moves = await shop.server.solution({ address });
      await shop.server.call("/progress/reset", { game });
      const page = await shop.visit({
        path: `#/play/${address}`,
        touch: way === "touch",
        size: way === "touch" ? PHONE : undefined,
      });
      await page.locator(".stage .board > svg").waitFor();
      await play(page, moves);
      await page.getByRole("heading", { name: "Level complete!" }).waitFor({ timeout: 10_000 });
      assert.deepEqual(page.errors, []);
      const progress = await shop.server.call("/progress");
      assert.equal(progress.games[game].completed, 1);
      await page.context().close();
    });
  }
}

for (const known of GAMES) {
  const address = middleLevel(known);
  test(`${known.game} is won by whoever does not wait for a slow engine`, async (t) => {
    const moves = await shop.server.solution({ address });
    if (!canHaste(moves)) return t.skip("its pieces are put down with buttons");
    const page = await shop.visit({ path: `#/play/${address}`, settings: { unlockAll: true } });
    await page.locator(".stage .board > svg").waitFor();
    await page.route(/\/api\/(reach|play)$/, async (route) => {
      await pause(300);
      await route.continue();
    });
    await inHaste(page, mouse(page), moves);
    await page.getByRole("heading", { name: "Level complete!" }).waitFor({ timeout: 30_000 });
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });
}
