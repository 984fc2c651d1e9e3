// How long a picture takes to follow the pointer, in every game: from the moment a pointer is
// released to the frame that shows the move. Only printed, since it depends on the machine and on what
// else it does.

import assert from "node:assert/strict";
import { loadavg } from "node:os";
import { test } from "node:test";
import { byPointer, mouse } from "../hands.js";
import { GAMES, middleLevel, pause, workshop } from "../harness.js";

const shop = workshop();

test("pointer to picture in every game", async (t) => {
  t.diagnostic(`load average of the last minute: ${loadavg()[0].toFixed(1)}`);
  for (const known of GAMES) {
    await shop.server.call("/progress/reset", { game: known.game });
    const address = middleLevel(known);
    const page = await shop.visit({ path: `#/play/${address}`, settings: { unlockAll: true } });
    await page.locator(".stage .board > svg").waitFor();
    await page.evaluate(() => {
      globalThis.times = [];
      let up = 0;
      document.querySelector(".stage").addEventListener(
        "pointerup",
        () => {
          up = performance.now();
        },
        { capture: true },
      );
      document.addEventListener("keydown", () => {
        up = 0;
      });
      // The count of moves changes with the picture, in the same task; the clock beside it does not
      // matter.
      const counts = document.querySelector(".counts");
      const made = () => counts.querySelector("dd").textContent;
      let shown = made();
      new MutationObserver(() => {
        if (made() === shown) return;
        shown = made();
        if (!up) return;
        const since = up;
        up = 0;
        requestAnimationFrame(() => globalThis.times.push(performance.now() - since));
      }).observe(counts, { subtree: true, childList: true, characterData: true });
    });
    const solution = await shop.server.solution({ address });
    for (let round = 0; round < 5; round += 1) {
      await byPointer(page, mouse(page), solution, 4);
      await page.keyboard.press("r");
      await page.answered();
      await pause(100);
    }
    const times = (await page.evaluate(() => globalThis.times)).sort((a, b) => a - b);
    assert.ok(times.length > 4, `${known.game}: ${times.length} moves`);
    const at = (share) => times[Math.ceil(share * times.length) - 1].toFixed(1);
    t.diagnostic(
      `pointer to picture, ${address}, ${times.length} moves: median ${at(0.5)} ms, 95% within ${at(0.95)} ms`,
    );
    await page.context().close();
  }
});
