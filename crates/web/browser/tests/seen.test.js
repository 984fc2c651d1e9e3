// What is hard to see or to understand: rules of variants, names, sizes, the way, the search.

import assert from "node:assert/strict";
import { test } from "node:test";
import { mouse } from "../hands.js";
import { Finger, pause, point, workshop } from "../harness.js";

const shop = workshop();
const status = (page) => page.locator("main .status").first();

async function variant(wanted) {
  const { levels } = await shop.server.call("/packs/lights-off/variants?all=true");
  for (const { address } of levels) {
    const { document } = await shop.server.call("/level", { level: { address } });
    if (wanted(document)) return address;
  }
  throw new Error("no such variant ships");
}

test("10: a variant says its rule, and shows what a press reaches", async () => {
  const rules = [
    [({ topology }) => topology === "torus", /edges join/],
    [({ topology }) => topology === "hex", /six lamps/],
    [({ states }) => states > 2, /states/],
  ];
  for (const [wanted, words] of rules) {
    const page = await shop.visit({ path: `#/play/${await variant(wanted)}` });
    await page.locator(".stage .lamp").first().waitFor();
    assert.match(await status(page).textContent(), words);
    const { x, y } = await point(page, { x: 1, y: 1 });
    await page.mouse.move(x, y);
    await page.locator(".over .reach").first().waitFor();
    await page.mouse.move(2, 2);
    await page.locator(".over .reach").first().waitFor({ state: "detached" });
    await page.context().close();
  }
});

test("10: more than two states are colours with pips", async () => {
  const page = await shop.visit({ path: `#/play/${await variant(({ states }) => states > 2)}` });
  await page.locator(".stage .lamp").first().waitFor();
  for (let i = 0; i < 2; i += 1) {
    await mouse(page).tap({ x: 0, y: 0 });
    await page.waitForFunction(
      (n) => document.querySelector(".counts dd")?.textContent === String(n),
      i + 1,
    );
  }
  const fills = await page
    .locator(".stage .lamp")
    .evaluateAll((lamps) => new Set(lamps.map((lamp) => lamp.getAttribute("fill"))).size);
  assert.ok(fills > 2, "each state has a colour of its own");
  assert.ok((await page.locator(".stage .pip").count()) > 0);
});

test("11: pieces have names of colour and shape, and nobody reads ids or coordinates", async () => {
  const page = await shop.visit({ path: "#/play/iq-circuit/booklet/86" });
  const tray = page.locator(".stage .waiting .tray[aria-label]");
  await tray.first().waitFor();
  for (const label of await tray.evaluateAll((all) =>
    all.map((el) => el.getAttribute("aria-label")),
  ))
    assert.match(
      label,
      /^(dark )?[a-z]+ (short bar|bar|long bar|corner|hook|square|T|step|piece)$/,
    );
  for (let i = 0; i < 3; i += 1) {
    await page.getByRole("button", { name: "Hint" }).click();
    await page.waitForLoadState("networkidle");
  }
  assert.doesNotMatch(await status(page).textContent(), /\(\d+,|[A-Z]\d[ab]?\b/);
});

test("12: cells of IQ Circuit are at least 40 px, and on wide screens the tray is where it leaves room for them", async () => {
  for (const [size, level, beside] of [
    [{ width: 360, height: 640 }, "booklet/86", false],
    [{ width: 1280, height: 800 }, "booklet/86", true],
    [{ width: 1280, height: 800 }, "boulevard/25", false],
  ]) {
    const page = await shop.visit({ path: `#/play/iq-circuit/${level}`, size });
    await page.locator(".stage .waiting > svg").waitFor();
    const [a, b] = [await point(page, { x: 0, y: 0 }), await point(page, { x: 1, y: 0 })];
    assert.ok(b.x - a.x >= 40, `${b.x - a.x} px at ${size.width}`);
    const board = await page.locator(".stage > .board").boundingBox();
    const tray = await page.locator(".stage > .waiting").boundingBox();
    assert.equal(tray.x >= board.x + board.width, beside);
    await page.context().close();
  }
});

test("12: a board that is too wide for a phone keeps its cells, and a finger moves it", async () => {
  const address = "iq-circuit/boulevard/1";
  const size = { width: 360, height: 640 };
  const page = await shop.visit({ path: `#/play/${address}`, size, touch: true });
  await page.locator(".stage .waiting > svg").waitFor();
  const [a, b] = [await point(page, { x: 0, y: 0 }), await point(page, { x: 1, y: 0 })];
  assert.ok(b.x - a.x >= 40, `${b.x - a.x} px`);
  const { document } = await shop.server.call("/level", { level: { address } });
  const given = document.placed.map(({ piece }) => piece);
  const { placements } = await shop.server.solution({ address });
  const gaps = [];
  for (const { piece, at } of placements)
    if (!given.includes(piece)) gaps.push(await point(page, { x: at[0], y: at[1] }));
  const gap = gaps.find(({ x }) => x > 100 && x < 340);
  const finger = await Finger.on(page);
  await finger.send("touchStart", [gap]);
  for (const by of [20, 40, 60]) await finger.send("touchMove", [{ x: gap.x - by, y: gap.y }]);
  await finger.send("touchEnd", []);
  await page.waitForFunction(() => document.querySelector(".stage > .board").scrollLeft > 0);
  await page.context().close();
});

test("12: a tap on any cell of a gap puts the piece there; a wheel turns it in a drag", async () => {
  const address = "iq-circuit/booklet/73";
  const { document } = await shop.server.call("/level", { level: { address } });
  const given = document.placed.map(({ piece }) => piece);
  const { placements } = await shop.server.solution({ address });
  // A bar or a square covers its whole box, so that any cell of the box is one of the gap.
  const mine = placements.find(({ piece }) => !given.includes(piece) && /^[IO]/.test(piece));
  const page = await shop.visit({ path: `#/play/${address}` });
  const piece = page.locator(`.stage [id="tray-${mine.piece}"]`);
  await piece.waitFor({ state: "attached" });
  const from = await piece.evaluate((el) => ({ x: Number(el.dataset.x), y: Number(el.dataset.y) }));
  const start = await point(page, from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 30, start.y - 30, { steps: 4 });
  const held = page.locator(".held-piece:not([hidden])");
  await held.waitFor();
  const turns = Number(await held.getAttribute("data-turns"));
  await page.mouse.wheel(0, 100);
  await page.waitForFunction(
    (n) => document.querySelector(".held-piece").dataset.turns === String(n),
    (turns + 1) % 4,
  );
  await page.mouse.move(5, 5, { steps: 4 });
  await page.mouse.up();
  await held.waitFor({ state: "hidden" });
  const hand = mouse(page);
  await hand.tap(from);
  await held.waitFor();
  const now = async (name) => Number(await held.getAttribute(`data-${name}`));
  for (const [button, name, wanted] of [
    ["Flip", "side", mine.side],
    ["Turn", "turns", mine.turns],
  ]) {
    while ((await now(name)) !== wanted) {
      const before = await now(name);
      await held.getByRole("button", { name: button }).click();
      await page.waitForFunction(
        ([name, before]) => document.querySelector(".held-piece").dataset[name] !== String(before),
        [name, before],
      );
    }
  }
  const box = await held
    .locator("svg")
    .first()
    .evaluate(({ viewBox: { baseVal } }) => ({
      x: Math.round((baseVal.width - 24) / 48),
      y: Math.round((baseVal.height - 24) / 48),
    }));
  await hand.tap({ x: mine.at[0] + box.x - 1, y: mine.at[1] + box.y - 1 });
  await page.locator(`.stage [id="piece-${mine.piece}"]`).waitFor();
});

test("12: the first pack of IQ Circuit begins with starters", async () => {
  const page = await shop.visit({ path: "#/game/iq-circuit" });
  await page.getByRole("heading", { name: /^Workbook/ }).waitFor();
  await page.getByRole("link", { name: /^Level 1, Starter/ }).waitFor();
});

test("12: on a phone the pieces that wait are as large as on the board, and scroll", async () => {
  const page = await shop.visit({
    path: "#/play/iq-circuit/booklet/49",
    size: { width: 360, height: 640 },
    touch: true,
  });
  const tray = page.locator(".stage > .waiting");
  await tray.locator("svg").first().waitFor();
  const cell = await tray.evaluate(({ firstElementChild: svg }) => {
    return (svg.getBoundingClientRect().width / svg.viewBox.baseVal.width) * 48;
  });
  assert.ok(cell >= 40, `${cell} px`);
  const more = await tray.evaluate((el) => el.scrollHeight - el.clientHeight);
  assert.ok(more > 0, "there is more than is seen");
  // A place between the pieces, where there is nothing to take.
  const free = await tray.evaluate((el) => {
    const area = el.getBoundingClientRect();
    for (let y = area.bottom - 6; y > area.top + 60; y -= 4)
      for (let x = area.left + 6; x < area.right - 6; x += 4)
        if (document.elementFromPoint(x, y)?.matches(".waiting > svg, .waiting > svg > rect.board"))
          return { x, y };
    return null;
  });
  const finger = await Finger.on(page);
  await finger.send("touchStart", [free]);
  await pause(60);
  for (let i = 1; i <= 10; i += 1) {
    await finger.send("touchMove", [{ x: free.x, y: free.y - 6 * i }]);
    await pause(30);
  }
  await finger.send("touchEnd", []);
  await page.waitForFunction(() => document.querySelector(".stage > .waiting").scrollTop > 0);
  assert.deepEqual(page.errors, []);
});

test("12: a second finger turns the piece that hangs from the first, and a double tap flips it", async () => {
  const page = await shop.visit({
    path: "#/play/iq-circuit/booklet/49",
    size: { width: 390, height: 844 },
    touch: true,
  });
  const piece = page.locator('.stage [id^="tray-"]').first();
  await piece.waitFor({ state: "attached" });
  const from = await point(
    page,
    await piece.evaluate((el) => ({ x: Number(el.dataset.x), y: Number(el.dataset.y) })),
  );
  const finger = await Finger.on(page);
  const first = { x: from.x + 20, y: from.y - 60 };
  const held = page.locator(".held-piece:not([hidden])");
  await finger.send("touchStart", [from]);
  await pause(60);
  await finger.send("touchMove", [first]);
  await held.waitFor();
  const now = async () => [
    Number(await held.getAttribute("data-turns")),
    Number(await held.getAttribute("data-side")),
  ];
  const until = (name, value) =>
    page.waitForFunction(
      ([name, value]) => document.querySelector(".held-piece").dataset[name] === String(value),
      [name, value],
    );
  const tap = async () => {
    const second = { x: 60, y: 120, id: 1 };
    await finger.send("touchStart", [first, second]);
    await finger.session.send("Input.dispatchTouchEvent", {
      type: "touchEnd",
      touchPoints: [second],
    });
  };
  const [turns, side] = await now();
  await tap();
  await until("turns", (turns + 1) % 4);
  await pause(400);
  await tap();
  await tap();
  await until("side", side + 1);
  assert.deepEqual(await now(), [(turns + 1) % 4, side + 1]);
  await finger.send("touchEnd", []);
  assert.deepEqual(page.errors, []);
});

test("13: light chasing has a table of pictures, and the board is in step with the words", async () => {
  const page = await shop.visit({ path: "#/solve/lights-off/classic/20" });
  await page.locator(".stage .lamp").first().waitFor();
  await page.getByRole("button", { name: "Step by step" }).click();
  const table = page.getByRole("region", { name: "Table" });
  await table.waitFor();
  assert.equal(await table.locator("svg").count(), 7, "the classic board has seven leftovers");
  const player = page.getByRole("group", { name: "Step by step" });
  const words = page.locator(".panel p", { hasText: /row|left|dark/ }).first();
  const steps = Number((await player.locator("output").textContent()).split(" of ")[1]);
  let found = false;
  for (let i = 0; i <= steps; i += 1) {
    const lit = /row (\d+) has (\d+) lit/.exec(await words.textContent());
    const told = await page.locator(".over .where").count();
    // Where the words count the lit lamps of a row, those lamps are lit on the board, and framed.
    if (lit && told) {
      const row = Number(lit[1]) - 1;
      const count = Number(lit[2]);
      // The board is drawn after the words are.
      await page.waitForFunction(
        ([row, count]) =>
          document.querySelectorAll(`.stage .lamp[data-y="${row}"][aria-label$="on"]`).length ===
          count,
        [row, count],
      );
      assert.equal(told, count, `step ${i}`);
    }
    found ||= (await table.locator("[aria-current]").count()) === 1;
    if (i < steps) {
      await player.getByRole("button", { name: "Forward" }).click();
      await page.waitForFunction(
        (i) => document.querySelector(".playback output").textContent.startsWith(`${i} of`),
        i + 1,
      );
      await pause(100);
    }
  }
  assert.ok(found, "the entry that holds is marked");
  assert.match(await status(page).textContent(), /^0 of 25 lamps lit/);
  assert.equal(await page.locator('.stage .lamp[aria-label$="on"]').count(), 0);
});

test("13: the way is played move by move to the end, in every game", async () => {
  for (const { id } of (await shop.server.call("/games")).games) {
    const page = await shop.visit({ path: `#/play/daily/${id}` });
    await page.locator(".stage .board > svg").waitFor();
    await page.getByRole("button", { name: "Show the way" }).click();
    const player = page.getByRole("group", { name: "The way" });
    await player.getByRole("button", { name: "Last" }).click({ timeout: 60_000 });
    await page.waitForFunction(() => {
      const [at, of] = document.querySelector(".way output").textContent.split(" of ");
      return at === of && Number(of) > 0;
    });
    assert.deepEqual(page.errors, [], id);
    await page.context().close();
  }
});

test("14: a range of challenges is run on the page, and valid boards are counted", async () => {
  const page = await shop.visit({ path: "#/run/iq-circuit/booklet" });
  const first = page.getByLabel("First level");
  await first.waitFor();
  const count = await first.locator("option").count();
  await first.selectOption({ index: count - 3 });
  await page.getByLabel("Last level").selectOption({ index: count - 1 });
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByText("3 of 3 solved").waitFor({ timeout: 60_000 });
  assert.equal(await page.locator("tbody tr").count(), 3);
  await page.getByText("1 solution").first().waitFor();
  await first.selectOption({ index: 5 });
  await page.getByLabel("Last level").selectOption({ index: 2 });
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByText("choose the first level before the last").waitFor();
});

test("14: the search plays with its order of pieces, at any speed, beside a tree that fits", async () => {
  const page = await shop.visit({ path: "#/solve/iq-circuit/booklet/49" });
  await page.locator(".stage .board > svg").waitFor();
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const player = page.getByRole("group", { name: "The search", exact: true });
  await player.getByLabel("Speed").selectOption("Fastest");
  await player.getByRole("button", { name: "Play" }).click();
  await page
    .getByRole("list", { name: "in order" })
    .getByText(/^Lays the/)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Tree" }).click();
  const tree = page.locator(".search-tree");
  await tree.locator("svg").waitFor();
  const over = await tree.evaluate((el) => el.scrollWidth - el.clientWidth);
  assert.ok(over <= 1, "the tree fits");
  assert.ok(await player.isVisible(), "what plays is still there");
  const view = () =>
    tree.locator("svg").evaluate(({ viewBox: { baseVal } }) => ({
      x: baseVal.x,
      width: baseVal.width,
    }));
  const whole = await view();
  await page.getByRole("button", { name: "Closer" }).click();
  const closer = await view();
  assert.ok(closer.width < whole.width);
  const box = await tree.boundingBox();
  await tree.scrollIntoViewIfNeeded();
  await tree.hover();
  await page.mouse.wheel(0, -100);
  await page.waitForFunction(
    (width) => document.querySelector(".search-tree svg").viewBox.baseVal.width < width,
    closer.width,
  );
  const near = await view();
  await page.mouse.down();
  await page.mouse.move(box.x + 10, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  assert.notEqual((await view()).x, near.x, "dragging moves it");
  const pinch = await Finger.on(page);
  const { x, y, width, height } = await tree.boundingBox();
  const spots = (apart) => [
    { x: x + width / 2 - apart, y: y + height / 2 },
    { x: x + width / 2 + apart, y: y + height / 2 },
  ];
  await pinch.send("touchStart", spots(20));
  for (const apart of [30, 40, 50]) await pinch.send("touchMove", spots(apart));
  await pinch.send("touchEnd", []);
  assert.ok((await view()).width < near.width, "two fingers bring it nearer");
  await page.getByRole("button", { name: "Fit" }).click();
  assert.deepEqual(await view(), whole);
});

test("14: a search says how far it is and can be cancelled", async () => {
  const page = await shop.visit({ path: "#/solve/iq-circuit/workbook/120" });
  await page.locator(".stage .board > svg").waitFor();
  const region = page.getByRole("region", { name: "The search" });
  for (const box of await region.getByRole("checkbox").all()) await box.uncheck();
  await region.getByRole("button", { name: "Search", exact: true }).click();
  await region.getByText(/Searching… [\d.]+ s, .+ nodes/).waitFor({ timeout: 60_000 });
  await region.getByRole("button", { name: "Cancel" }).click();
  await region.getByText("Cancelled.").waitFor();
  assert.deepEqual(page.errors, []);
});

test("the colours that were chosen are those of every picture", async () => {
  const game = (await shop.server.call("/games")).games.find(({ themes }) => themes.length);
  const [theme] = game.themes;
  const own = new Set(Object.keys(theme.palette).map((name) => game.palette[name]));
  const settings = { [`colours.${game.id}`]: theme.id, unlockAll: true };
  const pack = game.packs[0].name;
  const { levels } = await shop.server.call(`/packs/${game.id}/${pack}?all=true`);
  for (const [path, drawn] of [
    [`#/play/${levels[0].address}`, ".stage .board > svg"],
    [`#/solve/${levels[0].address}`, ".stage .board > svg"],
    [`#/game/${game.id}`, ".level-stamp svg"],
    [`#/print/${game.id}/${pack}`, ".sheet svg"],
    [
      `#/edit/${game.id}/${(await shop.server.call("/level", { level: { address: levels[0].address } })).code}`,
      ".stage .board > svg",
    ],
  ]) {
    const page = await shop.visit({ path, settings });
    await page.locator(drawn).first().waitFor();
    const colors = await page
      .locator(drawn)
      .first()
      .evaluate((svg) =>
        [...svg.querySelectorAll("*")].flatMap((el) => [
          el.getAttribute("fill"),
          el.getAttribute("stroke"),
        ]),
      );
    assert.deepEqual(
      colors.filter((color) => own.has(color)),
      [],
      path,
    );
    await page.context().close();
  }
});
