// Each game is played to a win by mouse, by touch and by keyboard.

import assert from "node:assert/strict";
import { test } from "node:test";
import { byKeys, byPointer, mouse, touch } from "../hands.js";
import { Finger, workshop } from "../harness.js";

const LEVELS = {
  "lights-off": "lights-off/classic/1",
  tilepuzzle: "tilepuzzle/campaign/1",
  circuits: "circuits/01/0101",
  "iq-circuit": "iq-circuit/booklet/73",
  tint: "tint/easy/e02",
};
const PHONE = { width: 390, height: 844 };

const shop = workshop();

for (const [game, address] of Object.entries(LEVELS)) {
  const ways = {
    mouse: async (page, moves) => byPointer[game](page, mouse(page), moves),
    touch: async (page, moves) => byPointer[game](page, touch(page, await Finger.on(page)), moves),
    keyboard: async (page, moves) => byKeys[game](page, moves),
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
      assert.deepEqual(page.troubles, []);
      const progress = await shop.server.call("/progress");
      assert.equal(progress.games[game].completed, 1);
      await page.context().close();
    });
  }
}
