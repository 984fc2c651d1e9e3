// For all eyes and ears: what is on a board stands out from what is around it, and the accessibility
// tree tells the board.

import assert from "node:assert/strict";
import { test } from "node:test";
import { byEar } from "../hands.js";
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

/**
 * What is on a board and stands out less than 3 to 1, measured from drawn pixels: the colours inside an
 * outline against the colour that is most common around it. Runs in the page, on its board or on
 * the picture given.
 */
async function faint(given) {
  const { contrast } = globalThis;
  const scale = 2;
  if (given) document.querySelector(".stage .board > svg").outerHTML = given;
  const svg = document.querySelector(".stage .board > svg");
  const view = svg.viewBox.baseVal;
  const canvas = (width, height) => {
    const made = document.createElement("canvas");
    [made.width, made.height] = [width, height];
    return made.getContext("2d", { willReadFrequently: true });
  };
  const copy = svg.cloneNode(true);
  copy.querySelector("[data-page]")?.remove();
  const [width, height] = [Math.round(view.width * scale), Math.round(view.height * scale)];
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  const image = new Image();
  const source = new XMLSerializer().serializeToString(copy);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
  await image.decode();
  const picture = canvas(width, height);
  picture.drawImage(image, 0, 0);
  const { data } = picture.getImageData(0, 0, width, height);

  // Draws what an element covers, whatever its colours are.
  const cover = (mask, el) => {
    const number = (name) => Number(el.getAttribute(name));
    const path = new Path2D(el.getAttribute("d") ?? "");
    if (el.tagName === "rect")
      path.roundRect(number("x"), number("y"), number("width"), number("height"), number("rx"));
    if (el.tagName === "circle") path.arc(number("cx"), number("cy"), number("r"), 0, 2 * Math.PI);
    if (el.getAttribute("fill") !== "none")
      mask.fill(path, el.getAttribute("fill-rule") ?? "nonzero");
    if (el.hasAttribute("stroke")) {
      mask.lineWidth = number("stroke-width");
      mask.lineCap = mask.lineJoin = "round";
      const dash = number("stroke-dasharray");
      mask.setLineDash(dash ? [dash] : []);
      mask.stroke(path);
    }
  };
  // Colours that are seen on a share of the points at least, the most common first.
  const common = (counts, share) => {
    const all = [...counts.values()].reduce((sum, n) => sum + n, 0);
    return [...counts]
      .filter(([, n]) => n >= all * share)
      .sort((a, b) => b[1] - a[1])
      .map(([key]) => [key >> 16, (key >> 8) & 255, key & 255]);
  };
  const found = [];
  // The floor of a board stands out from its rim.
  const hex = (color) => [1, 3, 5].map((i) => Number.parseInt(color.slice(i, i + 2), 16));
  const rim = svg.querySelector(":scope > .board")?.getAttribute("fill");
  const floor = svg.querySelector(".floor, .paper")?.getAttribute("fill");
  if (floor && contrast(hex(floor), hex(rim)) < 3) found.push("floor");
  for (const el of svg.querySelectorAll(":scope > [aria-label], :scope > .mark")) {
    if (Number(el.getAttribute("opacity") ?? 1) === 0 || !el.isPointInFill) continue;
    const box = el.getBBox();
    // A thin line is looked at with more beside it: near it there is little but what it joins.
    const thin = Math.min(box.width, box.height) < 8;
    const reach = el.classList.contains("mark") ? 3 : thin ? 24 : 8;
    const left = Math.max(0, Math.round((box.x - reach - view.x) * scale));
    const top = Math.max(0, Math.round((box.y - reach - view.y) * scale));
    const right = Math.min(width, Math.round((box.x + box.width + reach - view.x) * scale));
    const bottom = Math.min(height, Math.round((box.y + box.height + reach - view.y) * scale));
    const mask = canvas(right - left, bottom - top);
    mask.setTransform(scale, 0, 0, scale, -view.x * scale - left, -view.y * scale - top);
    for (const part of svg.children)
      if (part === el || part.id.startsWith(`${el.id}-`)) cover(mask, part);
    const covered = mask.getImageData(0, 0, right - left, bottom - top).data;
    const [inside, outside] = [new Map(), new Map()];
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) {
        const at = 4 * (y * width + x);
        const opacity = covered[4 * ((y - top) * (right - left) + x - left) + 3];
        const to = opacity > 127 ? inside : outside;
        const key = (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
        to.set(key, (to.get(key) ?? 0) + 1);
      }
    }
    const [around] = common(outside, 0);
    if (!around) continue;
    const best = Math.max(0, ...common(inside, 0.03).map((color) => contrast(color, around)));
    const name = el.getAttribute("aria-label") ?? el.id.replaceAll(/\d+/g, "n");
    if (best < 3) found.push(`${name}: ${best.toFixed(2)}`);
  }
  return [...new Set(found)];
}

/** The way to the end that a hint knows: it need not be proved to be the best. */
const coming = async (address) =>
  (await shop.server.call("/hint", { level: { address }, moves: null })).coming;

/** A level with half of the moves to the end made. */
async function halfWay(address) {
  const level = { address };
  const way = await coming(address);
  const { count } = await shop.server.call("/play", { level, moves: way });
  return shop.server.call("/play", { level, moves: way, rewind: { keep: Math.ceil(count / 2) } });
}

/** The looks of what a page lays over a board. */
const LOOKS = ["where", "fault", "preview", "reach", "cursor"];

/**
 * How far a frame of every look, around the cursor's place, stands out at least from the board under
 * it. Both are pictures of the page, with the frame and without.
 */
async function frames(page) {
  const frame = page.locator(".stage > .board .over > :last-child .casing + rect").first();
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
  const found = [];
  for (const look of LOOKS) {
    // The frame alone, with the look in the place of its own.
    await frame.evaluate((rect, look) => {
      rect.setAttribute("class", look);
      rect.previousElementSibling.setAttribute("class", `casing under-${look}`);
      for (const layer of rect.closest(".over").children)
        if (!layer.contains(rect)) layer.style.display = "none";
    }, look);
    found.push({ look, ...(await leastContrast(page, await shot(), bare)) });
  }
  return found;
}

/** How far a frame at the edge of one picture stands out, where it does least, from the other without it. */
function leastContrast(page, framed, bare) {
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

for (const known of GAMES) {
  const { game } = known;
  test(`9: everything on boards of ${game} stands out 3 to 1`, async () => {
    const { themes } = (await shop.server.call("/games")).games.find(({ id }) => id === game);
    const chosen = [undefined, ...themes.map(({ id }) => id)];
    const [begun, fresh] = [middleLevel(known), firstLevel(known)];
    await shop.server.call("/progress/reset", { game });
    const { moves } = await halfWay(begun);
    await shop.server.call("/progress/moves", { level: { address: begun }, moves });
    for (const colours of chosen) {
      for (const [address, theme] of [
        [fresh, "light"],
        [begun, "dark"],
      ]) {
        const page = await shop.visit({
          path: `#/play/${address}`,
          theme,
          settings: { unlockAll: true, [`colours.${game}`]: colours },
        });
        await page.locator(".stage .board > svg").waitFor();
        await page.evaluate(CONTRAST);
        const check = async (what, svg) =>
          assert.deepEqual(await page.evaluate(faint, svg), [], `${what} ${theme} ${colours}`);
        await check(address);
        // The other packs have other things on their boards.
        if (!colours && theme === "light")
          for (const { pack, ids } of known.packs) {
            const middle = `${game}/${pack}/${ids[Math.floor(ids.length / 2)]}`;
            await check(middle, (await halfWay(middle)).svg);
          }
        await page.context().close();
      }
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
      for (const { look, least, ...where } of await frames(page))
        assert.ok(least >= 3, `${look} ${least.toFixed(2)} ${JSON.stringify(where)}`);
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
