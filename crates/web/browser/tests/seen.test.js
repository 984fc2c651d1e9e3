// What is hard to see or to understand: rules of variants, names, sizes, the way, the search.

import assert from "node:assert/strict";
import { test } from "node:test";
import { mouse } from "../hands.js";
import { point, workshop } from "../harness.js";

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
      (n) => document.querySelector(".counts dd").textContent === String(n),
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
  const tray = page.locator('.stage [id^="waiting-tray-"][aria-label]');
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

test("12: cells of IQ Circuit are at least 40 px on a phone, and the tray is beside a wide board", async () => {
  for (const [size, beside] of [
    [{ width: 360, height: 640 }, false],
    [{ width: 1280, height: 800 }, true],
  ]) {
    const page = await shop.visit({ path: "#/play/iq-circuit/booklet/86", size });
    await page.locator(".stage .waiting > svg").waitFor();
    const [a, b] = [await point(page, { x: 0, y: 0 }), await point(page, { x: 1, y: 0 })];
    assert.ok(b.x - a.x >= 40, `${b.x - a.x} px at ${size.width}`);
    const board = await page.locator(".stage > .board").boundingBox();
    const tray = await page.locator(".stage > .waiting").boundingBox();
    assert.equal(tray.x >= board.x + board.width, beside);
    await page.context().close();
  }
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
    assert.deepEqual(page.troubles, [], id);
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
});

test("14: the search plays with its order of pieces, at any speed, beside a tree that fits", async () => {
  const page = await shop.visit({ path: "#/solve/iq-circuit/booklet/49" });
  await page.locator(".stage .board > svg").waitFor();
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const player = page.getByRole("group", { name: "The search" });
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
  await page.getByRole("button", { name: "Closer" }).click();
});
