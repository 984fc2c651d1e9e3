// For all eyes, ears and hands: what is on a board stands out from what is around it, the
// accessibility tree tells the board, and the picture follows the pointer.

import assert from "node:assert/strict";
import { test } from "node:test";
import { byKeys, mouse } from "../hands.js";
import { firstLevel, GAMES, middleLevel, workshop } from "../harness.js";

const shop = workshop();
const said = (page) => page.locator("main .said").textContent();

/** The labelled things of a board that stand out less than 3 to 1, measured from drawn pixels. */
function faint() {
  const linear = (c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const contrast = (a, b) => {
    const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  const common = (counts, share) => {
    const all = [...counts.values()].reduce((sum, n) => sum + n, 0);
    return [...counts]
      .filter(([, n]) => n >= all * share)
      .sort((a, b) => b[1] - a[1])
      .map(([key]) => key.split(",").map(Number));
  };
  const svg = document.querySelector(".stage .board > svg");
  const view = svg.viewBox.baseVal;
  const copy = svg.cloneNode(true);
  copy.querySelector("[data-page]")?.remove();
  const scale = 2;
  copy.setAttribute("width", view.width * scale);
  copy.setAttribute("height", view.height * scale);
  const image = new Image();
  const source = new XMLSerializer().serializeToString(copy);
  return new Promise((resolve) => {
    image.onload = () => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [view.width * scale, view.height * scale];
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      const found = [];
      for (const el of svg.querySelectorAll(":scope > [aria-label]")) {
        if (el.getAttribute("opacity") === "0" || !el.isPointInFill) continue;
        const box = el.getBBox();
        const [inside, outside] = [new Map(), new Map()];
        for (let y = box.y - 8; y <= box.y + box.height + 8; y += 1) {
          for (let x = box.x - 8; x <= box.x + box.width + 8; x += 1) {
            const spot = svg.createSVGPoint();
            [spot.x, spot.y] = [x, y];
            const px = Math.round((x - view.x) * scale);
            const py = Math.round((y - view.y) * scale);
            if (px < 0 || py < 0 || px >= canvas.width || py >= canvas.height) continue;
            const filled = el.getAttribute("fill") !== "none" && el.isPointInFill(spot);
            const to = filled || el.isPointInStroke(spot) ? inside : outside;
            const key = context.getImageData(px, py, 1, 1).data.slice(0, 3).join();
            to.set(key, (to.get(key) ?? 0) + 1);
          }
        }
        const [around] = common(outside, 0);
        if (!around) continue;
        const best = Math.max(0, ...common(inside, 0.03).map((color) => contrast(color, around)));
        if (best < 3) found.push(`${el.getAttribute("aria-label")}: ${best.toFixed(2)}`);
      }
      resolve([...new Set(found)]);
    };
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
  });
}

for (const known of GAMES) {
  const { game } = known;
  for (const level of [firstLevel(known), middleLevel(known)]) {
    test(`9: everything on ${level} stands out 3 to 1`, async () => {
      const page = await shop.visit({
        path: `#/play/${level}`,
        settings: { unlockAll: true },
      });
      await page.locator(".stage .board > svg").waitFor();
      assert.deepEqual(await page.evaluate(faint), []);
      await page.context().close();
    });
  }

  test(`${game} is told cell by cell, and won, by the accessibility tree`, async () => {
    const address = firstLevel(known);
    await shop.server.call("/progress/reset", { game });
    const page = await shop.visit({ path: `#/play/${address}` });
    const board = page.getByRole("application");
    await board.waitFor();
    assert.match(await board.getAttribute("aria-label"), /Arrows move the cursor/);
    await board.focus();
    const whisper = page.locator(".said .unseen");
    const told = new Set();
    for (const key of [
      "ArrowRight",
      "ArrowDown",
      "ArrowRight",
      "ArrowDown",
      "ArrowLeft",
      "ArrowUp",
      "ArrowLeft",
      "ArrowUp",
    ]) {
      await page.keyboard.press(key);
      const words = await whisper.textContent();
      assert.match(words, /row \d+, column \d+/);
      told.add(words);
    }
    assert.ok(told.size > 3, "every cell has its own words");
    const before = await said(page);
    await byKeys(page, await shop.server.solution({ address }));
    await page.getByRole("status").getByText("Level complete!").waitFor();
    assert.notEqual(await said(page), before);
    await page.context().close();
  });
}

test("pointer to picture: how long it takes, printed", async (t) => {
  const page = await shop.visit({ path: "#/play/lights-off/classic/5" });
  await page.locator(".stage .lamp").first().waitFor();
  await page.evaluate(() => {
    globalThis.times = [];
    const board = document.querySelector(".stage .board");
    let up = 0;
    board.addEventListener(
      "pointerup",
      () => {
        up = performance.now();
      },
      { capture: true },
    );
    new MutationObserver((changes) => {
      const drawn = changes.some(
        ({ target }) => target.closest?.("svg") && !target.closest(".over"),
      );
      if (!up || !drawn) return;
      const since = up;
      up = 0;
      requestAnimationFrame(() => globalThis.times.push(performance.now() - since));
    }).observe(board, { subtree: true, attributes: true });
  });
  const hand = mouse(page);
  for (let i = 0; i < 40; i += 1) {
    await hand.tap({ x: i % 5, y: Math.floor(i / 5) % 5 });
    await page.waitForFunction((n) => globalThis.times.length >= n, i + 1);
  }
  const times = (await page.evaluate(() => globalThis.times)).sort((a, b) => a - b);
  const at = (share) => times[Math.floor(share * (times.length - 1))].toFixed(1);
  t.diagnostic(
    `pointer to picture, ${times.length} presses: median ${at(0.5)} ms, 95% under ${at(0.95)} ms`,
  );
});
