// For all eyes, ears and hands: what is on a board stands out from what is around it, the
// accessibility tree tells the board, and the picture follows the pointer.

import assert from "node:assert/strict";
import { test } from "node:test";
import { byEar, byPointer, mouse } from "../hands.js";
import { axe, firstLevel, GAMES, middleLevel, pause, workshop } from "../harness.js";

const shop = workshop();

/** How far two colours stand out from each other; runs in the page, too. */
const CONTRAST = `
  const linear = (c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  globalThis.contrast = (a, b) => {
    const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
`;

/** What is on a board and stands out less than 3 to 1, measured from drawn pixels. */
function faint() {
  const { contrast } = globalThis;
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
  // Held, or it may be gone before it is loaded.
  globalThis.drawn = image;
  const source = new XMLSerializer().serializeToString(copy);
  const hex = (color) => [1, 3, 5].map((i) => Number.parseInt(color.slice(i, i + 2), 16));
  return new Promise((resolve) => {
    image.onload = () => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [view.width * scale, view.height * scale];
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      const found = [];
      const spot = svg.createSVGPoint();
      // The floor of a board stands out from its rim.
      const rim = svg.querySelector(":scope > .board")?.getAttribute("fill");
      const floor = svg.querySelector(".floor, .paper")?.getAttribute("fill");
      if (floor && contrast(hex(floor), hex(rim)) < 3) found.push("floor");
      for (const el of svg.querySelectorAll(":scope > [aria-label], :scope > .mark")) {
        if (Number(el.getAttribute("opacity") ?? 1) === 0 || !el.isPointInFill) continue;
        const parts = [...svg.children].filter(({ id }) => id.startsWith(`${el.id}-`));
        const box = el.getBBox();
        const reach = el.classList.contains("mark") ? 3 : 8;
        const [inside, outside] = [new Map(), new Map()];
        // Some thousand points of a large thing are enough.
        const step = Math.max(1, Math.sqrt(box.width * box.height) / 60);
        for (let y = box.y - reach; y <= box.y + box.height + reach; y += step) {
          for (let x = box.x - reach; x <= box.x + box.width + reach; x += step) {
            [spot.x, spot.y] = [x, y];
            const px = Math.round((x - view.x) * scale);
            const py = Math.round((y - view.y) * scale);
            if (px < 0 || py < 0 || px >= canvas.width || py >= canvas.height) continue;
            const drawn = (one) =>
              (one.getAttribute("fill") !== "none" && one.isPointInFill(spot)) ||
              (one.hasAttribute("stroke") && one.isPointInStroke(spot));
            const to = [el, ...parts].some(drawn) ? inside : outside;
            const at = 4 * (py * canvas.width + px);
            const key = data.slice(at, at + 3).join();
            to.set(key, (to.get(key) ?? 0) + 1);
          }
        }
        const [around] = common(outside, 0);
        if (!around) continue;
        const best = Math.max(0, ...common(inside, 0.03).map((color) => contrast(color, around)));
        const name = el.getAttribute("aria-label") ?? el.id.replaceAll(/\d+/g, "n");
        if (best < 3) found.push(`${name}: ${best.toFixed(2)}`);
      }
      resolve([...new Set(found)]);
    };
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
  });
}

/** The way to the end that a hint knows: it need not be proved to be the best. */
const coming = async (address) =>
  (await shop.server.call("/hint", { level: { address }, moves: null })).coming;

/** Half of the moves to the end, as an attempt that was left there. */
async function halfWay(address) {
  const level = { address };
  const way = await coming(address);
  const { count } = await shop.server.call("/play", { level, moves: way });
  const rewind = { keep: Math.ceil(count / 2) };
  const { moves } = await shop.server.call("/play", { level, moves: way, rewind });
  await shop.server.call("/progress/moves", { level, moves });
}

/** The looks of what a page lays over a board. */
const LOOKS = ["where", "fault", "preview", "reach", "cursor"];

/**
 * Where a frame with a look, around the cursor's place, stands out less than 3 to 1 from the board
 * under it. Both are pictures of the page, with the frame and without.
 */
async function faintFrame(page, look) {
  const frame = page.locator(".stage > .board .over > :last-child .casing + rect").first();
  // The frame alone, with the look in the place of its own.
  await frame.evaluate((rect, look) => {
    rect.setAttribute("class", look);
    rect.previousElementSibling.setAttribute("class", `casing under-${look}`);
    for (const layer of rect.closest(".over").children)
      if (!layer.contains(rect)) layer.style.display = "none";
  }, look);
  const box = await frame.boundingBox();
  const clip = { x: box.x - 8, y: box.y - 8, width: box.width + 16, height: box.height + 16 };
  const shot = async () => {
    // Two frames later everything is drawn.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    return (await page.screenshot({ clip, animations: "disabled", scale: "css" })).toString(
      "base64",
    );
  };
  const seen = (display) =>
    page.locator(".stage .over").evaluateAll((all, display) => {
      for (const el of all) el.style.display = display;
    }, display);
  await seen("none");
  const bare = await shot();
  await seen("");
  const framed = await shot();
  return page.evaluate(
    async ([framed, bare]) => {
      const pixels = async (png) => {
        const image = new Image();
        image.src = `data:image/png;base64,${png}`;
        await image.decode();
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [image.width, image.height];
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0);
        const { width, height, data } = context.getImageData(0, 0, image.width, image.height);
        const at = (x, y) => [...data.slice(4 * (y * width + x), 4 * (y * width + x) + 3)];
        return { width, height, at };
      };
      const [on, off] = [await pixels(framed), await pixels(bare)];
      const edge = 8;
      const sides = [];
      for (let i = edge + 12; i < on.width - edge - 12; i += 5)
        sides.push([i, edge], [i, on.height - 1 - edge]);
      for (let i = edge + 12; i < on.height - edge - 12; i += 5)
        sides.push([edge, i], [on.width - 1 - edge, i]);
      const worst = sides.map(([x, y]) => {
        let best = 0;
        for (let dy = -12; dy <= 12; dy += 1)
          for (let dx = -12; dx <= 12; dx += 1) {
            const [px, py] = [x + dx, y + dy];
            if (px < 0 || py < 0 || px >= on.width || py >= on.height) continue;
            if (on.at(px, py).join() !== off.at(px, py).join())
              best = Math.max(best, globalThis.contrast(on.at(px, py), off.at(x, y)));
          }
        return best;
      });
      const least = Math.min(...worst);
      return { least, at: sides[worst.indexOf(least)], size: [on.width, on.height] };
    },
    [framed, bare],
  );
}

/** The first levels, ones from the middle, in play and in every set of colours that a game has. */
async function looks(known) {
  const game = (await shop.server.call("/games")).games.find(({ id }) => id === known.game);
  const plain = [firstLevel(known), middleLevel(known)];
  const cases = plain.flatMap((address) => [
    { address, begun: false },
    { address, begun: true },
  ]);
  const themed = game.themes.flatMap(({ id }) =>
    [firstLevel(known), middleLevel(known)].map((address) => ({
      address,
      begun: true,
      colours: { [`colours.${game.id}`]: id },
    })),
  );
  return [...cases, ...themed];
}

for (const known of GAMES) {
  const { game } = known;
  test(`9: everything on boards of ${game} stands out 3 to 1`, async () => {
    for (const { address, begun, colours } of await looks(known)) {
      await shop.server.call("/progress/reset", { game });
      if (begun) await halfWay(address);
      const page = await shop.visit({
        path: `#/play/${address}`,
        settings: { unlockAll: true, ...colours },
      });
      await page.locator(".stage .board > svg").waitFor();
      await page.evaluate(CONTRAST);
      const found = await page.evaluate(faint);
      assert.deepEqual(found, [], `${address} ${begun} ${JSON.stringify(colours)}`);
      await page.context().close();
    }
  });

  test(`9: whatever is laid over a board of ${game} stands out 3 to 1`, async () => {
    await shop.server.call("/progress/reset", { game });
    const page = await shop.visit({
      path: `#/play/${middleLevel(known)}`,
      settings: { unlockAll: true, motion: "reduced" },
    });
    await page.locator(".stage .board > svg").waitFor();
    await page.evaluate(CONTRAST);
    await page.getByRole("application").focus();
    for (const key of ["ArrowRight", "ArrowDown", "ArrowRight", "ArrowDown"]) {
      await page.keyboard.press(key);
      await pause(100);
      for (const look of LOOKS) {
        const { least, ...where } = await faintFrame(page, look);
        assert.ok(least >= 3, `${look} ${least.toFixed(2)} ${JSON.stringify(where)}`);
      }
    }
    await page.context().close();
  });

  test(`${game} is told cell by cell, and won, by ear`, async () => {
    const address = firstLevel(known);
    await shop.server.call("/progress/reset", { game });
    const page = await shop.visit({ path: `#/play/${address}` });
    const board = page.getByRole("application");
    await board.waitFor();
    assert.match(await board.getAttribute("aria-label"), /Arrows move the cursor/);
    await board.focus();
    const level = { address };
    const solution = await shop.server.solution(level);
    // What the engine calls the things that its solution speaks of.
    const pictures = [];
    for (const moves of [null, solution])
      pictures.push((await shop.server.call("/play", { level, moves })).svg);
    const spoken = (id) => {
      const said = new RegExp(
        `id="${id}"[^>]*aria-label="([^"]+)" data-x="(\\d+)" data-y="(\\d+)"`,
      ).exec(pictures.join(""));
      return { label: said[1], at: { x: Number(said[2]), y: Number(said[3]) } };
    };
    await byEar(page, solution, spoken);
    await page.getByRole("status").getByText("Level complete!").waitFor();
    assert.deepEqual(await axe(page), []);
    await page.context().close();
  });

  test(`a hint of ${game} says in words what it shows`, async () => {
    await shop.server.call("/progress/reset", { game });
    const page = await shop.visit({ path: `#/play/${firstLevel(known)}` });
    await page.locator(".stage .board > svg").waitFor();
    const status = page.locator("main .status").first();
    await page.getByRole("button", { name: "Hint" }).click();
    await status.getByText(/^Look here: .*row \d+, column \d+.*\. Tap again/).waitFor();
    await page.getByRole("button", { name: "Hint" }).click();
    await status.getByText(/^This is the move: .*row \d+/).waitFor();
    await page.context().close();
  });
}

test("pointer to picture: how long it takes in every game, printed", async (t) => {
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
      // The counts change with the picture, in the same task.
      new MutationObserver(() => {
        if (!up) return;
        const since = up;
        up = 0;
        requestAnimationFrame(() => globalThis.times.push(performance.now() - since));
      }).observe(document.querySelector(".counts"), { subtree: true, childList: true });
    });
    const solution = await coming(address);
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
